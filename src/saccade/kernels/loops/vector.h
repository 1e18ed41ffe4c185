#pragma once

#include <cstddef>
#include <cstdint>

#include "saccade/kernels/loops.h"

// Included by loops/table.cc alone, once for each width; every function of this folder is static.

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

constexpr int kLanes = 16;               // of a block of maps
constexpr int kParts = kLanes / kWidth;  // registers of a block

// Sums that stay in registers beside what is multiplied.
constexpr int kSums = kRegisters == 32 ? 24 : 12;

static_assert(kLanes % kWidth == 0);

[[gnu::always_inline]] inline Vec Load(const float* from) {
  Vec value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

[[gnu::always_inline]] inline void Store(float* to, Vec value) {
  __builtin_memcpy(to, &value, sizeof value);
}

[[gnu::always_inline]] inline Vec Relu(Vec value) { return value > 0.0f ? value : Vec{}; }

constexpr int Least(int a, int b) { return a < b ? a : b; }
constexpr int Most(int a, int b) { return a > b ? a : b; }

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
