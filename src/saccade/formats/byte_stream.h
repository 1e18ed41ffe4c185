#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "saccade/base/error.h"

namespace saccade {

// Builds a binary record, little-endian on every machine.
class ByteWriter {
 public:
  template <std::unsigned_integral T>
  void Put(T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes_.push_back(static_cast<char>(value >> (8 * i) & 0xFF));
    }
  }
  // Seven bits a byte, the last one without its high bit.
  void PutVarint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }
  void PutBytes(std::string_view bytes) { bytes_.append(bytes); }
  // Length (16 bits), then the bytes.
  void PutString(std::string_view text) {
    if (text.size() > 0xFFFF) throw InputError("a name is longer than 65,535 bytes");
    Put(static_cast<std::uint16_t>(text.size()));
    PutBytes(text);
  }

  std::size_t size() const { return bytes_.size(); }
  std::string_view bytes() const { return bytes_; }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads one back. Every read is checked: past the end it throws InputError with file and byte.
// `file` must outlive the reader.
class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, const std::filesystem::path& file)
      : bytes_(bytes), file_(&file) {}

  template <std::unsigned_integral T>
  T Get() {
    const auto raw = GetBytes(sizeof(T));
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      value = static_cast<T>(value | T{static_cast<unsigned char>(raw[i])} << (8 * i));
    }
    return value;
  }
  std::uint64_t GetVarint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const auto byte = Get<std::uint8_t>();
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if ((byte & 0x80) == 0) return value;
    }
    Refuse("a number has too many bytes");
  }
  std::string_view GetBytes(std::size_t count) {
    if (count > bytes_.size() - position_) {
      Refuse(fmt::format("the data ends here; {} more bytes are expected",
                         count - (bytes_.size() - position_)));
    }
    const auto* first = reinterpret_cast<const char*>(bytes_.data() + position_);
    position_ += count;
    return {first, count};
  }
  std::string_view GetString() { return GetBytes(Get<std::uint16_t>()); }

  // Everything from here to the end, without moving.
  std::string_view Rest() const {
    return {reinterpret_cast<const char*>(bytes_.data() + position_), bytes_.size() - position_};
  }

  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  bool AtEnd() const { return remaining() == 0; }
  const std::filesystem::path& file() const { return *file_; }

  [[noreturn]] void Refuse(std::string_view what) const {
    throw InputError(*file_, fmt::format("byte {}", position_), "{}", what);
  }

 private:
  std::span<const std::byte> bytes_;
  const std::filesystem::path* file_;
  std::size_t position_ = 0;
};

}  // namespace saccade
