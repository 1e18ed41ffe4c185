#pragma once

#include "saccade/base/width_vector.h"
#include "saccade/kernels/loops.h"

// Included by loops/table.cc alone, once for each width; every function of this folder is static.

namespace saccade::SACCADE_WIDTH {
namespace {

constexpr int kLanes = 16;               // of a block of maps
constexpr int kParts = kLanes / kWidth;  // registers of a block

// Sums that stay in registers beside what is multiplied.
constexpr int kSums = kRegisters == 32 ? 24 : 12;

static_assert(kLanes % kWidth == 0);

[[gnu::always_inline]] inline Vec Relu(Vec value) { return value > 0.0f ? value : Vec{}; }

constexpr int Least(int a, int b) { return a < b ? a : b; }
constexpr int Most(int a, int b) { return a > b ? a : b; }

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
