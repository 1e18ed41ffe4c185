#pragma once

#include <vector>

#include "saccade/kernels/golden_formula.h"

namespace saccade {

// Values in [-1/2, 1/2), different for each `seed`.
inline std::vector<float> FormulaValues(std::size_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>(golden::U(1000003 * seed + i) - 0.5);
  }
  return values;
}

// How far a float sum of `terms` products, each at most `size`, may be from the true one: an error
// of half a unit in the last place per product and per sum.
inline double SumTolerance(std::size_t terms, double size) {
  return static_cast<double>(terms) * static_cast<double>(terms + 2) * size * 0x1p-24;
}

}  // namespace saccade
