#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace saccade {

// What stdout or stderr (a descriptor of <unistd.h>) is shown on.

// A terminal on which a line can be drawn again: not one that says TERM=dumb.
bool IsTerminal(int descriptor);
// Also none whose user set NO_COLOR (no-color.org).
bool MayBeStyled(int descriptor);
// How many characters fit on a line: what COLUMNS says, else the terminal's own (80 where it does
// not tell); nothing for a file or a pipe, which take lines of any length.
std::optional<std::size_t> LineWidth(int descriptor);

// The line at the foot of the terminal behind stderr that a progress bar draws again and again.
// What else is written to stderr comes above it. From any thread.
void DrawStatus(std::string_view line);  // cut to the terminal's width
void EraseStatus();
// Removes the line while it lives, so that text can be written.
class AboveStatus {
 public:
  AboveStatus();
  ~AboveStatus();
  AboveStatus(const AboveStatus&) = delete;
  AboveStatus& operator=(const AboveStatus&) = delete;
};
// What a signal handler writes before its own message.
std::string_view EraseStatusFromSignal();

}  // namespace saccade
