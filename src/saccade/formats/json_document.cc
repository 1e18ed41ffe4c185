#include "saccade/formats/json_document.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/file.h"

namespace saccade {
namespace {

constexpr std::array<std::string_view, 3> kNonFiniteTokens = {"NaN", "-Infinity", "Infinity"};

// Turns NaN, Infinity and -Infinity outside strings into strings of the same length by putting
// quotes over their first and last letters. True if there were any.
bool QuoteNonFinite(std::string& text) {
  bool found = false;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (in_string) {
      if (text[i] == '\\') ++i;
      continue;
    }
    for (const std::string_view token : kNonFiniteTokens) {
      if (text.compare(i, token.size(), token) != 0) continue;
      text[i] = text[i + token.size() - 1] = '"';
      i += token.size() - 1;
      found = true;
      break;
    }
  }
  return found;
}

// Finds where a text stops being JSON. simdjson does not say; nlohmann's parser does, and its speed
// does not matter for a file that is refused.
class SyntaxErrorFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    position_ = position;
    return false;
  }

  // Number of bytes read when the error was met.
  std::optional<std::size_t> position() const { return position_; }

 private:
  std::optional<std::size_t> position_;
};

[[noreturn]] void ThrowSyntaxError(const std::string& text, const std::filesystem::path& path,
                                   simdjson::error_code code) {
  if (std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; })) {
    throw InputError(path, "", "is empty; JSON is expected");
  }
  SyntaxErrorFinder finder;
  nlohmann::json::sax_parse(text, &finder);
  if (!finder.position()) {
    throw InputError(path, "", "cannot be read as JSON: {}", simdjson::error_message(code));
  }
  if (*finder.position() > text.size()) {
    throw InputError(path, "", "the JSON is truncated: it ends after {} bytes; get the file again",
                     text.size());
  }
  const std::size_t at = *finder.position() == 0 ? 0 : *finder.position() - 1;
  const std::string_view before = std::string_view(text).substr(0, at);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t line_start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
  throw InputError(path, fmt::format("line {}, column {}", line, at - line_start + 1),
                   "is not JSON from here on; correct it or get the file again");
}

}  // namespace

JsonDocument JsonDocument::Read(const std::filesystem::path& path) {
  return Parse(ReadFile(path), path);
}

JsonDocument JsonDocument::Parse(std::string text, std::filesystem::path path) {
  JsonDocument document;
  document.path_ = std::move(path);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // Windows writes a mark of UTF-8
  document.parser_ = std::make_unique<simdjson::dom::parser>();
  auto code = document.parser_->parse(text).get(document.root_);
  if (code != simdjson::SUCCESS && QuoteNonFinite(text)) {
    code = document.parser_->parse(text).get(document.root_);
  }
  if (code == simdjson::MEMALLOC) throw std::bad_alloc();
  if (code != simdjson::SUCCESS) ThrowSyntaxError(text, document.path_, code);
  return document;
}

bool IsNonFinite(std::string_view text) {
  return std::ranges::any_of(kNonFiniteTokens, [text](std::string_view token) {
    return text == token.substr(1, token.size() - 2);
  });
}

std::string_view KindOf(const simdjson::dom::element& element) {
  switch (element.type()) {
    case simdjson::dom::element_type::ARRAY:
      return "a list";
    case simdjson::dom::element_type::OBJECT:
      return "an object";
    case simdjson::dom::element_type::STRING:
      return IsNonFinite(element.get_string().value_unsafe()) ? "not finite (NaN or infinite)"
                                                              : "a string";
    case simdjson::dom::element_type::BOOL:
      return "true or false";
    case simdjson::dom::element_type::NULL_VALUE:
      return "null";
    default:
      return "a number";
  }
}

}  // namespace saccade
