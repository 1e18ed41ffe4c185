#include "saccade/kernels/pooled_conv.h"

#include <array>

#include "saccade/kernels/map_conv.h"

namespace saccade {

void MaxPool(const BlockedMaps& in, BlockedMaps& out) {
  for (int n = 0; n < out.samples; ++n) {
    for (int block = 0; block < out.blocks; ++block) {
      for (int row = 0; row < out.rows; ++row) {
        for (int column = 0; column < out.columns; ++column) {
          const float* top = in.At(n, block, 2 * row, 2 * column);
          const float* bottom = in.At(n, block, 2 * row + 1, 2 * column);
          Vector16 best = Load16(top);
          for (const float* other : {top + kLanes, bottom, bottom + kLanes}) {
            const Vector16 value = Load16(other);
            best = value > best ? value : best;
          }
          Store16(out.At(n, block, row, column), best);
        }
      }
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
  using Places = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));
  for (int n = 0; n < samples_; ++n) {
    for (int block = 0; block < pooled.blocks; ++block) {
      const std::size_t first_map = static_cast<std::size_t>(n) * channels_ + block * kLanes;
      std::array<Winner*, kLanes> next;
      for (int lane = 0; lane < kLanes; ++lane)
        next[lane] = &winners_[(first_map + lane) * windows_];
      Vector16 total{};
      for (int row = 0; row < pooled.rows; ++row) {
        for (int column = 0; column < pooled.columns; ++column) {
          const Vector16 best = Load16(pooled.At(n, block, row, column));
          const Vector16 gradient =
              best > 0.0f ? Load16(pooled_gradient.At(n, block, row, column)) : Vector16{};
          total += gradient;
          const float* top = activation.At(n, block, 2 * row, 2 * column);
          const float* bottom = activation.At(n, block, 2 * row + 1, 2 * column);
          const Places corner = Places{} + (2 * row * in_columns_ + 2 * column);
          Places place = corner + (in_columns_ + 1);
          place = Load16(bottom) == best ? corner + in_columns_ : place;
          place = Load16(top + kLanes) == best ? corner + 1 : place;
          place = Load16(top) == best ? corner : place;
          // Each lane writes its winner and keeps it only if it counts: no branch to guess. A list
          // that is full ends with its last window, so there is always room for the write.
          for (int lane = 0; lane < kLanes; ++lane) {
            *next[lane] = {place[lane], gradient[lane]};
            next[lane] += gradient[lane] != 0.0f ? 1 : 0;
          }
        }
      }
      Store16(&totals_[first_map], total);
      for (int lane = 0; lane < kLanes; ++lane) {
        counts_[first_map + lane] =
            static_cast<std::size_t>(next[lane] - &winners_[(first_map + lane) * windows_]);
      }
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

void PooledConv::BackwardData(const PoolWinners& winners, BlockedMaps& in_gradient) const {
  const std::size_t row_stride = static_cast<std::size_t>(conv_.in_columns) * kLanes;
  for (int n = 0; n < in_gradient.samples; ++n) {
    for (int block = 0; block < in_gradient.blocks; ++block) {
      float* map = in_gradient.At(n, block, 0, 0);
      for (int out = 0; out < conv_.out; ++out) {
        const float* weights = &weights_[Offset(block, out)];
        Vector16 tile[kTaps];
        for (int tap = 0; tap < kTaps; ++tap) tile[tap] = Load16(weights + tap * kLanes);
        for (const PoolWinners::Winner& winner : winners.Of(n, out)) {
          float* corner = map + static_cast<std::size_t>(winner.place) * kLanes;
          for (int tap = 0; tap < kTaps; ++tap) {
            float* to = corner + tap / 3 * row_stride + tap % 3 * kLanes;
            Store16(to, Load16(to) + winner.gradient * tile[tap]);
          }
        }
      }
    }
  }
}

void PooledConv::BackwardWeights(const BlockedMaps& in, const PoolWinners& winners,
                                 std::span<float> sums) const {
  const std::size_t row_stride = static_cast<std::size_t>(conv_.in_columns) * kLanes;
  for (int n = 0; n < in.samples; ++n) {
    for (int block = 0; block < in.blocks; ++block) {
      const float* map = in.At(n, block, 0, 0);
      for (int out = 0; out < conv_.out; ++out) {
        float* sum = &sums[Offset(block, out)];
        Vector16 tile[kTaps];
        for (int tap = 0; tap < kTaps; ++tap) tile[tap] = Load16(sum + tap * kLanes);
        for (const PoolWinners::Winner& winner : winners.Of(n, out)) {
          const float* corner = map + static_cast<std::size_t>(winner.place) * kLanes;
          for (int tap = 0; tap < kTaps; ++tap) {
            tile[tap] += winner.gradient * Load16(corner + tap / 3 * row_stride + tap % 3 * kLanes);
          }
        }
        for (int tap = 0; tap < kTaps; ++tap) Store16(sum + tap * kLanes, tile[tap]);
      }
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
