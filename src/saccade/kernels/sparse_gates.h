#pragma once

#include <span>
#include <vector>

#include "saccade/kernels/sparse_state.h"
#include "saccade/kernels/task_bias.h"

namespace saccade {

// The input's share of the gates of a convolutional LSTM: a convolution of a sparse state (and the
// task maps) to any multiple of 16 maps, without an activation. As in sparse_conv.h an output is
// the sum of a few rows of a table: 5 MFLOP for 5x5 to 128 maps instead of 620.
class SparseGates {
 public:
  // Weights as PyTorch stores them.
  SparseGates(const ConvShape& conv, const HostTensor& weight, const HostTensor& bias);

  // `out`: [row][column][conv.out].
  void Forward(const SparseState& state, int task, std::span<float> out) const;

 private:
  ConvShape conv_;
  TaskBias task_bias_;
  std::vector<float> table_;  // [channel][tap][conv.out]
};

// Its gradient with respect to weight and bias, gathered over states.
class SparseGatesGradient {
 public:
  explicit SparseGatesGradient(const ConvShape& conv);

  // `gradient`: of one state's output, [row][column][conv.out].
  void Add(const SparseState& state, int task, std::span<const float> gradient);
  // Adds to tensors in PyTorch's layout.
  void AddTo(HostTensor& weight, HostTensor& bias) const;

 private:
  ConvShape conv_;
  TaskBiasGradient task_bias_;
  std::vector<float> table_;
};

}  // namespace saccade
