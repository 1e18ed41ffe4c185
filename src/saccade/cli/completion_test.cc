#include "saccade/cli/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "saccade/base/file.h"
#include "saccade/cli/command_tree.h"
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
    score->add_option("--set", text_)->check(Suggest({"epochs=", "rate="}));
    score->add_option("--model", text_)->check(Suggest({"ours"}));
    WriteFileAtomically(folder_ / "script", BashCompletion(app_));
    WriteFileAtomically(folder_ / "data" / "two words.json", "");
  }

  // The lines that a program prints.
  std::vector<std::string> LinesOf(const std::string& program,
                                   const std::vector<std::string>& arguments) {
    const auto result = testing::RunProgram(program, arguments, {.folder = folder_.path()});
    EXPECT_EQ(result.err, "");
    std::vector<std::string> lines;
    std::istringstream stream(result.out);
    for (std::string line; std::getline(stream, line);) {
      if (!line.empty()) lines.push_back(line);
    }
    return lines;
  }

  std::vector<std::string> Offered(const std::string& words) {
    const std::string program = "source ./script; COMP_WORDS=(saccade " + words +
                                "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _saccade; "
                                "printf '%s\\n' \"${COMPREPLY[@]}\"";
    return LinesOf("bash", {"-uc", program});
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

TEST_F(CompletionTest, OffersSettingsToBeContinuedAndModelsBesideFiles) {
  EXPECT_THAT(Offered("evaluate --set ''"), ElementsAre("epochs=", "rate="));
  EXPECT_THAT(Offered("evaluate --model ''"), AllOf(Contains("ours"), Contains("data")));
}

bool IsInstalled(const std::string& program) {
  return testing::RunProgram("/bin/sh", {"-c", "command -v " + program}).exit_code == 0;
}

// compadd and its like are only there while zsh completes, so they are replaced by what prints.
TEST_F(CompletionTest, ZshOffersTheSame) {
  if (!IsInstalled("zsh")) GTEST_SKIP() << "needs zsh";
  WriteFileAtomically(folder_ / "_saccade", ZshCompletion(app_));
  const auto offered = [&](const std::string& words, int count) {
    return LinesOf("zsh", {"-fc",
                           "compdef() { :; }; compset() { :; }; _files() { print files; }; "
                           "compadd() { while [[ $1 != -- ]]; do shift; done; shift; "
                           "print -l -- \"$@\"; }; "
                           "_describe() { print -l -- ${offered%%:*}; }; source ./_saccade; "
                           "words=(saccade " +
                               words + "); CURRENT=" + std::to_string(count) + "; _saccade"});
  };
  EXPECT_THAT(offered("''", 2), AllOf(Contains("dataset"), Contains("--seed")));
  EXPECT_THAT(offered("dataset ''", 3), AllOf(Contains("info"), Contains("convert")));
  EXPECT_THAT(offered("evaluate --protocol ''", 4), ElementsAre("paper", "reference"));
  EXPECT_THAT(offered("evaluate --protocol=", 3), ElementsAre("paper", "reference"));
  EXPECT_THAT(offered("evaluate --set ''", 4), ElementsAre("epochs=", "rate="));
  EXPECT_THAT(offered("evaluate --fixations ''", 4), ElementsAre("files"));
  EXPECT_THAT(offered("evaluate --seed ''", 4), IsEmpty());
}

TEST_F(CompletionTest, FishOffersTheSame) {
  if (!IsInstalled("fish")) GTEST_SKIP() << "needs fish";
  WriteFileAtomically(folder_ / "saccade.fish", FishCompletion(app_));
  const auto offered = [&](const std::string& line) {
    std::vector<std::string> lines =
        LinesOf("fish", {"--no-config", "-c", "source saccade.fish; complete -C '" + line + "'"});
    for (std::string& word : lines) word = word.substr(0, word.find('\t'));
    return lines;
  };
  EXPECT_THAT(offered("saccade "), AllOf(Contains("dataset"), Contains("evaluate")));
  EXPECT_THAT(offered("saccade dataset co"), ElementsAre("convert"));
  EXPECT_THAT(offered("saccade evaluate --pro"), ElementsAre("--protocol"));
  EXPECT_THAT(offered("saccade evaluate --protocol "), ElementsAre("paper", "reference"));
  EXPECT_THAT(offered("saccade evaluate --set e"), ElementsAre("epochs="));
  EXPECT_THAT(offered("saccade evaluate --fixations da"), ElementsAre("data/"));
}

TEST_F(CompletionTest, OffersNothingForANumber) {
  EXPECT_THAT(Offered("evaluate --seed ''"), IsEmpty());
}

}  // namespace
}  // namespace saccade::cli
