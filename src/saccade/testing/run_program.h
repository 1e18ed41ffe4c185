#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace saccade::testing {

struct RunOptions {
  std::filesystem::path folder{};  // working folder; empty: that of the test
  std::filesystem::path
      stdout_file{};                 // where stdout goes instead of the result, such as /dev/full
  bool close_stdout_reader = false;  // stdout is a pipe whose reader is gone
  // Sends SIGINT or SIGKILL as soon as this holds, if the program still runs; asked every 2 ms.
  std::function<bool()> interrupt_when{};
  std::function<bool()> kill_when{};
};

struct RunResult {
  int exit_code = 0;  // 128 + signal number when a signal ended it
  std::string out;
  std::string err;
};

// Runs a program, without a shell and without standard input, to its end. Example:
//   const RunResult result = RunProgram(SACCADE_PROGRAM, {"evaluate", "--model", "human"});
//   EXPECT_EQ(result.exit_code, 2) << result.err;
RunResult RunProgram(const std::filesystem::path& program,
                     const std::vector<std::string>& arguments, const RunOptions& options = {});

}  // namespace saccade::testing
