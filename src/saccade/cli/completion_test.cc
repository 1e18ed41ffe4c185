#include "saccade/cli/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "saccade/base/file.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// A small tree and bash itself, asked what it would offer behind the given words.
class CompletionTest : public ::testing::Test {
 protected:
  CompletionTest() {
    app_.add_option("--seed", number_);
    CLI::App* data = app_.add_subcommand("dataset");
    data->add_subcommand("info")->add_option("files", text_)->type_name("FILE");
    data->add_subcommand("convert")->add_option("--task", text_);
    CLI::App* score = app_.add_subcommand("evaluate");
    score->add_option("--protocol", text_)->check(CLI::IsMember({"paper", "reference"}));
    score->add_option("--fixations", text_)->type_name("FILE");
    WriteFileAtomically(folder_ / "script", BashCompletion(app_));
    WriteFileAtomically(folder_ / "data" / "two words.json", "");
  }

  std::vector<std::string> Offered(const std::string& words) {
    const std::string program = "source ./script; COMP_WORDS=(saccade " + words +
                                "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _saccade; "
                                "printf '%s\\n' \"${COMPREPLY[@]}\"";
    const auto result = testing::RunProgram("bash", {"-uc", program}, {.folder = folder_.path()});
    EXPECT_EQ(result.err, "");
    std::vector<std::string> lines;
    std::istringstream stream(result.out);
    for (std::string line; std::getline(stream, line);) {
      if (!line.empty()) lines.push_back(line);
    }
    return lines;
  }

  testing::TemporaryFolder folder_;
  CLI::App app_{"", "saccade"};
  std::string text_;
  int number_ = 0;
};

TEST_F(CompletionTest, OffersCommands) {
  EXPECT_THAT(Offered("''"), AllOf(Contains("dataset"), Contains("evaluate"), Contains("--seed")));
  EXPECT_THAT(Offered("ev"), ElementsAre("evaluate"));
  EXPECT_THAT(Offered("dataset co"), ElementsAre("convert"));
}

TEST_F(CompletionTest, OffersOptionsOfTheCommandAndTheProgram) {
  EXPECT_THAT(Offered("evaluate --"),
              AllOf(Contains("--protocol"), Contains("--seed"), Not(Contains("--task"))));
}

TEST_F(CompletionTest, OffersChoicesBehindAnOptionEvenWithEqualsSign) {
  EXPECT_THAT(Offered("evaluate --protocol ''"), ElementsAre("paper", "reference"));
  EXPECT_THAT(Offered("evaluate --protocol = ref"), ElementsAre("reference"));
  EXPECT_THAT(Offered("evaluate --protocol ="), ElementsAre("paper", "reference"));
}

TEST_F(CompletionTest, OffersCategoriesForATask) {
  EXPECT_THAT(Offered("dataset convert --task po"), ElementsAre("potted_plant"));
}

TEST_F(CompletionTest, OffersFilesWholeEvenWithBlanks) {
  EXPECT_THAT(Offered("evaluate --fixations data/t"), ElementsAre("data/two words.json"));
  EXPECT_THAT(Offered("dataset info data/t"), ElementsAre("data/two words.json"));
}

TEST_F(CompletionTest, OffersNothingForANumber) {
  EXPECT_THAT(Offered("evaluate --seed ''"), IsEmpty());
}

}  // namespace
}  // namespace saccade::cli
