#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace saccade {

// Bit-reflected 32-bit cyclic redundancy checks, one byte at a time.
template <std::uint32_t kReflectedPolynomial>
constexpr std::array<std::uint32_t, 256> CrcTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value >> 1) ^ ((value & 1) != 0 ? kReflectedPolynomial : 0);
    }
    table[byte] = value;
  }
  return table;
}

template <std::uint32_t kReflectedPolynomial>
std::uint32_t Crc(std::span<const std::byte> bytes) {
  static constexpr auto kTable = CrcTable<kReflectedPolynomial>();
  std::uint32_t value = 0xFFFFFFFFu;
  for (const std::byte byte : bytes) {
    value = (value >> 8) ^ kTable[(value ^ static_cast<std::uint32_t>(byte)) & 0xFFu];
  }
  return ~value;
}

// Of zip archives (IEEE 802.3).
inline std::uint32_t Crc32(std::span<const std::byte> bytes) { return Crc<0xEDB88320u>(bytes); }

// Castagnoli's, of TensorBoard records.
inline std::uint32_t Crc32c(std::span<const std::byte> bytes) { return Crc<0x82F63B78u>(bytes); }
inline std::uint32_t Crc32c(std::string_view text) {
  return Crc32c(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace saccade
