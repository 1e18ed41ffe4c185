#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/formats/named_tensors.h"
#include "saccade/kernels/sparse_state.h"

// The weights, states and batches behind the golden network values: the formulas of the shared
// data's README. For tests only.
namespace saccade::golden {

inline double U(std::uint64_t x) {
  return static_cast<double>(SplitMix64(x) >> 40) / static_cast<double>(1 << 24);
}

inline NamedTensors FormulaWeights(NamedTensors tensors, float factor = 1) {
  for (auto& [name, tensor] : tensors) {
    double fan = 64;
    if (tensor.shape.size() > 1) {
      fan = static_cast<double>(ElementCount(tensor.shape)) / static_cast<double>(tensor.shape[0]);
    }
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      tensor.values[i] =
          factor * static_cast<float>((2 * U(Fnv1a64(name) + i) - 1) / std::sqrt(fan));
    }
  }
  return tensors;
}

inline SparseState FormulaState(std::uint64_t k) {
  SparseState state;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const std::uint64_t b = 1000003 * k + 7 * static_cast<std::uint64_t>(cell);
    const auto set = [&](int channel, double value) {
      for (std::size_t i = state.offsets[cell]; i < state.entries.size(); ++i) {
        if (state.entries[i].channel == channel) {
          state.entries[i].value = static_cast<float>(value);
          return;
        }
      }
      state.entries.push_back({channel, static_cast<float>(value)});
    };
    if (U(b) >= .08) {
      const int channel = static_cast<int>(SplitMix64(b + 1) % 134);
      set(channel, channel < 80 ? .25 + .75 * U(b + 2) : 1);
      if (U(b + 3) < .15) set(static_cast<int>(SplitMix64(b + 4) % 80), .25 + .75 * U(b + 5));
    }
    state.offsets[cell + 1] = static_cast<std::uint16_t>(state.entries.size());
  }
  return state;
}

}  // namespace saccade::golden
