#pragma once

#include <vector>

#include "saccade/formats/named_tensors.h"
#include "saccade/kernels/conv_shape.h"

namespace saccade {

// Where an output cell stands relative to the picture's border: the taps of a padded convolution
// that fall outside differ only there. 2 * padding + 1 cases in each direction.
class BorderCases {
 public:
  explicit BorderCases(const ConvShape& conv) : conv_(conv), side_(2 * conv.padding + 1) {}

  int side() const { return side_; }
  int count() const { return side_ * side_; }
  int OfRow(int row) const { return CaseOf(row, conv_.OutRows()); }
  int OfColumn(int column) const { return CaseOf(column, conv_.OutColumns()); }
  int Of(int row, int column) const { return side_ * OfRow(row) + OfColumn(column); }
  // Whether tap `tap` (0..kernel-1) reads inside the picture at a cell of case `border`.
  bool ReadsInside(int border, int tap) const;

 private:
  int CaseOf(int position, int size) const {
    if (position < conv_.padding) return position;
    const int from_end = size - 1 - position;
    return from_end < conv_.padding ? side_ - 1 - from_end : conv_.padding;
  }

  ConvShape conv_;
  int side_;
};

// The share of a convolution's output that does not depend on its features: the bias and the 18
// one-hot task maps. Constant maps through a convolution give one value per (task, border case,
// output map), so 18 input channels become a table look-up.
class TaskBias {
 public:
  // `weight` and `bias` as PyTorch stores them: [out][in + 18][kernel][kernel], [out].
  TaskBias(const ConvShape& conv, const HostTensor& weight, const HostTensor& bias);

  // `conv.out` values, padded with zeros to a multiple of 16.
  const float* At(int task, int row, int column) const { return Row(task, cases_.Of(row, column)); }
  const float* Row(int task, int border) const {
    return &table_[static_cast<std::size_t>(task * cases_.count() + border) * stride_];
  }

 private:
  BorderCases cases_;
  std::size_t stride_;
  std::vector<float> table_;
};

// Its backward: sums the gradients of the outputs by (task, border case), then gives them to the
// task's weights and the bias.
class TaskBiasGradient {
 public:
  explicit TaskBiasGradient(const ConvShape& conv);

  void Clear();
  // The sum for one cell's gradients: `conv.out` values, padded to a multiple of 16.
  float* At(int task, int row, int column) { return Row(task, cases_.Of(row, column)); }
  float* Row(int task, int border) {
    return &table_[static_cast<std::size_t>(task * cases_.count() + border) * stride_];
  }
  void Add(const TaskBiasGradient& other);
  // Adds the gradients to tensors in PyTorch's layout.
  void AddTo(HostTensor& weight, HostTensor& bias) const;

 private:
  ConvShape conv_;
  BorderCases cases_;
  std::size_t stride_;
  std::vector<float> table_;
};

}  // namespace saccade
