#include "saccade/kernels/sparse_gates.h"

#include <algorithm>

#include "saccade/kernels/vector16.h"

namespace saccade {
namespace {

// to += factor * from, `maps` (a multiple of 16) values.
void AddScaled(float factor, const float* from, int maps, float* to) {
  for (int m = 0; m < maps; m += kLanes) {
    Store16(to + m, Load16(to + m) + factor * Load16(from + m));
  }
}

// Calls visit(output cell, row of the table, value) for all that enters the outputs, in the order
// of the outputs.
template <typename Visit>
void ForEachProduct(const ConvShape& conv, const SparseState& state, Visit&& visit) {
  const int reach = conv.padding;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const auto [column, row] = Grid::At(cell);
    for (int r = std::max(0, row - reach); r <= std::min(Grid::kRows - 1, row + reach); ++r) {
      const int tap_row = (r - row + reach) * conv.kernel;
      const int last = std::min(Grid::kColumns - 1, column + reach);
      for (int c = std::max(0, column - reach); c <= last; ++c) {
        const int tap = tap_row + c - column + reach;
        for (const SparseState::Entry& entry : state.At(Grid::Index({c, r}))) {
          visit(cell, static_cast<std::size_t>(entry.channel) * conv.Taps() + tap, entry.value);
        }
      }
    }
  }
}

}  // namespace

SparseGates::SparseGates(const ConvShape& conv, const HostTensor& weight, const HostTensor& bias)
    : conv_(conv),
      task_bias_(conv, weight, bias),
      table_(static_cast<std::size_t>(conv.in) * conv.Taps() * conv.out) {
  const std::size_t taps = static_cast<std::size_t>(conv.Taps());
  const std::size_t inputs = static_cast<std::size_t>(conv.in) + kTasks;
  for (int out = 0; out < conv.out; ++out) {
    const float* from = &weight.values[out * inputs * taps];
    for (std::size_t i = 0; i < conv.in * taps; ++i) table_[i * conv.out + out] = from[i];
  }
}

void SparseGates::Forward(const SparseState& state, int task, std::span<float> out) const {
  const std::size_t maps = static_cast<std::size_t>(conv_.out);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    std::copy_n(task_bias_.At(task, at.row, at.column), maps, &out[cell * maps]);
  }
  ForEachProduct(conv_, state, [&](int cell, std::size_t row, float value) {
    AddScaled(value, &table_[row * maps], conv_.out, &out[cell * maps]);
  });
}

SparseGatesGradient::SparseGatesGradient(const ConvShape& conv)
    : conv_(conv),
      task_bias_(conv),
      table_(static_cast<std::size_t>(conv.in) * conv.Taps() * conv.out) {}

void SparseGatesGradient::Add(const SparseState& state, int task, std::span<const float> gradient) {
  const std::size_t maps = static_cast<std::size_t>(conv_.out);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    AddScaled(1, &gradient[cell * maps], conv_.out, task_bias_.At(task, at.row, at.column));
  }
  ForEachProduct(conv_, state, [&](int cell, std::size_t row, float value) {
    AddScaled(value, &gradient[cell * maps], conv_.out, &table_[row * maps]);
  });
}

void SparseGatesGradient::AddTo(HostTensor& weight, HostTensor& bias) const {
  const std::size_t taps = static_cast<std::size_t>(conv_.Taps());
  const std::size_t inputs = static_cast<std::size_t>(conv_.in) + kTasks;
  for (int out = 0; out < conv_.out; ++out) {
    float* to = &weight.values[out * inputs * taps];
    for (std::size_t i = 0; i < conv_.in * taps; ++i) to[i] += table_[i * conv_.out + out];
  }
  task_bias_.AddTo(weight, bias);
}

}  // namespace saccade
