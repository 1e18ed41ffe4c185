// Compiled once for each width, with SACCADE_WIDTH its namespace (cmake/SaccadeWidths.cmake).
#include "saccade/base/width_vector.h"
#include "saccade/image/row_loops.h"

namespace saccade::SACCADE_WIDTH {
namespace {

// Registers of sums at a time: an addition waits for the one before in the same sum.
constexpr int kSums = 4;

struct Sums {
  Vec sum[kSums] = {};

  [[gnu::always_inline]] void Add(float weight, const float* from) {
    for (int v = 0; v < kSums; ++v) sum[v] += weight * Load(from + v * kWidth);
  }
  [[gnu::always_inline]] void AddPair(float weight, const float* a, const float* b) {
    for (int v = 0; v < kSums; ++v) {
      sum[v] += weight * (Load(a + v * kWidth) + Load(b + v * kWidth));
    }
  }
  [[gnu::always_inline]] void StoreTo(float* to) const {
    for (int v = 0; v < kSums; ++v) Store(to + v * kWidth, sum[v]);
  }
};

void Blur(const float* const* before, const float* const* after, const float* weights, int radius,
          std::size_t count, float* to) {
  std::size_t i = 0;
  for (; i + kSums * kWidth <= count; i += kSums * kWidth) {
    Sums sums;
    sums.Add(weights[0], before[0] + i);
    for (int k = 1; k <= radius; ++k) sums.AddPair(weights[k], before[k] + i, after[k] + i);
    sums.StoreTo(to + i);
  }
  for (; i < count; ++i) {
    float sum = weights[0] * before[0][i];
    for (int k = 1; k <= radius; ++k) sum += weights[k] * (before[k][i] + after[k][i]);
    to[i] = sum;
  }
}

void ToBytes(const float* __restrict from, std::size_t count, std::uint8_t* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) {
    const float value = from[i] + 0.5f;
    const float least = value < 0 ? 0 : value;
    to[i] = static_cast<std::uint8_t>(least > 255 ? 255.0f : least);
  }
}

}  // namespace

extern const RowLoops kRowLoops;
const RowLoops kRowLoops = {.blur = Blur, .to_bytes = ToBytes};

}  // namespace saccade::SACCADE_WIDTH
