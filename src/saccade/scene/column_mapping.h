#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/scene/viewing.h"

namespace saccade {

// What a column of a table of fixations may say.
enum class Role : std::size_t {
  kX,
  kY,
  kDuration,
  kStart,  // of the fixation
  kEnd,
  kIndex,  // of the fixation in its trial
  kEvent,  // what kind of row it is; only fixations are read
  kSubject,
  kSession,
  kTrial,
  kImage,
  kTask,
  kCondition,
  kCorrect,
  kReaction,
  kSplit,
  kBoxX,
  kBoxY,
  kBoxWidth,
  kBoxHeight,
  kImageX,  // of the picture on the screen
  kImageY,
  kImageWidth,
  kImageHeight,
  kScreenWidth,
  kScreenHeight,
  kBoxRight,
  kBoxBottom,
  kBox,     // all of it in one text: "[x, y, w, h]"
  kScreen,  // the same: "1920x1080"
  kEye,     // which one it was; of two, one is read
};
inline constexpr std::size_t kRoles = 31;

// "x", "duration", "bbox_w", ...: as the command line and mapping files have them.
std::string_view NameOf(Role role);
std::optional<Role> RoleByName(std::string_view name);

enum class TimeUnit { kMilliseconds, kSeconds, kMicroseconds, kNanoseconds };
std::string_view NameOf(TimeUnit unit);
std::optional<TimeUnit> TimeUnitByName(std::string_view name);  // "ms", "s", "us", "ns"
double MillisecondsOf(TimeUnit unit);

// Where (0, 0) is, and where y points.
enum class Origin { kTopLeft, kBottomLeft, kCenter, kCenterUp };
std::string_view NameOf(Origin origin);
std::optional<Origin> OriginByName(std::string_view name);

// Which columns of a table say what, and what the table does not say about itself. What is not
// given is found from the columns' names and the numbers in them, and said.
//
// As a file: {"name", "columns": {"x": "CURRENT_FIX_X", ...}, "time": "ms", "origin": "top-left",
// "screen": "1280x800", "picture": "centered"}. A column is named as in the header (case does not
// matter), or by its place: "#3". "correct" may compare two: "LAST_BUTTON_PRESSED==expected".
struct ColumnMapping {
  std::string name{};
  std::map<Role, std::string> columns{};
  std::optional<TimeUnit> time{};
  std::optional<Origin> origin{};
  std::optional<FrameSize> screen{};
  // The picture's size when it is the same in all trials, and its corner unless it stands in the
  // middle of the screen; `centered` says that pictures of sizes in columns stand there.
  std::optional<FrameSize> picture{};
  std::optional<PointOnScreen> corner{};
  bool centered = false;
  // Coordinates count from the picture's corner, not from the screen's.
  std::optional<bool> in_picture{};
  bool operator==(const ColumnMapping&) const = default;
};

// "x=FixX,y=FixY,duration=Dur": throws InputError for what is no role.
ColumnMapping ParseColumns(std::string_view text);
// Throws InputError for a file that is no mapping.
ColumnMapping ReadMapping(const std::filesystem::path& path);
ColumnMapping ParseMapping(std::string text, const std::filesystem::path& path);
void WriteMapping(const std::filesystem::path& path, const ColumnMapping& mapping);

// The mappings that come with the program ("mcs", "eyelink-report", "tobii", "multimatch").
std::span<const ColumnMapping> ShippedMappings();
// What `--columns TEXT` means: a shipped mapping's name, a file, or assignments.
ColumnMapping MappingFor(const std::string& text);

// "1024x768", "1024x768+128+96" or "centered": throws InputError for anything else.
void SetPicture(std::string_view text, ColumnMapping& mapping);

// `given` wherever it says something, `otherwise` elsewhere.
ColumnMapping Merge(ColumnMapping given, const ColumnMapping& otherwise);

// "1920x1080"; nothing unless both sides are from 1 to 100,000.
std::optional<FrameSize> ParseSize(std::string_view text);

// The roles of a header's columns by their usual names: English, and the commonest of German,
// French, Spanish, Italian, Portuguese and Dutch, with and without blanks, underscores, units and
// capitals. A column has one role at most.
std::map<Role, std::size_t> GuessRoles(std::span<const std::string> header);
// The unit that a column's name says ("duration_ms", "Start (s)").
std::optional<TimeUnit> UnitInName(std::string_view column);

}  // namespace saccade
