#include "saccade/formats/utf16.h"

#include <utility>

namespace saccade {
namespace {

constexpr char32_t kUnknown = 0xfffd;
constexpr char16_t kMark = 0xfeff;

void AppendLetter(char32_t letter, std::string& text) {
  const auto last = [&](int shift) { text += static_cast<char>(0x80 | (letter >> shift & 0x3f)); };
  if (letter < 0x80) {
    text += static_cast<char>(letter);
  } else if (letter < 0x800) {
    text += static_cast<char>(0xc0 | letter >> 6);
    last(0);
  } else if (letter < 0x10000) {
    text += static_cast<char>(0xe0 | letter >> 12);
    last(6);
    last(0);
  } else {
    text += static_cast<char>(0xf0 | letter >> 18);
    last(12);
    last(6);
    last(0);
  }
}

}  // namespace

std::optional<Utf16Decoder> Utf16Decoder::ForMark(std::string_view start) {
  if (start.starts_with("\xFF\xFE")) return Utf16Decoder(true);
  if (start.starts_with("\xFE\xFF")) return Utf16Decoder(false);
  return std::nullopt;
}

void Utf16Decoder::Append(std::span<const char> bytes, std::string& text) {
  for (const char byte : bytes) {
    const auto here = static_cast<unsigned char>(byte);
    if (!half_unit_) {
      half_unit_ = here;
      continue;
    }
    const auto before = *std::exchange(half_unit_, std::nullopt);
    const auto unit =
        static_cast<char16_t>(little_endian_ ? here << 8 | before : before << 8 | here);
    const bool is_low = unit >= 0xdc00 && unit < 0xe000;
    if (const char16_t high = std::exchange(high_surrogate_, 0); high != 0) {
      if (is_low) {
        AppendLetter(0x10000 + ((high - 0xd800u) << 10) + (unit - 0xdc00u), text);
        continue;
      }
      AppendLetter(kUnknown, text);
    }
    if (unit >= 0xd800 && unit < 0xdc00) {
      high_surrogate_ = unit;
    } else if (unit != kMark) {
      AppendLetter(is_low ? kUnknown : unit, text);
    }
  }
}

void Utf16Decoder::Finish(std::string& text) {
  if (half_unit_ || high_surrogate_ != 0) AppendLetter(kUnknown, text);
  half_unit_.reset();
  high_surrogate_ = 0;
}

}  // namespace saccade
