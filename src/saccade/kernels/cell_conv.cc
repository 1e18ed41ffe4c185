#include "saccade/kernels/cell_conv.h"

#include <algorithm>

#include "saccade/kernels/vector16.h"

namespace saccade {
namespace {

// kRows rows by kVectors * 16 outputs, summed in registers over all taps and channels.
template <int kRows, int kVectors>
void ConvTile(const float* weights, int taps, int in, const float* const* inputs,
              const float* const* starts, float* const* outputs, int first_out, bool relu) {
  Vector16 sum[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      sum[r][v] = starts != nullptr ? Load16(starts[r] + first_out + v * kLanes) : Vector16{};
    }
  }
  for (int tap = 0; tap < taps; ++tap) {
    const float* from[kRows];
    for (int r = 0; r < kRows; ++r) from[r] = inputs[r * taps + tap];
    for (int i = 0; i < in; ++i, weights += kVectors * kLanes) {
      Vector16 w[kVectors];
      for (int v = 0; v < kVectors; ++v) w[v] = Load16(weights + v * kLanes);
      for (int r = 0; r < kRows; ++r) {
        const float x = from[r][i];
        for (int v = 0; v < kVectors; ++v) sum[r][v] += x * w[v];
      }
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      Store16(outputs[r] + first_out + v * kLanes, relu ? Relu16(sum[r][v]) : sum[r][v]);
    }
  }
}

// Rows in tiles of kRows; what is left over one by one.
template <int kRows, int kVectors>
void ConvGroup(const CellWeights& weights, const CellConvJob& job, int first_out) {
  const std::size_t rows = job.outputs.size();
  const float* group = weights.Group(first_out);
  const auto tile = [&]<int kTile>(std::size_t row) {
    ConvTile<kTile, kVectors>(
        group, weights.taps(), weights.in(), &job.inputs[row * weights.taps()],
        job.starts.empty() ? nullptr : &job.starts[row], &job.outputs[row], first_out, job.relu);
  };
  std::size_t row = 0;
  for (; row + kRows <= rows; row += kRows) tile.template operator()<kRows>(row);
  for (; row + 2 <= rows; row += 2) tile.template operator()<2>(row);
  for (; row < rows; ++row) tile.template operator()<1>(row);
}

// One tap, kIn input channels by kVectors * 16 outputs, summed in registers over the rows.
template <int kIn, int kVectors>
void OuterTile(const CellOuterJob& job, int tap, int first_in, int first_out, float* sums) {
  Vector16 sum[kIn][kVectors];
  float* to = sums + (static_cast<std::size_t>(tap) * job.in + first_in) * job.out + first_out;
  for (int i = 0; i < kIn; ++i) {
    for (int v = 0; v < kVectors; ++v) {
      sum[i][v] = Load16(to + static_cast<std::size_t>(i) * job.out + v * kLanes);
    }
  }
  for (std::size_t row = 0; row < job.gradients.size(); ++row) {
    const float* x = job.inputs[row * job.taps + tap] + first_in;
    const float* gradient = job.gradients[row] + first_out;
    Vector16 g[kVectors];
    for (int v = 0; v < kVectors; ++v) g[v] = Load16(gradient + v * kLanes);
    for (int i = 0; i < kIn; ++i) {
      for (int v = 0; v < kVectors; ++v) sum[i][v] += x[i] * g[v];
    }
  }
  for (int i = 0; i < kIn; ++i) {
    for (int v = 0; v < kVectors; ++v) {
      Store16(to + static_cast<std::size_t>(i) * job.out + v * kLanes, sum[i][v]);
    }
  }
}

template <int kVectors>
void OuterGroup(const CellOuterJob& job, int first_out, float* sums) {
  constexpr int kIn = 24 / kVectors < 12 ? 24 / kVectors : 12;
  for (int tap = 0; tap < job.taps; ++tap) {
    int i = 0;
    for (; i + kIn <= job.in; i += kIn) OuterTile<kIn, kVectors>(job, tap, i, first_out, sums);
    for (; i + 2 <= job.in; i += 2) OuterTile<2, kVectors>(job, tap, i, first_out, sums);
    for (; i < job.in; ++i) OuterTile<1, kVectors>(job, tap, i, first_out, sums);
  }
}

}  // namespace

void CellConv(const CellWeights& weights, const CellConvJob& job) {
  for (int first = 0; first < weights.padded_out(); first += 64) {
    switch (std::min(64, weights.padded_out() - first) / kLanes) {
      case 4:
        ConvGroup<6, 4>(weights, job, first);
        break;
      case 3:
        ConvGroup<8, 3>(weights, job, first);
        break;
      case 2:
        ConvGroup<12, 2>(weights, job, first);
        break;
      default:
        ConvGroup<12, 1>(weights, job, first);
    }
  }
}

void CellOuterProducts(const CellOuterJob& job, float* sums) {
  for (int first = 0; first < job.out; first += 64) {
    switch (std::min(64, job.out - first) / kLanes) {
      case 4:
        OuterGroup<4>(job, first, sums);
        break;
      case 3:
        OuterGroup<3>(job, first, sums);
        break;
      case 2:
        OuterGroup<2>(job, first, sums);
        break;
      default:
        OuterGroup<1>(job, first, sums);
    }
  }
}

}  // namespace saccade
