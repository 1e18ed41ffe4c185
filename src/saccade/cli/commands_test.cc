#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using ::testing::HasSubstr;
using testing::RunProgram;
using testing::RunResult;

// What must hold for every command, whoever added it.
class Commands : public ::testing::Test {
 protected:
  Commands() {
    AddCommands(app_, invocation_);
    Collect(app_);
  }

  void Collect(const CLI::App& command) {
    for (const CLI::App* sub : Subcommands(command)) {
      commands_.push_back(sub);
      Collect(*sub);
    }
  }

  CLI::App app_;
  Invocation invocation_;
  std::vector<const CLI::App*> commands_;
};

TEST_F(Commands, HaveADescriptionAndAnExampleThatNamesThem) {
  for (const CLI::App* command : commands_) {
    SCOPED_TRACE(CommandName(*command));
    EXPECT_FALSE(command->get_description().empty());
    if (!Subcommands(*command).empty()) continue;  // their examples are those of their commands
    EXPECT_THAT(command->get_footer(), HasSubstr("Example"));
    EXPECT_THAT(command->get_footer(), HasSubstr(CommandName(*command)));
  }
}

TEST_F(Commands, DescribeEveryOption) {
  for (const CLI::App* command : commands_) {
    for (const CLI::Option* option : command->get_options()) {
      SCOPED_TRACE(CommandName(*command) + " " + option->get_name());
      EXPECT_FALSE(option->get_description().empty());
    }
  }
}

TEST_F(Commands, HaveARangeForEveryNumber) {
  for (const CLI::App* command : commands_) {
    for (const CLI::Option* option : command->get_options()) {
      const std::string type = option->get_type_name();
      if (!type.starts_with("INT") && !type.starts_with("FLOAT")) continue;
      SCOPED_TRACE(CommandName(*command) + " " + option->get_name());
      EXPECT_THAT(type, HasSubstr(" in ["));
    }
  }
}

TEST_F(Commands, PrintHelpWithinEightyColumns) {
  for (const CLI::App* command : commands_) {
    SCOPED_TRACE(CommandName(*command));
    std::istringstream lines(command->help());
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  saccade ") || line.starts_with("      --")) continue;  // for copying
      EXPECT_LE(line.size(), 80u) << line;
    }
  }
}

TEST(Help, IsACommandTooAndNamesTheNearest) {
  const auto said = [](const std::vector<std::string>& call) {
    return RunProgram(SACCADE_PROGRAM, call).out;
  };
  EXPECT_EQ(said({"help", "dataset", "info"}), said({"dataset", "info", "--help"}));
  EXPECT_EQ(said({"help"}), said({"--help"}));
  EXPECT_EQ(said({"-V"}), said({"--version"}));
  const RunResult wrong = RunProgram(SACCADE_PROGRAM, {"help", "evalute"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean evaluate?"));
}

TEST(Completion, OfTheProgramIsValidBash) {
  const testing::TemporaryFolder folder;
  const RunResult script = RunProgram(SACCADE_PROGRAM, {"completion", "bash"});
  ASSERT_EQ(script.exit_code, 0) << script.err;
  WriteFileAtomically(folder / "script", script.out);
  const RunResult result =
      RunProgram("bash",
                 {"-uc",
                  "source ./script; COMP_WORDS=(saccade evaluate --proto); COMP_CWORD=2; "
                  "_saccade; echo ${COMPREPLY[@]}"},
                 {.folder = folder.path()});
  EXPECT_EQ(result.out, "--protocol\n");
  EXPECT_EQ(result.err, "");
}

TEST(Interrupt, EndsACommandAtOnceAndLeavesNothing) {
  const testing::TemporaryFolder folder;
  const auto is_drawing = [&] { return !std::filesystem::is_empty(folder.path()); };
  const RunResult result = RunProgram(SACCADE_PROGRAM, {"dataset", "synthesize", "--out", "data"},
                                      {.folder = folder.path(), .interrupt_when = is_drawing});
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_THAT(result.err, HasSubstr("saccade: "));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Json, WithoutAFileTakesThePlaceOfTheTable) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "f.json",
                      R"([{"name": "a.jpg", "subject": 1, "task": "cup", "condition": "present",
                           "bbox": [900, 600, 90, 90], "X": [840, 930], "Y": [525, 640],
                           "T": [200, 300], "correct": 1, "split": "valid"}])");
  const RunResult result = RunProgram(SACCADE_PROGRAM, {"dataset", "info", "f.json", "--json"},
                                      {.folder = folder.path()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(nlohmann::json::accept(result.out)) << result.out;
}

TEST(Report, WritesAPageFromAFolder) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "data" / "fixations_valid.json",
                      R"([{"name": "a.jpg", "subject": 1, "task": "cup", "condition": "present",
           "bbox": [900, 600, 90, 90], "X": [840, 930], "Y": [525, 640], "T": [200, 300],
           "correct": 1, "split": "valid"},
          {"name": "a.jpg", "subject": 2, "task": "cup", "condition": "present",
           "bbox": [900, 600, 90, 90], "X": [840, 940], "Y": [525, 650], "T": [200, 300],
           "correct": 1, "split": "valid"},
          {"name": "b.jpg", "subject": 1, "task": "cup", "condition": "present",
           "bbox": [900, 600, 90, 90], "X": [840, 930], "Y": [525, 640], "T": [200, 300],
           "correct": 1, "split": "valid"}])");
  const RunResult result =
      RunProgram(SACCADE_PROGRAM, {"report", "--data", "data", "--out", "pages/r.html"},
                 {.folder = folder.path()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(ReadFile(folder / "pages" / "r.html"), HasSubstr("split validation, 3 trials"));
}

TEST(CallText, IsTheCallAgainWithAllThatWasGiven) {
  CLI::App app;
  Invocation invocation;
  AddCommands(app, invocation);
  app.parse(
      "--threads 2 report --data 'my data' --title \"it's\" --bootstrap 5 --out r.html --seed 3");
  EXPECT_EQ(
      CallText(*app.get_subcommand("report")),
      R"(saccade report --data 'my data' --bootstrap 5 --title 'it'\''s' --out r.html --seed 3)");
}

TEST(Report, NamesAFolderWithoutData) {
  const RunResult result =
      RunProgram(SACCADE_PROGRAM, {"report", "--data", "nowhere", "--out", "r.html"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, ::testing::StartsWith("saccade: nowhere: is no folder; give one that"));
}

}  // namespace
}  // namespace saccade::cli
