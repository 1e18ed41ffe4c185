#include "saccade/kernels/pooled_conv.h"

#include "saccade/kernels/map_conv.h"

namespace saccade {

void MaxPool(const BlockedMaps& in, BlockedMaps& out) {
  const Loops& loops = CurrentLoops();
  for (int n = 0; n < out.samples; ++n) {
    for (int block = 0; block < out.blocks; ++block) {
      loops.max_pool(in.At(n, block, 0, 0), static_cast<std::size_t>(in.columns), out.rows,
                     out.columns, out.At(n, block, 0, 0));
    }
  }
}

PoolWinners::PoolWinners(const ConvShape& conv, int samples)
    : channels_(conv.out),
      samples_(samples),
      in_columns_(conv.in_columns),
      windows_(static_cast<std::size_t>(conv.OutRows() / 2) * (conv.OutColumns() / 2)),
      winners_(static_cast<std::size_t>(samples) * conv.out * windows_),
      counts_(static_cast<std::size_t>(samples) * conv.out),
      totals_(static_cast<std::size_t>(samples) * conv.out) {}

void PoolWinners::Find(const BlockedMaps& activation, const BlockedMaps& pooled,
                       const BlockedMaps& pooled_gradient) {
  const Loops& loops = CurrentLoops();
  for (int n = 0; n < samples_; ++n) {
    for (int block = 0; block < pooled.blocks; ++block) {
      const std::size_t first_map = static_cast<std::size_t>(n) * channels_ + block * kLanes;
      loops.find_winners({.activation = activation.At(n, block, 0, 0),
                          .activation_columns = static_cast<std::size_t>(activation.columns),
                          .pooled = pooled.At(n, block, 0, 0),
                          .pooled_gradient = pooled_gradient.At(n, block, 0, 0),
                          .rows = pooled.rows,
                          .columns = pooled.columns,
                          .in_columns = in_columns_,
                          .winners = &winners_[first_map * windows_],
                          .counts = &counts_[first_map],
                          .totals = &totals_[first_map]});
    }
  }
}

PooledConv::PooledConv(const ConvShape& conv)
    : conv_(conv), weights_(static_cast<std::size_t>(conv.in) * conv.out * kTaps) {}

void PooledConv::SetWeights(const HostTensor& weight) {
  for (int in = 0; in < conv_.in; ++in) {
    for (int out = 0; out < conv_.out; ++out) {
      float* to = &weights_[Offset(in / kLanes, out) + in % kLanes];
      const float* from = &weight.values[WeightIndex(conv_, out, in, 0)];
      for (int tap = 0; tap < kTaps; ++tap) to[tap * kLanes] = from[tap];
    }
  }
}

PooledLoop PooledConv::LoopOf(const PoolWinners& winners, int sample) const {
  const std::size_t first_map = static_cast<std::size_t>(sample) * conv_.out;
  return {.outputs = conv_.out,
          .winners = &winners.winners_[first_map * winners.windows_],
          .list = winners.windows_,
          .counts = &winners.counts_[first_map],
          .row_stride = static_cast<std::size_t>(conv_.in_columns) * kLanes};
}

void PooledConv::BackwardData(const PoolWinners& winners, BlockedMaps& in_gradient) const {
  const Loops& loops = CurrentLoops();
  for (int n = 0; n < in_gradient.samples; ++n) {
    for (int block = 0; block < in_gradient.blocks; ++block) {
      loops.pooled_data(LoopOf(winners, n), &weights_[Offset(block, 0)],
                        in_gradient.At(n, block, 0, 0));
    }
  }
}

void PooledConv::BackwardWeights(const BlockedMaps& in, const PoolWinners& winners,
                                 std::span<float> sums) const {
  const Loops& loops = CurrentLoops();
  for (int n = 0; n < in.samples; ++n) {
    for (int block = 0; block < in.blocks; ++block) {
      loops.pooled_weights(LoopOf(winners, n), in.At(n, block, 0, 0), &sums[Offset(block, 0)]);
    }
  }
}

void PooledConv::AddWeightGradient(std::span<const float> sums, HostTensor& weight) const {
  for (int in = 0; in < conv_.in; ++in) {
    for (int out = 0; out < conv_.out; ++out) {
      const float* from = &sums[Offset(in / kLanes, out) + in % kLanes];
      float* to = &weight.values[WeightIndex(conv_, out, in, 0)];
      for (int tap = 0; tap < kTaps; ++tap) to[tap] += from[tap * kLanes];
    }
  }
}

}  // namespace saccade
