#include "saccade/perception/maps.h"

#include <algorithm>

#include "saccade/base/parallel.h"
#include "saccade/perception/semantic_labels.h"

namespace saccade {
namespace {

// Calls fill(channels of a pixel, sample, y, x) for every pixel of `out`, and returns it.
template <typename Fill>
Maps EachPixel(Maps out, const Fill& fill) {
  const std::size_t height = static_cast<std::size_t>(out.height);
  ParallelFor(height * static_cast<std::size_t>(out.batch), [&](std::size_t row) {
    const int sample = static_cast<int>(row / height), y = static_cast<int>(row % height);
    for (int x = 0; x < out.width; ++x) fill(out.At(sample, y, x), sample, y, x);
  });
  return out;
}

Maps HalfTheSize(const Maps& in) {
  return Maps(in.batch, (in.height + 1) / 2, (in.width + 1) / 2, in.channels);
}

}  // namespace

Maps Reshaped(Maps maps, int batch, int height, int width, int channels) {
  maps.batch = batch;
  maps.height = height;
  maps.width = width;
  maps.channels = channels;
  return maps;
}

std::vector<float> ChannelsFirst(const Maps& maps) {
  std::vector<float> values(maps.values.size());
  const std::size_t channels = static_cast<std::size_t>(maps.channels);
  const std::size_t places = static_cast<std::size_t>(maps.height) * maps.width;
  ParallelFor(static_cast<std::size_t>(maps.batch) * channels, [&](std::size_t i) {
    const float* const from = maps.At(static_cast<int>(i / channels), 0, 0) + i % channels;
    for (std::size_t p = 0; p < places; ++p) values[i * places + p] = from[p * channels];
  });
  return values;
}

Maps MaxPool(const Maps& in) {
  return EachPixel(HalfTheSize(in), [&](float* to, int sample, int y, int x) {
    std::copy_n(in.At(sample, 2 * y, 2 * x), in.channels, to);
    for (int r = std::max(0, 2 * y - 1); r < std::min(in.height, 2 * y + 2); ++r) {
      for (int c = std::max(0, 2 * x - 1); c < std::min(in.width, 2 * x + 2); ++c) {
        const float* const from = in.At(sample, r, c);
        for (int k = 0; k < in.channels; ++k) to[k] = std::max(to[k], from[k]);
      }
    }
  });
}

Maps EverySecond(const Maps& in) {
  return EachPixel(HalfTheSize(in), [&](float* to, int sample, int y, int x) {
    std::copy_n(in.At(sample, 2 * y, 2 * x), in.channels, to);
  });
}

Maps RepeatTwice(const Maps& in) {
  return EachPixel(Maps(in.batch, 2 * in.height, 2 * in.width, in.channels),
                   [&](float* to, int sample, int y, int x) {
                     std::copy_n(in.At(sample, y / 2, x / 2), in.channels, to);
                   });
}

Maps AverageBlocks(const Maps& in, int size) {
  return EachPixel(Maps(in.batch, in.height / size, in.width / size, in.channels),
                   [&](float* to, int sample, int y, int x) {
                     std::fill_n(to, in.channels, 0.f);
                     for (int i = 0; i < size * size; ++i) {
                       const float* const from =
                           in.At(sample, y * size + i / size, x * size + i % size);
                       for (int k = 0; k < in.channels; ++k) to[k] += from[k];
                     }
                     for (int k = 0; k < in.channels; ++k) to[k] /= static_cast<float>(size * size);
                   });
}

Maps ResizeBilinear(const Maps& in, PixelSize size) {
  constexpr int kTaps = BilinearTaps::kTaps;
  const BilinearTaps rows = UpsampleCropResize(in.height, 1, in.height, size.height);
  const BilinearTaps columns = UpsampleCropResize(in.width, 1, in.width, size.width);
  return EachPixel(Maps(in.batch, size.height, size.width, in.channels), [&](float* to, int sample,
                                                                             int y, int x) {
    std::fill_n(to, in.channels, 0.f);
    for (int i = 0; i < kTaps * kTaps; ++i) {
      const int row = i / kTaps, column = i % kTaps;
      const float weight = rows.weights[y * kTaps + row] * columns.weights[x * kTaps + column];
      if (weight == 0.f) continue;
      const float* const from = in.At(sample, rows.first[y] + row, columns.first[x] + column);
      for (int k = 0; k < in.channels; ++k) to[k] += weight * from[k];
    }
  });
}

}  // namespace saccade
