#include "saccade/perception/semantic_labels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "saccade/base/parallel.h"

namespace saccade {
namespace {

struct Position {
  int low = 0, high = 0;
  float fraction = 0;  // of high
};

Position SourceOf(int i, int in, int out) {
  const float scale = static_cast<float>(in) / static_cast<float>(out);
  const float at = std::max(0.f, (static_cast<float>(i) + 0.5f) * scale - 0.5f);
  Position position;
  position.low = std::min(static_cast<int>(at), in - 1);
  position.high = std::min(position.low + 1, in - 1);
  position.fraction = at - static_cast<float>(position.low);
  return position;
}

}  // namespace

BilinearTaps UpsampleCropResize(int in, int factor, int kept, int out) {
  constexpr int kTaps = BilinearTaps::kTaps;
  BilinearTaps taps;
  taps.first.resize(out);
  taps.weights.assign(static_cast<std::size_t>(out) * kTaps, 0.f);
  for (int i = 0; i < out; ++i) {
    const Position fine = SourceOf(i, kept, out);
    const Position low = SourceOf(fine.low, in, in * factor);
    const Position high = SourceOf(fine.high, in, in * factor);
    taps.first[i] = low.low;
    float* const weights = &taps.weights[static_cast<std::size_t>(i) * kTaps];
    const auto add = [&](const Position& p, float weight) {
      weights[p.low - low.low] += weight * (1.f - p.fraction);
      weights[p.high - low.low] += weight * p.fraction;
    };
    add(low, 1.f - fine.fraction);
    add(high, fine.fraction);
  }
  return taps;
}

std::vector<std::uint8_t> LikeliestLabels(const SemanticLogits& logits, PixelSize out) {
  constexpr int kTaps = BilinearTaps::kTaps;
  const int classes = logits.classes;
  const BilinearTaps rows =
      UpsampleCropResize(logits.height, logits.stride, logits.network.height, out.height);
  const BilinearTaps columns =
      UpsampleCropResize(logits.width, logits.stride, logits.network.width, out.width);
  const std::size_t row_floats = static_cast<std::size_t>(logits.width) * classes;
  std::vector<std::uint8_t> labels(static_cast<std::size_t>(out.width) * out.height);

  ParallelFor(out.height, [&](std::size_t y) {
    std::vector<float> blended(row_floats, 0.f);
    for (int k = 0; k < kTaps; ++k) {
      const float weight = rows.weights[y * kTaps + k];
      if (weight == 0.f) continue;
      const float* const source = logits.data + (rows.first[y] + k) * row_floats;
      for (std::size_t i = 0; i < row_floats; ++i) blended[i] += weight * source[i];
    }
    std::vector<float> pixel(classes);
    for (int x = 0; x < out.width; ++x) {
      std::fill(pixel.begin(), pixel.end(), 0.f);
      for (int k = 0; k < kTaps; ++k) {
        const float weight = columns.weights[static_cast<std::size_t>(x) * kTaps + k];
        if (weight == 0.f) continue;
        const float* const source =
            blended.data() + static_cast<std::size_t>(columns.first[x] + k) * classes;
        for (int c = 0; c < classes; ++c) pixel[c] += weight * source[c];
      }
      const auto best = std::max_element(pixel.begin(), pixel.end());
      labels[y * out.width + x] = static_cast<std::uint8_t>(best - pixel.begin());
    }
  });
  return labels;
}

}  // namespace saccade
