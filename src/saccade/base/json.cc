#include "saccade/base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/printable.h"

namespace saccade {
namespace {

std::string LineAt(std::string_view text, std::size_t place) {
  const auto before = text.substr(0, std::min(place, text.size()));
  return fmt::format("line {}", 1 + std::ranges::count(before, '\n'));
}

// Where nesting gets too deep, or npos. Brackets in strings do not count.
std::size_t PlaceTooDeep(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestJson) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::string_view::npos;
}

}  // namespace

void CheckJsonDepth(std::string_view text, const std::filesystem::path& file) {
  const std::size_t deep = PlaceTooDeep(text);
  if (deep == std::string_view::npos) return;
  throw InputError(file, LineAt(text, deep), "nests deeper than {} levels", kDeepestJson);
}

template <typename Json>
Json ParseJson(std::string_view text, const std::filesystem::path& file) {
  CheckJsonDepth(text, file);
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t place = error.byte > 0 ? error.byte - 1 : 0;
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      throw InputError(file, "", "is empty; JSON is expected");
    }
    throw InputError(file, LineAt(text, place), "is not JSON from here: {}",
                     Printable(text.substr(std::min(place, text.size()), 200), 40));
  } catch (const nlohmann::json::out_of_range&) {
    throw InputError(file, "", "holds a number that is too large for any computer");
  }
}

template <typename Json>
Json ReadJson(const std::filesystem::path& file) {
  return ParseJson<Json>(ReadFile(file), file);
}

template <typename Json>
std::string JsonText(const Json& value) {
  if (value.is_array()) return value.empty() ? "an empty list" : "a list";
  if (value.is_object()) return value.empty() ? "an empty object" : "an object";
  if (value.is_string()) {
    return fmt::format("\"{}\"", Printable(value.template get_ref<const std::string&>(), 60));
  }
  return Printable(value.dump(), 60);
}

using nlohmann::json;
using nlohmann::ordered_json;
template json ParseJson<json>(std::string_view, const std::filesystem::path&);
template ordered_json ParseJson<ordered_json>(std::string_view, const std::filesystem::path&);
template json ReadJson<json>(const std::filesystem::path&);
template ordered_json ReadJson<ordered_json>(const std::filesystem::path&);
template std::string JsonText<json>(const json&);
template std::string JsonText<ordered_json>(const ordered_json&);

}  // namespace saccade
