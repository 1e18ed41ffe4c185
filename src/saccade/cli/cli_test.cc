#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using ::testing::HasSubstr;
using testing::RunOptions;
using testing::RunResult;
using testing::Saccade;
using ::testing::StartsWith;

TEST(Program, PrintsItsVersionOnStdout) {
  const RunResult result = Saccade({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "saccade " SACCADE_VERSION "\n");
  EXPECT_EQ(result.err, "");
}

TEST(Program, PrintsHelpOnStdoutWithDefaults) {
  const RunResult result = Saccade({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("Seed of everything random (default: 0)"));
  EXPECT_THAT(result.out, HasSubstr("Example:"));
  EXPECT_EQ(result.err, "");
}

TEST(Program, WithoutCommandSaysWhichThereAre) {
  const RunResult result = Saccade({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("saccade: saccade: a command is missing; give one of "));
  EXPECT_THAT(result.err, HasSubstr("completion"));
}

TEST(Program, SuggestsTheNearestCommand) {
  const RunResult result = Saccade({"completoin", "bash"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "saccade: completoin: unknown command; did you mean completion? See saccade --help\n");
}

TEST(Program, SuggestsTheNearestOption) {
  const RunResult result = Saccade({"completion", "bash", "--sede=3"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(
      result.err,
      "saccade: --sede: unknown option; did you mean --seed? See saccade completion --help\n");
}

TEST(Program, ReportsATypingErrorRatherThanWhatItHides) {
  const RunResult result = Saccade({"completion", "--tread", "2"});
  EXPECT_EQ(result.err,
            "saccade: --tread: unknown option; did you mean --threads? See saccade completion "
            "--help\n");
}

TEST(Program, RefusesSurplusArguments) {
  const RunResult result = Saccade({"completion", "bash", "zsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "saccade: zsh: unexpected argument; leave it out. See saccade completion --help\n");
}

TEST(Program, NamesWhatIsMissing) {
  EXPECT_EQ(Saccade({"completion"}).err,
            "saccade: shell is missing; give it. See saccade completion --help\n");
  EXPECT_EQ(Saccade({"completion", "bash", "--seed"}).err,
            "saccade: --seed: a value is missing behind it; see saccade completion --help\n");
}

TEST(Program, NamesAValueThatIsNone) {
  const RunResult result = Saccade({"completion", "bash", "--seed", "abc"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(
      result.err,
      "saccade: --seed: 'abc' is not a whole number of 0 or more; see saccade completion --help\n");
}

TEST(Program, RefusesAChoiceThatIsNone) {
  const RunResult result = Saccade({"completion", "tcsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("tcsh not in {bash"));
}

TEST(Program, FailsWhenStdoutIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  for (const std::string command : {"completion", "--help", "--version"}) {
    SCOPED_TRACE(command);
    const RunResult result =
        Saccade({command, command == "completion" ? "bash" : "-q"}, {.stdout_file = "/dev/full"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.err, "saccade: stdout: cannot be written (No space left on device)\n");
  }
}

TEST(Program, EndsQuietlyWhenTheReaderOfItsOutputLeft) {
  const RunResult result = Saccade({"completion", "bash"}, {.close_stdout_reader = true});
  EXPECT_EQ(result.exit_code, 128 + 13);  // SIGPIPE, as of any other program
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace saccade::cli
