#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/formats/named_tensors.h"
#include "saccade/kernels/blocked_maps.h"
#include "saccade/kernels/conv_shape.h"
#include "saccade/kernels/loops.h"

namespace saccade {

// 2x2 max-pooling with stride 2; an odd last row or column is left out, as PyTorch does.
void MaxPool(const BlockedMaps& in, BlockedMaps& out);

// Where the gradients of pooled maps go: of the four inputs of a window to the first that is the
// largest (as PyTorch does), and nowhere if ReLU left all four at zero.
class PoolWinners {
 public:
  using Winner = PoolWinner;

  // `conv`: the convolution before the pool, without padding: its output (row, column) reads the
  // 3x3 inputs from (row, column) on.
  PoolWinners(const ConvShape& conv, int samples);

  // `activation`: the convolution's outputs after ReLU, of which `pooled` are the maxima.
  void Find(const BlockedMaps& activation, const BlockedMaps& pooled,
            const BlockedMaps& pooled_gradient);

  // The winners of one map with a gradient that is not zero, row by row.
  std::span<const Winner> Of(int sample, int channel) const {
    const std::size_t map = static_cast<std::size_t>(sample) * channels_ + channel;
    return {&winners_[map * windows_], counts_[map]};
  }
  // Their sums: a value for each channel.
  std::span<const float> Totals(int sample) const {
    return std::span(totals_).subspan(static_cast<std::size_t>(sample) * channels_, channels_);
  }

 private:
  friend class PooledConv;

  int channels_;
  int samples_;
  int in_columns_;
  std::size_t windows_;  // of a map
  std::vector<Winner> winners_;
  std::vector<std::size_t> counts_;
  AlignedFloats totals_;
};

// The backward pass of a 3x3 convolution without padding behind which stand ReLU and a max-pool.
// Three of four outputs have no gradient for certain, and many more have none because of ReLU, so
// sums over the winners beat even Winograd's kernels: for 16 samples on one core of a Zen 4, with
// winners drawn at random in 60% of the windows, critic0's weights 4.9 ms (oneDNN 13.6), critic1's
// 1.4 (4.3), critic1's inputs 2.2 (6.5), critic0's 9.1 (9.8, and oneDNN needs the gradients as a
// whole map). In the policy update together: 8.5 to 5.8 s (saccade benchmark).
class PooledConv {
 public:
  explicit PooledConv(const ConvShape& conv);

  // Takes the feature channels of a weight in PyTorch's layout.
  void SetWeights(const HostTensor& weight);

  // Adds the gradient of the convolution's inputs.
  void BackwardData(const PoolWinners& winners, BlockedMaps& in_gradient) const;
  // Adds to `sums`, as many as the feature channels have weights, in an order of its own.
  void BackwardWeights(const BlockedMaps& in, const PoolWinners& winners,
                       std::span<float> sums) const;
  std::size_t WeightGradientSize() const { return weights_.size(); }
  // Adds such sums to a tensor in PyTorch's layout.
  void AddWeightGradient(std::span<const float> sums, HostTensor& weight) const;

 private:
  PooledLoop LoopOf(const PoolWinners& winners, int sample) const;
  // The 9 x 16 weights from a block of inputs to an output stand together:
  // [block of 16 inputs][output][tap][16].
  std::size_t Offset(int block, int out) const {
    return (static_cast<std::size_t>(block) * conv_.out + out) * kTile;
  }

  static constexpr int kTaps = 9;
  static constexpr std::size_t kTile = kTaps * kLanes;
  ConvShape conv_;
  AlignedFloats weights_;
};

}  // namespace saccade
