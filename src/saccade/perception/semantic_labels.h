#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/perception/network_input.h"

namespace saccade {

// One axis of a bilinear resize with half-pixel centres (align_corners = false), possibly two in a
// row: output i is the sum of weights[i * kTaps + k] * input[first[i] + k]. Where that would leave
// the input the weight is 0.
struct BilinearTaps {
  static constexpr int kTaps = 3;
  std::vector<int> first;
  std::vector<float> weights;
};

// Enlarges `in` samples `factor` times, keeps the first `kept` of them and resizes these to `out`:
// linear steps, so they are one. in and out over 0, kept between 1 and in * factor.
BilinearTaps UpsampleCropResize(int in, int factor, int kept, int out);

// Logits on a coarse grid, channels last.
struct SemanticLogits {
  const float* data = nullptr;  // [height][width][classes]
  int height = 0;
  int width = 0;
  int classes = 0;
  int stride = 0;     // network pixels per grid step
  PixelSize network;  // size before padding: what lies beyond is dropped
};

// The likeliest class of every pixel of a picture of size `out`, row by row. Logits are
// interpolated to the network's pixels, cropped and interpolated to the picture's before the
// choice; ties go to the lowest class.
std::vector<std::uint8_t> LikeliestLabels(const SemanticLogits& logits, PixelSize out);

}  // namespace saccade
