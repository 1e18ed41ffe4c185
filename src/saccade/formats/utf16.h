#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace saccade {

// UTF-16 as UTF-8, piece by piece: spreadsheets and trackers save their tables so.
class Utf16Decoder {
 public:
  // The decoder that the mark at the start of a text asks for; nothing for any other text.
  static std::optional<Utf16Decoder> ForMark(std::string_view start);

  // Appends what the bytes say, the mark left out; halves wait for the next piece.
  void Append(std::span<const char> bytes, std::string& text);
  // What waits at the end of a text is half a letter.
  void Finish(std::string& text);

 private:
  explicit Utf16Decoder(bool little_endian) : little_endian_(little_endian) {}

  bool little_endian_;
  std::optional<unsigned char> half_unit_{};
  char16_t high_surrogate_ = 0;
};

}  // namespace saccade
