#include "saccade/kernels/sparse_gates.h"

#include <algorithm>

#include "saccade/kernels/sparse_window.h"
#include "saccade/kernels/sums.h"

namespace saccade {

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
  CurrentLoops().sparse_gates(WindowOf(state, conv_), table_.data(), conv_.out, out.data());
}

SparseGatesGradient::SparseGatesGradient(const ConvShape& conv)
    : conv_(conv),
      task_bias_(conv),
      table_(static_cast<std::size_t>(conv.in) * conv.Taps() * conv.out) {}

void SparseGatesGradient::Add(const SparseState& state, int task, std::span<const float> gradient) {
  const std::size_t maps = static_cast<std::size_t>(conv_.out);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    AddValues(gradient.subspan(cell * maps, maps), task_bias_.At(task, at.row, at.column));
  }
  CurrentLoops().sparse_gates_gradient(WindowOf(state, conv_), gradient.data(), conv_.out,
                                       table_.data());
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
