#pragma once

#include "saccade/kernels/loops/vector.h"

namespace saccade::SACCADE_WIDTH {
namespace {

// 24 vectors of sums, 6 rows by 4 vectors of outputs, with 32 registers, and 6 by 2 with 16: near
// the machine's peak from cache.
constexpr int kGroupVectors = kRegisters == 32 ? 4 : 2;
constexpr int kGroup = kGroupVectors * kWidth;

// kRows rows by kVectors vectors of outputs, summed in registers over all taps and channels.
template <int kRows, int kVectors>
void ConvTile(const CellConvLoop& loop, const float* weights, std::size_t row, int first_out) {
  Vec sum[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      sum[r][v] =
          loop.starts != nullptr ? Load(loop.starts[row + r] + first_out + v * kWidth) : Vec{};
    }
  }
  const float* const* inputs = loop.inputs + row * loop.taps;
  for (int tap = 0; tap < loop.taps; ++tap) {
    const float* from[kRows];
    for (int r = 0; r < kRows; ++r) from[r] = inputs[r * loop.taps + tap];
    for (int i = 0; i < loop.in; ++i, weights += kVectors * kWidth) {
      Vec w[kVectors];
      for (int v = 0; v < kVectors; ++v) w[v] = Load(weights + v * kWidth);
      for (int r = 0; r < kRows; ++r) {
        const float x = from[r][i];
        for (int v = 0; v < kVectors; ++v) sum[r][v] += x * w[v];
      }
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      Store(loop.outputs[row + r] + first_out + v * kWidth,
            loop.relu ? Relu(sum[r][v]) : sum[r][v]);
    }
  }
}

// Rows in tiles; what is left over in pairs and one by one.
template <int kVectors>
void ConvGroup(const CellConvLoop& loop, int first_out) {
  constexpr int kRows = Least(kSums / kVectors, 12);
  const float* weights = loop.weights + static_cast<std::size_t>(first_out) * loop.taps * loop.in;
  std::size_t row = 0;
  for (; row + kRows <= loop.rows; row += kRows) {
    ConvTile<kRows, kVectors>(loop, weights, row, first_out);
  }
  for (; row + 2 <= loop.rows; row += 2) ConvTile<2, kVectors>(loop, weights, row, first_out);
  for (; row < loop.rows; ++row) ConvTile<1, kVectors>(loop, weights, row, first_out);
}

// One tap, kIn input channels by kVectors vectors of outputs, summed in registers over the rows.
template <int kIn, int kVectors>
void OuterTile(const CellOuterLoop& loop, int tap, int first_in, int first_out, float* sums) {
  const std::size_t out = static_cast<std::size_t>(loop.out);
  float* to = sums + (static_cast<std::size_t>(tap) * loop.in + first_in) * out + first_out;
  Vec sum[kIn][kVectors];
  for (int i = 0; i < kIn; ++i) {
    for (int v = 0; v < kVectors; ++v) sum[i][v] = Load(to + i * out + v * kWidth);
  }
  for (std::size_t row = 0; row < loop.rows; ++row) {
    const float* x = loop.inputs[row * loop.taps + tap] + first_in;
    const float* gradient = loop.gradients[row] + first_out;
    Vec g[kVectors];
    for (int v = 0; v < kVectors; ++v) g[v] = Load(gradient + v * kWidth);
    for (int i = 0; i < kIn; ++i) {
      for (int v = 0; v < kVectors; ++v) sum[i][v] += x[i] * g[v];
    }
  }
  for (int i = 0; i < kIn; ++i) {
    for (int v = 0; v < kVectors; ++v) Store(to + i * out + v * kWidth, sum[i][v]);
  }
}

template <int kVectors>
void OuterGroup(const CellOuterLoop& loop, int first_out, float* sums) {
  constexpr int kIn = Least(kSums / kVectors, 12);
  for (int tap = 0; tap < loop.taps; ++tap) {
    int i = 0;
    for (; i + kIn <= loop.in; i += kIn) {
      OuterTile<kIn, kVectors>(loop, tap, i, first_out, sums);
    }
    for (; i + 2 <= loop.in; i += 2) OuterTile<2, kVectors>(loop, tap, i, first_out, sums);
    for (; i < loop.in; ++i) OuterTile<1, kVectors>(loop, tap, i, first_out, sums);
  }
}

// Calls run<vectors>(first output) for each group of outputs.
template <typename Run>
void ForEachGroup(int out, Run run) {
  for (int first = 0; first < out; first += kGroup) {
    const int vectors = (out - first) / kWidth;
    if constexpr (kGroupVectors == 4) {
      if (vectors >= 4) {
        run.template operator()<4>(first);
        continue;
      }
      if (vectors == 3) {
        run.template operator()<3>(first);
        continue;
      }
    }
    if (vectors >= 2) {
      run.template operator()<2>(first);
    } else {
      run.template operator()<1>(first);
    }
  }
}

void CellConv(const CellConvLoop& loop) {
  ForEachGroup(loop.out, [&]<int kVectors>(int first) { ConvGroup<kVectors>(loop, first); });
}

void CellOuter(const CellOuterLoop& loop, float* sums) {
  ForEachGroup(loop.out, [&]<int kVectors>(int first) { OuterGroup<kVectors>(loop, first, sums); });
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
