#include "saccade/cli/manual.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/cli/command.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ManualPage, HasASectionOfEveryCommandWithItsOptions) {
  CLI::App app;
  Invocation invocation;
  AddCommands(app, invocation);
  const std::string page = ManualPage(app);
  EXPECT_THAT(page, AllOf(HasSubstr(".SH NAME\nsaccade \\- "), HasSubstr(".SH \"saccade dataset info\"\n"),
                          HasSubstr("\\-\\-protocol"), HasSubstr("Exit codes")));
}

TEST(ManualPage, ManReadsItWithoutAWarning) {
  const testing::TemporaryFolder folder;
  const testing::RunResult page = testing::RunProgram(SACCADE_PROGRAM, {"manual"});
  ASSERT_EQ(page.exit_code, 0);
  // Of the program that runs `manual`, too.
  EXPECT_THAT(page.out, HasSubstr("\nUsage: saccade [OPTIONS] COMMAND\n"));
  WriteFileAtomically(folder / "saccade.1", page.out);
  const auto groff = testing::RunProgram(
      "/bin/sh", {"-c", "command -v groff >/dev/null || exit 99; groff -man -ww -b -Tutf8 " +
                            (folder / "saccade.1").string() + " > /dev/null"});
  if (groff.exit_code == 99) GTEST_SKIP() << "needs groff";
  EXPECT_EQ(groff.exit_code, 0);
  EXPECT_THAT(groff.err, Not(HasSubstr("warning")));
}

}  // namespace
}  // namespace saccade::cli
