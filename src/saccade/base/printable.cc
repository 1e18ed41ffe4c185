#include "saccade/base/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace saccade {
namespace {

// Bytes of the well-formed character that begins at `at`; 0 when there is none, or when it is a
// control character (C1 included) or one that turns the direction of writing.
std::size_t CharacterAt(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  unsigned code = first & (0xffu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr unsigned kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  if (code < kLeast[size] || code > 0x10ffff || surrogate || turns || code < 0xa0) return 0;
  return size;
}

}  // namespace

std::string Printable(std::string_view text, std::size_t most) {
  std::string line;
  line.reserve(std::min(text.size(), most));
  // What stands in the middle of a long text is passed over without a look.
  const std::size_t head = most * 2 / 3, tail = most - head;
  const auto escape = [&](std::string_view part) {
    for (std::size_t i = 0; i < part.size();) {
      const std::size_t size = CharacterAt(part, i);
      if (size > 0) {
        line += part.substr(i, size);
        i += size;
        continue;
      }
      const char c = part[i++];
      if (c == '\n') {
        line += "\\n";
      } else if (c == '\t') {
        line += "\\t";
      } else {
        line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    }
  };
  if (text.size() <= most) {
    escape(text);
    return line;
  }
  // Not through the middle of a character.
  const auto inside = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0u) == 0x80u;
  };
  std::size_t end = head, begin = text.size() - tail;
  for (int i = 0; i < 3 && inside(end); ++i) --end;
  for (int i = 0; i < 3 && inside(begin); ++i) ++begin;
  escape(text.substr(0, end));
  line += "...";
  escape(text.substr(begin));
  return line;
}

}  // namespace saccade
