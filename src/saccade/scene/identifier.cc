#include "saccade/scene/identifier.h"

#include <charconv>

namespace saccade {

std::optional<std::int64_t> Identifier::number() const {
  std::int64_t value = 0;
  const char* end = text_.data() + text_.size();
  const auto [stop, error] = std::from_chars(text_.data(), end, value);
  if (error != std::errc() || stop != end || std::to_string(value) != text_) return std::nullopt;
  return value;
}

std::strong_ordering Identifier::operator<=>(const Identifier& other) const {
  const auto mine = number(), theirs = other.number();
  if (mine && theirs) return *mine <=> *theirs;
  if (mine || theirs) return mine ? std::strong_ordering::less : std::strong_ordering::greater;
  return text_ <=> other.text_;
}

}  // namespace saccade
