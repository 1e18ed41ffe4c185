#pragma once

#include <cstddef>

// For sources that are compiled once for each width (cmake/SaccadeWidths.cmake), and them alone.

namespace saccade::SACCADE_WIDTH {
namespace {

// One register of floats, and how many registers there are.
#if defined(__AVX512F__)
constexpr int kWidth = 16, kRegisters = 32;
#elif defined(__AVX2__)
constexpr int kWidth = 8, kRegisters = 16;
#elif defined(__x86_64__)
constexpr int kWidth = 4, kRegisters = 16;
#else
constexpr int kWidth = 4, kRegisters = 32;
#endif
using Vec = float __attribute__((vector_size(kWidth * sizeof(float))));

[[gnu::always_inline]] inline Vec Load(const float* from) {
  Vec value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

[[gnu::always_inline]] inline void Store(float* to, Vec value) {
  __builtin_memcpy(to, &value, sizeof value);
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
