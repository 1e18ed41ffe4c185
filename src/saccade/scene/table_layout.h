#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/scene/column_mapping.h"
#include "saccade/scene/trial_import.h"

namespace saccade {

// Where in one file the columns are.
struct TableColumns {
  char delimiter = ',';
  bool has_header = true;
  std::size_t preamble = 0;  // records above the header
  std::size_t count = 0;     // of columns
  bool in_media = false;     // x and y count from the picture's corner, by the column's name
  bool upwards = false;      // y does so from the bottom, by the column's name
  std::array<std::optional<std::size_t>, kRoles> at{};
  std::optional<std::size_t> correct_expected{};  // "correct" compares two columns

  const std::optional<std::size_t>& operator[](Role role) const {
    return at.at(static_cast<std::size_t>(role));
  }
  std::optional<std::size_t>& operator[](Role role) {
    return at.at(static_cast<std::size_t>(role));
  }
};

// How all files of a table are read; worked out from their heads and from what was said.
struct TableLayout {
  std::vector<TableColumns> files;
  bool decimal_comma = false;
  TimeUnit time = TimeUnit::kMilliseconds;
  TimeUnit reaction_time = TimeUnit::kMilliseconds;
  Origin origin = Origin::kTopLeft;
  bool shares = false;  // coordinates from 0 to 1
  bool in_picture = false;
  FrameSize screen;  // where rows do not say theirs
  std::optional<FrameSize> picture{};
  std::optional<PointOnScreen> corner{};
};

// Says in `import` what it found, and what it guessed as such. Throws InputError, with the way out,
// where columns are missing or ambiguous, or the numbers make no sense.
TableLayout FindLayout(std::span<const std::filesystem::path> files, const ColumnMapping& mapping,
                       TrialImport& import);

// A number as a laboratory writes it; nothing for text. Missing ones ("", ".", "NA", "n/a", ...)
// are not a number.
std::optional<double> ParseNumber(std::string_view text, bool decimal_comma);
bool IsMissing(std::string_view text);
// "1", "true", "yes", "correct" and their opposites.
std::optional<bool> ParseFlag(std::string_view text);
// "fixation", "fix", "EFIX".
bool IsFixationEvent(std::string_view text);
// The same, "saccade", "blink" and whatever else eyes do.
bool IsEventWord(std::string_view text);
// "[10, 20, 30, 40]" and "1920 x 1080", as tables have them in one field.
std::optional<std::array<double, 4>> ParseBox(std::string_view text);
std::optional<FrameSize> ParseSizeText(std::string_view text);

}  // namespace saccade
