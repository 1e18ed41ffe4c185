#pragma once

#include "saccade/kernels/loops/vector.h"

namespace saccade::SACCADE_WIDTH {
namespace {

void MaxPool(const float* in, std::size_t in_columns, int rows, int columns, float* out) {
  for (int row = 0; row < rows; ++row) {
    const float* top = in + 2 * row * in_columns * kLanes;
    const float* bottom = top + in_columns * kLanes;
    for (int column = 0; column < columns; ++column) {
      for (int lane = 0; lane < kLanes; lane += kWidth, out += kWidth) {
        const std::size_t at = static_cast<std::size_t>(2 * column * kLanes + lane);
        Vec best = Load(top + at);
        const float* const others[] = {top + kLanes, bottom, bottom + kLanes};
        for (const float* other : others) {
          const Vec value = Load(other + at);
          best = value > best ? value : best;
        }
        Store(out, best);
      }
    }
  }
}

void FindWinners(const FindWinnersLoop& loop) {
  using Places = std::int32_t __attribute__((vector_size(kWidth * sizeof(std::int32_t))));
  const std::size_t list = static_cast<std::size_t>(loop.rows) * loop.columns;
  const std::size_t below = loop.activation_columns * kLanes;
  for (int first = 0; first < kLanes; first += kWidth) {
    PoolWinner* next[kWidth];
    for (int lane = 0; lane < kWidth; ++lane) next[lane] = loop.winners + (first + lane) * list;
    Vec total{};
    for (int row = 0; row < loop.rows; ++row) {
      for (int column = 0; column < loop.columns; ++column) {
        const std::size_t at = (static_cast<std::size_t>(row) * loop.columns + column) * kLanes;
        const Vec best = Load(loop.pooled + at + first);
        const Vec gradient = best > 0.0f ? Load(loop.pooled_gradient + at + first) : Vec{};
        total += gradient;
        const float* top = loop.activation + 2 * row * below +
                           static_cast<std::size_t>(2 * column) * kLanes + first;
        const Places corner = Places{} + (2 * row * loop.in_columns + 2 * column);
        Places place = corner + (loop.in_columns + 1);
        place = Load(top + below) == best ? corner + loop.in_columns : place;
        place = Load(top + kLanes) == best ? corner + 1 : place;
        place = Load(top) == best ? corner : place;
        // Each lane writes its winner and keeps it only if it counts: no branch to guess. A list
        // that is full ends with its last window, so there is always room for the write.
        for (int lane = 0; lane < kWidth; ++lane) {
          next[lane]->place = place[lane];
          next[lane]->gradient = gradient[lane];
          next[lane] += gradient[lane] != 0.0f ? 1 : 0;
        }
      }
    }
    Store(loop.totals + first, total);
    for (int lane = 0; lane < kWidth; ++lane) {
      loop.counts[first + lane] =
          static_cast<std::size_t>(next[lane] - (loop.winners + (first + lane) * list));
    }
  }
}

constexpr int kPooledTaps = 9;

// Calls visit(the tile of an output's taps at this register of maps, its winners, their end).
template <typename Visit>
[[gnu::always_inline]] inline void ForEachPooledTile(const PooledLoop& loop, Visit visit) {
  for (int out = 0; out < loop.outputs; ++out) {
    const PoolWinner* winners = loop.winners + static_cast<std::size_t>(out) * loop.list;
    for (int lane = 0; lane < kLanes; lane += kWidth) {
      visit(static_cast<std::size_t>(out) * kPooledTaps * kLanes + lane, lane, winners,
            winners + loop.counts[out]);
    }
  }
}

void PooledData(const PooledLoop& loop, const float* weights, float* in_gradient) {
  ForEachPooledTile(
      loop, [&](std::size_t at, int lane, const PoolWinner* winner, const PoolWinner* end) {
        Vec tile[kPooledTaps];
        for (int tap = 0; tap < kPooledTaps; ++tap) tile[tap] = Load(weights + at + tap * kLanes);
        for (; winner != end; ++winner) {
          float* corner = in_gradient + static_cast<std::size_t>(winner->place) * kLanes + lane;
          for (int tap = 0; tap < kPooledTaps; ++tap) {
            float* to = corner + tap / 3 * loop.row_stride + tap % 3 * kLanes;
            Store(to, Load(to) + winner->gradient * tile[tap]);
          }
        }
      });
}

void PooledWeights(const PooledLoop& loop, const float* in, float* sums) {
  ForEachPooledTile(loop, [&](std::size_t at, int lane, const PoolWinner* winner,
                              const PoolWinner* end) {
    Vec tile[kPooledTaps];
    for (int tap = 0; tap < kPooledTaps; ++tap) tile[tap] = Load(sums + at + tap * kLanes);
    for (; winner != end; ++winner) {
      const float* corner = in + static_cast<std::size_t>(winner->place) * kLanes + lane;
      for (int tap = 0; tap < kPooledTaps; ++tap) {
        tile[tap] += winner->gradient * Load(corner + tap / 3 * loop.row_stride + tap % 3 * kLanes);
      }
    }
    for (int tap = 0; tap < kPooledTaps; ++tap) Store(sums + at + tap * kLanes, tile[tap]);
  });
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
