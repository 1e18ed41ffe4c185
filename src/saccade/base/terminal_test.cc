#include "saccade/base/terminal.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "saccade/base/log.h"

namespace saccade {
namespace {

// COLUMNS as it was, whatever a test sets it to.
class Terminal : public ::testing::Test {
 protected:
  ~Terminal() override { unsetenv("COLUMNS"); }
};

TEST_F(Terminal, LogLinesComeAboveTheStatusAndItIsDrawnAgain) {
  ::testing::internal::CaptureStderr();
  DrawStatus("half done");
  LogInfo("a line");
  EraseStatus();
  LogInfo("another");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "\r\033[Khalf done\r\033[Ka line\nhalf done\r\033[Kanother\n");
}

TEST_F(Terminal, StatusIsCutToTheWidthByCharactersNotBytes) {
  setenv("COLUMNS", "21", 1);
  ::testing::internal::CaptureStderr();
  DrawStatus("äääääääääääääääääääääää");
  EraseStatus();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "\r\033[Kääääääääääääääääääää\r\033[K");  // 20: the last column stays free
}

TEST_F(Terminal, WidthIsWhatColumnsSaysWhereverOutputGoes) {
  setenv("COLUMNS", "100", 1);
  EXPECT_EQ(LineWidth(STDOUT_FILENO), 100u);
  setenv("COLUMNS", "3", 1);
  EXPECT_EQ(LineWidth(STDOUT_FILENO), 20u);
}

TEST_F(Terminal, APipeHasNoWidthAndNoStyle) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  for (const char* columns : {"", "0", "wide", "80x"}) {
    SCOPED_TRACE(columns);
    setenv("COLUMNS", columns, 1);
    EXPECT_EQ(LineWidth(ends[1]), std::nullopt);
  }
  EXPECT_FALSE(MayBeStyled(ends[1]));
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace saccade
