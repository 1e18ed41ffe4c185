#pragma once

#include "saccade/kernels/loops/vector.h"

namespace saccade::SACCADE_WIDTH {
namespace {

// Calls visit(channel * taps + tap, value) for all that an output cell reads.
template <typename Visit>
[[gnu::always_inline]] inline void ForEachProduct(const SparseWindow& window, int row, int column,
                                                  Visit visit) {
  const int reach = window.padding;
  const int first_row = Most(0, row - reach), last_row = Least(window.rows - 1, row + reach);
  const int first_column = Most(0, column - reach);
  const int last_column = Least(window.columns - 1, column + reach);
  const std::size_t taps = static_cast<std::size_t>(window.kernel * window.kernel);
  for (int r = first_row; r <= last_row; ++r) {
    const int tap_row = (r - row + reach) * window.kernel - column + reach;
    for (int c = first_column; c <= last_column; ++c) {
      const std::uint16_t* offset = window.offsets + r * window.columns + c;
      for (std::uint16_t i = offset[0]; i < offset[1]; ++i) {
        const SparseEntry& entry = window.entries[i];
        visit(static_cast<std::size_t>(entry.channel) * taps + (tap_row + c), entry.value);
      }
    }
  }
}

void SparseCell(const SparseWindow& window, const float* table, const float* start, int row,
                int column, float* out, std::size_t block_stride) {
  constexpr int kMaps = 128;
  constexpr int kAtOnce = Least(kMaps, kSums / 3 * kWidth);  // maps whose sums stay in registers
  for (int first = 0; first < kMaps; first += kAtOnce) {
    Vec sum[kAtOnce / kWidth];
    for (int v = 0; v < kAtOnce / kWidth; ++v) sum[v] = Load(start + first + v * kWidth);
    ForEachProduct(window, row, column, [&](std::size_t product, float value) {
      const float* weights = table + product * kMaps + first;
      for (int v = 0; v < kAtOnce / kWidth; ++v) sum[v] += value * Load(weights + v * kWidth);
    });
    for (int v = 0; v < kAtOnce / kWidth; ++v) {
      const int map = first + v * kWidth;
      Store(out + map / kLanes * block_stride + map % kLanes, Relu(sum[v]));
    }
  }
}

void SparseCellGradient(const SparseWindow& window, const float* gradient, float factor, int row,
                        int column, float* table) {
  Vec scaled[kParts];
  for (int p = 0; p < kParts; ++p) scaled[p] = factor * Load(gradient + p * kWidth);
  ForEachProduct(window, row, column, [&](std::size_t product, float value) {
    float* to = table + product * kLanes;
    for (int p = 0; p < kParts; ++p) {
      Store(to + p * kWidth, Load(to + p * kWidth) + value * scaled[p]);
    }
  });
}

// Taps kFirst to kEnd of one register of maps, in registers over all entries.
template <int kKernel, int kFirst, int kEnd>
void ChannelTaps(const float* framed, std::size_t stride, const PlacedEntry* entries,
                 std::size_t count, float* table) {
  constexpr int kTaps = kEnd - kFirst, kReach = kKernel / 2;
  Vec sums[kTaps];
  for (int i = 0; i < kTaps; ++i) sums[i] = Load(table + (kFirst + i) * kLanes);
  for (const PlacedEntry* entry = entries; entry != entries + count; ++entry) {
    // Tap (r, c) of the output (row + reach - r, column + reach - c) reads this cell.
    const float* last =
        framed + ((entry->row + 2 * kReach) * stride + entry->column + 2 * kReach) * kLanes;
    for (int i = 0; i < kTaps; ++i) {
      const int row = (kFirst + i) / kKernel, column = (kFirst + i) % kKernel;
      sums[i] += entry->value * Load(last - (row * stride + column) * kLanes);
    }
  }
  for (int i = 0; i < kTaps; ++i) Store(table + (kFirst + i) * kLanes, sums[i]);
}

void SparseChannelGradient(int kernel, const float* framed, std::size_t stride,
                           const PlacedEntry* entries, std::size_t count, float* table) {
  for (int lane = 0; lane < kLanes; lane += kWidth) {
    const float* from = framed + lane;
    float* to = table + lane;
    if (kernel == 3) {
      ChannelTaps<3, 0, 9>(from, stride, entries, count, to);
    } else if constexpr (kRegisters == 32) {
      ChannelTaps<5, 0, 25>(from, stride, entries, count, to);
    } else {
      ChannelTaps<5, 0, 13>(from, stride, entries, count, to);
      ChannelTaps<5, 13, 25>(from, stride, entries, count, to);
    }
  }
}

// to += factor * from
[[gnu::always_inline]] inline void AddMaps(float factor, const float* from, int maps, float* to) {
  for (int m = 0; m < maps; m += kWidth) Store(to + m, Load(to + m) + factor * Load(from + m));
}

void SparseGates(const SparseWindow& window, const float* table, int maps, float* out) {
  for (int row = 0; row < window.rows; ++row) {
    for (int column = 0; column < window.columns; ++column, out += maps) {
      ForEachProduct(window, row, column, [&](std::size_t product, float value) {
        AddMaps(value, table + product * maps, maps, out);
      });
    }
  }
}

void SparseGatesGradient(const SparseWindow& window, const float* gradient, int maps,
                         float* table) {
  for (int row = 0; row < window.rows; ++row) {
    for (int column = 0; column < window.columns; ++column, gradient += maps) {
      ForEachProduct(window, row, column, [&](std::size_t product, float value) {
        AddMaps(value, gradient, maps, table + product * maps);
      });
    }
  }
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
