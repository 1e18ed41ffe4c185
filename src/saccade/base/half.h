#pragma once

#include <bit>
#include <cstdint>

namespace saccade {

// IEEE 754 half precision as bits. Exact towards float; to nearest, ties to even, towards half:
// values of 65520 and more become infinite, NaN stays NaN.

constexpr float FloatFromHalf(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
  const std::uint32_t magnitude = half & 0x7FFFu;
  // Shifted into place the exponent is short by 127 - 15 = 112, which a product with 2^112 adds;
  // it also normalises subnormal halves.
  if (magnitude < 0x7C00u) {
    const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | sign);
  }
  return std::bit_cast<float>(sign | 0x7F800000u | ((magnitude & 0x3FFu) << 13));
}

constexpr std::uint16_t HalfFromFloat(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return static_cast<std::uint16_t>(sign | 0x7E00u);
  if (magnitude >= 0x477FF000u) return static_cast<std::uint16_t>(sign | 0x7C00u);  // >= 65520
  if (magnitude < 0x38800000u) {
    // Below 2^-14 halves are multiples of 2^-24, the unit in the last place of floats near .5:
    // adding .5 rounds as wanted and leaves the count in the low bits.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000u));
  }
  const std::uint32_t even = (magnitude >> 13) & 1u;
  const std::uint32_t rounded = magnitude - (112u << 23) + 0x0FFFu + even;
  return static_cast<std::uint16_t>(sign | (rounded >> 13));
}

// bfloat16: the upper half of a float.
constexpr float FloatFromBfloat16(std::uint16_t value) {
  return std::bit_cast<float>(std::uint32_t{value} << 16);
}

}  // namespace saccade
