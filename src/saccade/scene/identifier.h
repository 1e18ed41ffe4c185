#pragma once

#include <fmt/core.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace saccade {

// Who searched, or which time: a name as the file has it, which is a number in most files. Names
// that are whole numbers are written as numbers and sorted by value, before the others; "03" is a
// name of its own. Without a name nobody knows who it was.
class Identifier {
 public:
  Identifier() = default;
  Identifier(int number) : text_(std::to_string(number)) {}  // NOLINT: 3 is a name
  explicit Identifier(std::string text) : text_(std::move(text)) {}

  bool known() const { return !text_.empty(); }
  const std::string& text() const { return text_; }
  std::optional<std::int64_t> number() const;

  bool operator==(const Identifier&) const = default;
  std::strong_ordering operator<=>(const Identifier& other) const;

 private:
  std::string text_;
};

// Both known, and the same. Whoever is not known is like nobody else.
inline bool IsSamePerson(const Identifier& a, const Identifier& b) { return a.known() && a == b; }

// As JSON: a number, a text, or null. Templates, so that this header needs no JSON library.
template <typename Json>
void to_json(Json& json, const Identifier& identifier) {
  if (!identifier.known()) {
    json = nullptr;
  } else if (const auto number = identifier.number()) {
    json = *number;
  } else {
    json = identifier.text();
  }
}
template <typename Json>
void from_json(const Json& json, Identifier& identifier) {
  if (json.is_null()) {
    identifier = {};
  } else if (json.is_string()) {
    identifier = Identifier(json.template get<std::string>());
  } else {
    identifier = Identifier(std::to_string(json.template get<std::int64_t>()));
  }
}

}  // namespace saccade

template <>
struct fmt::formatter<saccade::Identifier> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(const saccade::Identifier& identifier, Context& context) const {
    return fmt::formatter<std::string_view>::format(
        identifier.known() ? std::string_view(identifier.text()) : "-", context);
  }
};
