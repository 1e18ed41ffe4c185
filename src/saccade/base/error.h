#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace saccade {

// The three ways a command ends badly. main() catches them once and chooses the exit code; nobody
// else prints an error.

// The input or the call is wrong (exit code 2). One line: where, what was found, what was expected,
// what to do. Whatever the input holds, the line is printable and not long (printable.h). Example:
//   throw InputError(file, "trial 12", "X has {} entries and Y has {}; they must be equal", 5, 4);
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message);

  template <typename... Args>
  InputError(const std::filesystem::path& file, std::string_view where,
             fmt::format_string<Args...> format, Args&&... args)
      : std::runtime_error(Locate(file, where, fmt::format(format, std::forward<Args>(args)...))) {}

 private:
  static std::string Locate(const std::filesystem::path& file, std::string_view where,
                            const std::string& message);
};

// The machine or the method failed: disk, memory, a training that diverged (exit code 1).
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& message) : std::runtime_error(message) {}
};

// The user asked to stop and the state is saved (exit code 130).
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace saccade
