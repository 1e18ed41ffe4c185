#pragma once

#include <cstddef>
#include <cstdint>

namespace saccade {

// Sums of whole rows, compiled for each width of processor (base/processor_width.h); the same bits
// at each. No inline functions here: see kernels/loops.h.
struct RowLoops {
  // to = weights[0] before[0] + the sum over k of weights[k] (before[k] + after[k]), 1 <= k <=
  // radius.
  void (*blur)(const float* const* before, const float* const* after, const float* weights,
               int radius, std::size_t count, float* to);
  // Rounded, and cut to 0..255.
  void (*to_bytes)(const float* from, std::size_t count, std::uint8_t* to);
};

// Those of the current width.
const RowLoops& CurrentRowLoops();

}  // namespace saccade
