#include "saccade/scene/column_mapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/json.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kRoles> kRoleNames = {
    "x",       "y",       "duration", "start",    "end",      "index",      "event",
    "subject", "session", "trial",    "image",    "task",     "condition",  "correct",
    "rt",      "split",   "bbox_x",   "bbox_y",   "bbox_w",   "bbox_h",     "image_x",
    "image_y", "image_w", "image_h",  "screen_w", "screen_h", "bbox_right", "bbox_bottom",
    "bbox",    "screen",  "eye"};
constexpr std::array<std::string_view, 4> kUnitNames = {"ms", "s", "us", "ns"};
constexpr std::array<std::string_view, 4> kOriginNames = {"top-left", "bottom-left", "center",
                                                          "center-up"};

template <typename Enum, std::size_t N>
std::optional<Enum> ByName(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

std::string Known(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

void Assign(ColumnMapping& mapping, std::string_view role_name, std::string column) {
  const auto role = RoleByName(role_name);
  if (!role) {
    throw InputError(fmt::format("--columns: \"{}\" is nothing that a column can say; known are {}",
                                 role_name, Known(kRoleNames)));
  }
  if (column.empty()) {
    throw InputError(fmt::format("--columns: {}= names no column", role_name));
  }
  mapping.columns[*role] = std::move(column);
}

// The field's value by name; InputError with the known names otherwise.
template <typename Enum>
std::optional<Enum> NamedField(const nlohmann::json& json, const char* key,
                               std::optional<Enum> (*by_name)(std::string_view),
                               std::span<const std::string_view> names,
                               const std::filesystem::path& path) {
  if (!json.contains(key)) return std::nullopt;
  const auto value = by_name(json.at(key).get<std::string>());
  if (!value) throw InputError(path, key, "is none of {}", Known(names));
  return value;
}

std::optional<FrameSize> SizeField(const nlohmann::json& json, const char* key,
                                   const std::filesystem::path& path) {
  if (!json.contains(key)) return std::nullopt;
  const auto size = ParseSize(json.at(key).get<std::string>());
  if (!size) throw InputError(path, key, "is no size; 1920x1080, say, is expected");
  return size;
}

ColumnMapping MappingOf(const nlohmann::json& json, const std::filesystem::path& path) {
  ColumnMapping mapping;
  mapping.name = json.value("name", path.stem().string());
  for (const auto& [role, column] : json.at("columns").items()) {
    Assign(mapping, role, column.get<std::string>());
  }
  mapping.time = NamedField(json, "time", &TimeUnitByName, kUnitNames, path);
  mapping.origin = NamedField(json, "origin", &OriginByName, kOriginNames, path);
  mapping.screen = SizeField(json, "screen", path);
  if (json.contains("picture")) SetPicture(json.at("picture").get<std::string>(), mapping);
  if (json.contains("coordinates")) mapping.in_picture = json.at("coordinates") == "picture";
  return mapping;
}

}  // namespace

std::string_view NameOf(Role role) { return kRoleNames.at(static_cast<std::size_t>(role)); }
std::optional<Role> RoleByName(std::string_view name) { return ByName<Role>(kRoleNames, name); }

std::string_view NameOf(TimeUnit unit) { return kUnitNames.at(static_cast<std::size_t>(unit)); }
std::optional<TimeUnit> TimeUnitByName(std::string_view name) {
  return ByName<TimeUnit>(kUnitNames, name);
}
double MillisecondsOf(TimeUnit unit) {
  constexpr std::array<double, 4> kMilliseconds = {1, 1000, 1e-3, 1e-6};
  return kMilliseconds.at(static_cast<std::size_t>(unit));
}

std::string_view NameOf(Origin origin) { return kOriginNames.at(static_cast<std::size_t>(origin)); }
std::optional<Origin> OriginByName(std::string_view name) {
  return ByName<Origin>(kOriginNames, name);
}

std::optional<FrameSize> ParseSize(std::string_view text) {
  const std::size_t by = text.find_first_of("xX*");
  if (by == text.npos) return std::nullopt;
  const auto number = [](std::string_view part) -> std::optional<double> {
    double value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    const bool whole = error == std::errc() && end == part.data() + part.size();
    if (!whole || !(value >= 1) || !(value <= 100'000)) return std::nullopt;
    return value;
  };
  const auto width = number(text.substr(0, by)), height = number(text.substr(by + 1));
  if (!width || !height) return std::nullopt;
  return FrameSize{*width, *height};
}

void SetPicture(std::string_view text, ColumnMapping& mapping) {
  mapping.centered = text == "centered";
  if (mapping.centered) return;
  const std::size_t plus = text.find('+');
  mapping.picture = ParseSize(text.substr(0, plus));
  bool good = mapping.picture.has_value();
  if (good && plus != text.npos) {
    const std::string_view corner = text.substr(plus + 1);
    double x = 0, y = 0;
    const std::size_t second = std::min(corner.find('+'), corner.size());
    const auto read = [](std::string_view part, double& value) {
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
      return error == std::errc() && end == part.data() + part.size() && value >= 0;
    };
    good = second < corner.size() && read(corner.substr(0, second), x) &&
           read(corner.substr(second + 1), y);
    mapping.corner = PointOnScreen{x, y};
  }
  if (!good) {
    throw InputError(fmt::format(
        "picture: \"{}\" is no place; centered, 1024x768 or 1024x768+128+96 is expected", text));
  }
}

ColumnMapping ParseColumns(std::string_view text) {
  ColumnMapping mapping;
  mapping.name = "given";
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::size_t equals = part.find('=');
    if (equals == part.npos) {
      std::vector<std::string> shipped;
      for (const ColumnMapping& known : ShippedMappings()) shipped.push_back(known.name);
      throw InputError(
          fmt::format("--columns: \"{}\" is neither a file, nor a mapping that comes with the "
                      "program ({}), nor "
                      "assignments like x=FixX,y=FixY",
                      part, fmt::join(shipped, ", ")));
    }
    Assign(mapping, part.substr(0, equals), std::string(part.substr(equals + 1)));
  }
  return mapping;
}

ColumnMapping ParseMapping(std::string text, const std::filesystem::path& path) {
  const nlohmann::json json = ParseJson(text, path);
  try {
    return MappingOf(json, path);
  } catch (const nlohmann::json::exception&) {
    throw InputError(path, "",
                     "is no column mapping; {{\"columns\": {{\"x\": \"FixX\", ...}}}} is expected");
  }
}

ColumnMapping ReadMapping(const std::filesystem::path& path) {
  return ParseMapping(ReadFile(path), path);
}

void WriteMapping(const std::filesystem::path& path, const ColumnMapping& mapping) {
  Json json = {{"name", mapping.name}, {"columns", Json::object()}};
  for (const auto& [role, column] : mapping.columns) json["columns"][NameOf(role)] = column;
  const auto text = [](const FrameSize& size) {
    return fmt::format("{}x{}", size.width, size.height);
  };
  if (mapping.time) json["time"] = NameOf(*mapping.time);
  if (mapping.origin) json["origin"] = NameOf(*mapping.origin);
  if (mapping.screen) json["screen"] = text(*mapping.screen);
  if (mapping.centered) json["picture"] = "centered";
  if (mapping.picture) {
    json["picture"] = text(*mapping.picture) +
                      (mapping.corner ? fmt::format("+{}+{}", mapping.corner->x, mapping.corner->y)
                                      : std::string());
  }
  if (mapping.in_picture) json["coordinates"] = *mapping.in_picture ? "picture" : "screen";
  WriteFileAtomically(path, json.dump(2) + "\n");
}

std::span<const ColumnMapping> ShippedMappings() {
  static const std::vector<ColumnMapping> kShipped = {
      {.name = "mcs",
       .columns = {{Role::kX, "CURRENT_FIX_X"},
                   {Role::kY, "CURRENT_FIX_Y"},
                   {Role::kDuration, "CURRENT_FIX_DURATION"},
                   {Role::kIndex, "CURRENT_FIX_INDEX"},
                   {Role::kSubject, "subjectnum"},
                   {Role::kTrial, "TRIAL_INDEX"},
                   {Role::kImage, "searcharray"},
                   {Role::kTask, "catcue"},
                   {Role::kCondition, "condition"},
                   {Role::kCorrect, "LAST_BUTTON_PRESSED==expected"},
                   {Role::kImageWidth, "im_w"},
                   {Role::kImageHeight, "im_h"}},
       .time = TimeUnit::kMilliseconds,
       .origin = Origin::kTopLeft,
       .screen = FrameSize{1280, 800},
       .centered = true},
      {.name = "eyelink-report",
       .columns = {{Role::kX, "CURRENT_FIX_X"},
                   {Role::kY, "CURRENT_FIX_Y"},
                   {Role::kDuration, "CURRENT_FIX_DURATION"},
                   {Role::kSubject, "RECORDING_SESSION_LABEL"},
                   {Role::kTrial, "TRIAL_INDEX"}},
       .time = TimeUnit::kMilliseconds,
       .origin = Origin::kTopLeft},
      {.name = "tobii",
       .columns = {{Role::kX, "Fixation point X"},
                   {Role::kY, "Fixation point Y"},
                   {Role::kDuration, "Gaze event duration"},
                   {Role::kEvent, "Eye movement type"},
                   {Role::kIndex, "Eye movement type index"},
                   {Role::kSubject, "Participant name"}},
       .time = TimeUnit::kMilliseconds,
       .origin = Origin::kTopLeft},
      {.name = "multimatch",
       .columns = {{Role::kX, "start_x"}, {Role::kY, "start_y"}, {Role::kDuration, "duration"}},
       .time = TimeUnit::kSeconds,
       .origin = Origin::kTopLeft}};
  return kShipped;
}

ColumnMapping MappingFor(const std::string& text) {
  for (const ColumnMapping& mapping : ShippedMappings()) {
    if (mapping.name == text) return mapping;
  }
  if (std::filesystem::exists(text)) return ReadMapping(text);
  return ParseColumns(text);
}

ColumnMapping Merge(ColumnMapping given, const ColumnMapping& otherwise) {
  if (given.name.empty()) given.name = otherwise.name;
  given.columns.insert(otherwise.columns.begin(), otherwise.columns.end());
  if (!given.time) given.time = otherwise.time;
  if (!given.origin) given.origin = otherwise.origin;
  if (!given.screen) given.screen = otherwise.screen;
  if (!given.picture && !given.centered) {
    given.picture = otherwise.picture;
    given.corner = otherwise.corner;
  }
  given.centered = given.centered || otherwise.centered;
  if (!given.in_picture) given.in_picture = otherwise.in_picture;
  return given;
}

}  // namespace saccade
