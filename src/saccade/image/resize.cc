#include "saccade/image/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "saccade/image/row_loops.h"

namespace saccade {
namespace {

// For each output pixel the input pixels that it is made of. No weights: padding.
struct Taps {
  int first = 0;
  std::vector<float> weights;
};

// Output pixel i takes the input around (i + .5 - offset) / scale.
std::vector<Taps> TriangleTaps(int input, int output, double scale, double offset) {
  const double support = std::max(1.0, 1.0 / scale);
  std::vector<Taps> all(output);
  for (int i = 0; i < output; ++i) {
    const double center = (i + 0.5 - offset) / scale;
    if (center < 0 || center > input) continue;
    const int first = std::max(0, static_cast<int>(std::floor(center - support)));
    const int last = std::min(input - 1, static_cast<int>(std::ceil(center + support)));
    Taps& taps = all[i];
    double sum = 0;
    std::vector<double> weights;
    for (int k = first; k <= last; ++k) {
      weights.push_back(std::max(0.0, 1 - std::abs(k + 0.5 - center) / support));
      sum += weights.back();
    }
    taps.first = first;
    for (const double weight : weights) taps.weights.push_back(static_cast<float>(weight / sum));
  }
  return all;
}

struct Axis {
  int output;
  double scale;
  double offset;
};

// `input` is width x height pixels of kChannels interleaved values.
template <int kChannels, typename T>
std::vector<float> Resample(const T* input, int width, int height, const Axis& across,
                            const Axis& down) {
  const auto columns = TriangleTaps(width, across.output, across.scale, across.offset);
  const auto rows = TriangleTaps(height, down.output, down.scale, down.offset);
  const std::size_t in_stride = std::size_t{kChannels} * width;
  const std::size_t out_stride = std::size_t{kChannels} * across.output;

  // Columns first, into all input rows.
  std::vector<float> narrow(out_stride * height);
  for (int y = 0; y < height; ++y) {
    const T* from = input + y * in_stride;
    float* to = &narrow[y * out_stride];
    for (const Taps& taps : columns) {
      float sums[kChannels] = {};
      const T* pixel = from + std::size_t{kChannels} * taps.first;
      for (const float weight : taps.weights) {
        for (int c = 0; c < kChannels; ++c) sums[c] += weight * static_cast<float>(pixel[c]);
        pixel += kChannels;
      }
      for (int c = 0; c < kChannels; ++c) *to++ = sums[c];
    }
  }
  std::vector<float> result(out_stride * down.output);
  for (int y = 0; y < down.output; ++y) {
    float* to = &result[y * out_stride];
    const float* from = &narrow[rows[y].first * out_stride];
    for (const float weight : rows[y].weights) {
      for (std::size_t i = 0; i < out_stride; ++i) to[i] += weight * from[i];
      from += out_stride;
    }
  }
  return result;
}

Picture Resampled(const Picture& picture, const Axis& across, const Axis& down) {
  const auto values = Resample<3>(picture.rgb.data(), picture.width, picture.height, across, down);
  Picture result(across.output, down.output);
  CurrentRowLoops().to_bytes(values.data(), values.size(), result.rgb.data());
  return result;
}

}  // namespace

Picture Resize(const Picture& picture, int width, int height) {
  if (picture.width == width && picture.height == height) return picture;
  return Resampled(picture, {width, static_cast<double>(width) / picture.width, 0},
                   {height, static_cast<double>(height) / picture.height, 0});
}

Raster<float> Resize(const Raster<float>& map, int width, int height) {
  if (map.width == width && map.height == height) return map;
  Raster<float> result;
  result.width = width;
  result.height = height;
  result.values = Resample<1>(map.values.data(), map.width, map.height,
                              {width, static_cast<double>(width) / map.width, 0},
                              {height, static_cast<double>(height) / map.height, 0});
  return result;
}

Picture Place(const Picture& picture, const BoxInPhoto& area, int width, int height) {
  return Resampled(picture, {width, area.width / picture.width, area.x},
                   {height, area.height / picture.height, area.y});
}

}  // namespace saccade
