#include "saccade/cli/json_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/cli/parse_error.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using ::testing::ElementsAre;

// A program with a global option and two commands, and the configuration file that it reads.
class JsonConfigTest : public ::testing::Test {
 protected:
  JsonConfigTest() {
    app_.fallthrough();
    app_.require_subcommand(1);
    app_.add_option("--seed", seed_);
    AddConfigOption(app_);
    CLI::App* score = app_.add_subcommand("score");
    score->add_option("--protocol", protocol_)->check(CLI::IsMember({"paper", "reference"}));
    score->add_option("--predictions", predictions_);
    score->add_option("--fixations", fixations_)->required();
    score->add_flag("--with-paper", with_paper_);
    score->add_flag("--intervals,!--no-intervals", intervals_);
    app_.add_subcommand("draw")->add_option("--size", size_);
  }

  // What went wrong, or "" when nothing did. The file's name is left out of it.
  std::string Parse(const std::string& config, std::vector<std::string> arguments) {
    WriteFileAtomically(folder_ / "c.json", config);
    arguments.insert(arguments.end(), {"--config", (folder_ / "c.json").string()});
    std::ranges::reverse(arguments);
    try {
      app_.parse(arguments);
    } catch (const CLI::ParseError& error) {
      const std::string line = ParseErrorLine(app_, error);
      const std::string file = (folder_ / "c.json").string();
      return line.starts_with(file) ? line.substr(file.size()) : line;
    }
    return "";
  }

  testing::TemporaryFolder folder_;
  CLI::App app_{"", "saccade"};
  int seed_ = 0, size_ = 0;
  std::string protocol_, fixations_;
  std::vector<std::string> predictions_;
  bool with_paper_ = false, intervals_ = true;
};

TEST_F(JsonConfigTest, SetsGlobalAndCommandOptionsByName) {
  EXPECT_EQ(Parse(R"({"seed": 7, "protocol": "paper", "fixations": "f.json", // why not
                      "predictions": ["a", "b"], "with-paper": true, "intervals": false})",
                  {"score"}),
            "");
  EXPECT_EQ(seed_, 7);
  EXPECT_EQ(protocol_, "paper");
  EXPECT_EQ(fixations_, "f.json");
  EXPECT_THAT(predictions_, ElementsAre("a", "b"));
  EXPECT_TRUE(with_paper_);
  EXPECT_FALSE(intervals_);
}

TEST_F(JsonConfigTest, TheCommandLineWins) {
  EXPECT_EQ(Parse(R"({"seed": 7, "fixations": "f", "predictions": ["a", "b"]})",
                  {"score", "--seed", "3", "--predictions", "c"}),
            "");
  EXPECT_EQ(seed_, 3);
  EXPECT_THAT(predictions_, ElementsAre("c"));
}

TEST_F(JsonConfigTest, ObjectsBelongToTheirCommand) {
  EXPECT_EQ(Parse(R"({"score": {"fixations": "f"}, "draw": {"size": 9}})", {"score"}), "");
  EXPECT_EQ(fixations_, "f");
  EXPECT_EQ(size_, 0);
}

TEST_F(JsonConfigTest, SuggestsTheNearestNameForAnUnknownOne) {
  EXPECT_EQ(Parse(R"({"protocoll": "paper"})", {"score", "--fixations", "f"}),
            ":protocoll: unknown option; did you mean protocol? See saccade score --help");
  EXPECT_EQ(Parse(R"({"draw": {"sise": 1}})", {"score", "--fixations", "f"}),
            ":sise: unknown option; did you mean size? See saccade draw --help");
}

TEST_F(JsonConfigTest, OptionsOfOtherCommandsAreUnknown) {
  EXPECT_EQ(Parse(R"({"size": 9})", {"score", "--fixations", "f"}),
            ":size: unknown option; see saccade score --help");
}

TEST_F(JsonConfigTest, NamesFileAndOptionOfABadValue) {
  EXPECT_EQ(Parse(R"({"seed": "many"})", {"draw"}),
            ":seed: \"many\" is not a value of this option (Could not convert: --seed = many)");
  EXPECT_EQ(Parse(R"({"predictions": [[1]]})", {"score", "--fixations", "f"}),
            ":predictions: a text, a number, true, false or a list of them is expected; found "
            "array");
}

TEST_F(JsonConfigTest, RefusesWhatIsNoJsonObject) {
  EXPECT_EQ(Parse("[1]", {"draw"}),
            ":1: an object is expected, such as {\"seed\": 1}; found array");
  EXPECT_THAT(Parse("{\"seed\": ", {"draw"}), ::testing::StartsWith(": is no JSON: parse error"));
}

TEST_F(JsonConfigTest, NamesAMissingFile) {
  std::vector<std::string> arguments{"nowhere.json", "--config", "draw"};
  try {
    app_.parse(arguments);
    FAIL() << "a missing file was accepted";
  } catch (const CLI::ParseError& error) {
    EXPECT_EQ(ParseErrorLine(app_, error),
              "nowhere.json: cannot be opened; check the path behind --config");
  }
}

}  // namespace
}  // namespace saccade::cli
