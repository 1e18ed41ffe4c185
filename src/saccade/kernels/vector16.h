#pragma once

#include <cstring>

namespace saccade {

// Sixteen floats in one register (two where the machine has 256-bit vectors): the unit of every
// kernel here. All channel counts are multiples of 16 or padded to one.
inline constexpr int kLanes = 16;
using Vector16 = float __attribute__((vector_size(kLanes * sizeof(float))));

inline Vector16 Load16(const float* from) {
  Vector16 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void Store16(float* to, Vector16 value) { std::memcpy(to, &value, sizeof value); }

inline Vector16 Relu16(Vector16 value) { return value > 0.0f ? value : Vector16{}; }

// The least multiple of 16 that holds `channels`.
constexpr int PadTo16(int channels) { return (channels + kLanes - 1) / kLanes * kLanes; }

}  // namespace saccade
