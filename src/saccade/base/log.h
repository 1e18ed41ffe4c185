#pragma once

#include <fmt/format.h>

#include <string_view>

namespace saccade {

// Everything that is not a result goes to stderr through here: one line a message.
enum class LogLevel { kInfo, kWarning };

// With quiet only warnings are written.
void SetQuiet(bool quiet);
bool IsQuiet();

void LogLine(LogLevel level, std::string_view line);

template <typename... Args>
void LogInfo(fmt::format_string<Args...> format, Args&&... args) {
  LogLine(LogLevel::kInfo, fmt::format(format, std::forward<Args>(args)...));
}

template <typename... Args>
void LogWarning(fmt::format_string<Args...> format, Args&&... args) {
  LogLine(LogLevel::kWarning, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace saccade
