// What a user sees on a terminal: tables that fit it, and styles only where they are wanted.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Environment = std::vector<std::pair<std::string, std::string>>;

// Everything that the program writes to a terminal of so many columns.
std::string OnTerminal(unsigned short columns, std::vector<std::string> call,
                       const Environment& environment) {
  std::vector<char*> argv;
  for (std::string& word : call) argv.push_back(word.data());
  argv.push_back(nullptr);
  const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    unsetenv("COLUMNS");
    unsetenv("NO_COLOR");
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    execv(argv[0], argv.data());
    _exit(127);
  }
  std::string shown;
  char buffer[4096];
  for (ssize_t n; (n = read(terminal, buffer, sizeof buffer)) > 0;) {
    shown.append(buffer, static_cast<std::size_t>(n));
  }
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << shown;
  return shown;
}

class Terminal : public ::testing::Test {
 protected:
  Terminal() {
    WriteFileAtomically(folder_ / "f.json",
                        R"([{"name": "a.jpg", "subject": 1, "task": "cup", "condition": "present",
                             "bbox": [900, 600, 90, 90], "X": [840, 930], "Y": [525, 640],
                             "T": [200, 300], "correct": 1, "split": "valid"},
                            {"name": "b.jpg", "subject": 1, "task": "cup", "condition": "present",
                             "bbox": [300, 200, 90, 90], "X": [840, 340], "Y": [525, 240],
                             "T": [200, 300], "correct": 1, "split": "valid"}])");
    std::filesystem::current_path(folder_.path());
  }
  ~Terminal() override { std::filesystem::current_path(before_); }

  static std::string Scores(unsigned short columns, const Environment& environment) {
    return OnTerminal(
        columns,
        {SACCADE_PROGRAM, "evaluate", "--fixations", "f.json", "--model", "random", "--quiet"},
        environment);
  }
  static std::size_t Widest(const std::string& text) {
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with('\r')) line.pop_back();
      widest = std::max(widest, line.size());
    }
    return widest;
  }

  testing::TemporaryFolder folder_;
  std::filesystem::path before_ = std::filesystem::current_path();
};

TEST_F(Terminal, TablesFitIt) {
  const Environment plain = {{"TERM", "xterm"}, {"NO_COLOR", "1"}};
  const std::string shown = Scores(80, plain);
  EXPECT_THAT(shown, HasSubstr("TFP-AUC"));
  EXPECT_LE(Widest(shown), 80u) << shown;
  EXPECT_GT(Widest(Scores(500, plain)), 80u);  // there is more than fits
  EXPECT_LE(Widest(Scores(500, {{"TERM", "xterm"}, {"NO_COLOR", "1"}, {"COLUMNS", "60"}})), 60u);
}

TEST_F(Terminal, StylesAreLeftOutWhereTheyAreNotWanted) {
  EXPECT_THAT(Scores(80, {{"TERM", "xterm"}}), HasSubstr("\033[1m"));
  EXPECT_THAT(Scores(80, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}), Not(HasSubstr("\033")));
  EXPECT_THAT(Scores(80, {{"TERM", "dumb"}}), Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace saccade
