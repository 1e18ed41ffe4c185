#pragma once

#include <simdjson.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace saccade {

// A JSON file, parsed. Throws InputError with line and column when it is not JSON; says "truncated"
// when it ends too early. Include it in .cc files only: simdjson is no part of any public header.
//
// Python writes NaN, Infinity and -Infinity, which are not JSON. They are let through as strings
// (IsNonFinite), so that the reader of a record can name the record that holds them, or skip it.
class JsonDocument {
 public:
  static JsonDocument Read(const std::filesystem::path& path);
  // `path` is for messages only.
  static JsonDocument Parse(std::string text, std::filesystem::path path);

  simdjson::dom::element root() const { return root_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  JsonDocument() = default;

  std::filesystem::path path_;
  std::unique_ptr<simdjson::dom::parser> parser_;
  simdjson::dom::element root_;
};

// True for the string that stands for NaN or an infinity of the file.
bool IsNonFinite(std::string_view text);

// "an object", "a string", ...: what was found, for messages.
std::string_view KindOf(const simdjson::dom::element& element);

}  // namespace saccade
