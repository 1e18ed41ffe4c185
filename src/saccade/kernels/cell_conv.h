#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "saccade/kernels/lanes.h"

namespace saccade {

// Convolution of single cells: where only some outputs of a layer are wanted (the window around an
// action, the cells that a fixation changed) a dense convolution wastes its work. Outputs are rows;
// each row names, tap by tap, where its input vectors stand (channels contiguous; a row of zeros
// stands for what lies outside the picture).
//
//   out[row][o] = start[row][o] + sum over taps and channels of input[row][tap][i] * W[tap][i][o]

// Weights in the order of the current width's kernel: [group of outputs][tap][in][group].
class CellWeights {
 public:
  CellWeights() = default;
  // weight[tap][i][o] = value(tap, i, o); outputs are padded with zeros to a multiple of 16.
  template <typename Value>
  CellWeights(int taps, int in, int out, Value value);

  int taps() const { return taps_; }
  int in() const { return in_; }
  int padded_out() const { return padded_out_; }
  int group() const { return group_; }
  const float* values() const { return values_.data(); }

 private:
  static int GroupSize();  // of the current width

  int group_ = GroupSize();
  int taps_ = 0;
  int in_ = 0;
  int padded_out_ = 0;
  std::vector<float> values_;
};

struct CellConvJob {
  std::span<const float* const> inputs;  // rows * taps
  std::span<const float* const> starts;  // rows, padded_out values each; empty: zeros
  std::span<float* const> outputs;       // rows, padded_out values each
  bool relu = false;
};
void CellConv(const CellWeights& weights, const CellConvJob& job);

// The gradient of the weights for the same rows:
//   sums[tap][i][o] += sum over rows of input[row][tap][i] * gradient[row][o]
// `sums` holds taps * in * out values; `out` must be a multiple of 16.
struct CellOuterJob {
  std::span<const float* const> inputs;     // rows * taps
  std::span<const float* const> gradients;  // rows, `out` values each
  int taps = 0;
  int in = 0;
  int out = 0;
};
void CellOuterProducts(const CellOuterJob& job, float* sums);

template <typename Value>
CellWeights::CellWeights(int taps, int in, int out, Value value)
    : taps_(taps), in_(in), padded_out_(PadTo16(out)) {
  values_.resize(static_cast<std::size_t>(taps) * in * padded_out_);
  for (int first = 0; first < padded_out_; first += group_) {
    const int group = std::min(group_, padded_out_ - first);
    float* to = &values_[static_cast<std::size_t>(first) * taps * in];
    for (int tap = 0; tap < taps; ++tap) {
      for (int i = 0; i < in; ++i, to += group) {
        for (int o = 0; o < group && first + o < out; ++o) to[o] = value(tap, i, first + o);
      }
    }
  }
}

}  // namespace saccade
