#include "saccade/perception/network_input.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "saccade/base/parallel.h"

namespace saccade {
namespace {

// Pillow's fixed point: 8 bits for the pixel and 2 to spare for sums over one.
constexpr int kFractionBits = 32 - 8 - 2;

// Filter taps of one axis: output i sums weights[i * stride + k] * input[first[i] + k].
struct ResizeTaps {
  std::vector<int> first;
  std::vector<int> count;
  std::vector<std::int32_t> weights;
  int stride = 0;
};

ResizeTaps TriangleTaps(int in, int out) {
  const double ratio = static_cast<double>(in) / out;
  const double support = std::max(ratio, 1.0);
  ResizeTaps taps;
  taps.stride = static_cast<int>(std::ceil(support)) * 2 + 1;
  taps.first.resize(out);
  taps.count.resize(out);
  taps.weights.assign(static_cast<std::size_t>(out) * taps.stride, 0);
  std::vector<double> weights(taps.stride);
  for (int o = 0; o < out; ++o) {
    const double center = (o + 0.5) * ratio;
    const int low = std::max(0, static_cast<int>(center - support + 0.5));
    const int high = std::min(in, static_cast<int>(center + support + 0.5));
    double sum = 0;
    for (int x = low; x < high; ++x) {
      weights[x - low] = std::max(0.0, 1.0 - std::abs((x - center + 0.5) / support));
      sum += weights[x - low];
    }
    taps.first[o] = low;
    taps.count[o] = high - low;
    for (int k = 0; k < high - low; ++k) {
      taps.weights[static_cast<std::size_t>(o) * taps.stride + k] =
          static_cast<std::int32_t>(weights[k] / sum * (1 << kFractionBits) + 0.5);
    }
  }
  return taps;
}

std::uint8_t RoundToByte(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> kFractionBits, 0, 255));
}

Picture ResizeColumns(const Picture& in, int width) {
  const ResizeTaps taps = TriangleTaps(in.width, width);
  Picture out(width, in.height);
  ParallelFor(in.height, [&](std::size_t row) {
    const int y = static_cast<int>(row);
    for (int x = 0; x < width; ++x) {
      const std::int32_t* const weights = &taps.weights[static_cast<std::size_t>(x) * taps.stride];
      const std::uint8_t* source = in.At(taps.first[x], y);
      std::int32_t sums[3] = {1 << (kFractionBits - 1), 1 << (kFractionBits - 1),
                              1 << (kFractionBits - 1)};
      for (int k = 0; k < taps.count[x]; ++k, source += 3) {
        for (int c = 0; c < 3; ++c) sums[c] += weights[k] * source[c];
      }
      for (int c = 0; c < 3; ++c) out.At(x, y)[c] = RoundToByte(sums[c]);
    }
  });
  return out;
}

Picture ResizeRows(const Picture& in, int height) {
  const ResizeTaps taps = TriangleTaps(in.height, height);
  const std::size_t row_bytes = std::size_t{3} * in.width;
  Picture out(in.width, height);
  ParallelFor(height, [&](std::size_t y) {
    std::vector<std::int32_t> sums(row_bytes, 1 << (kFractionBits - 1));
    for (int k = 0; k < taps.count[y]; ++k) {
      const std::int32_t weight = taps.weights[y * taps.stride + k];
      const std::uint8_t* const source = in.rgb.data() + (taps.first[y] + k) * row_bytes;
      for (std::size_t i = 0; i < row_bytes; ++i) sums[i] += weight * source[i];
    }
    for (std::size_t i = 0; i < row_bytes; ++i) out.rgb[y * row_bytes + i] = RoundToByte(sums[i]);
  });
  return out;
}

}  // namespace

PixelSize FitShortEdge(PixelSize picture, int short_edge, int long_edge) {
  const double scale = static_cast<double>(short_edge) / std::min(picture.width, picture.height);
  double width = scale * picture.width;
  double height = scale * picture.height;
  (picture.height < picture.width ? height : width) = short_edge;
  const double longest = std::max(width, height);
  if (longest > long_edge) {
    const double shrink = long_edge / longest;
    width *= shrink;
    height *= shrink;
  }
  return {std::max(1, static_cast<int>(width + 0.5)), std::max(1, static_cast<int>(height + 0.5))};
}

PixelSize PadToMultiple(PixelSize size, int divisor) {
  return {(size.width + divisor - 1) / divisor * divisor,
          (size.height + divisor - 1) / divisor * divisor};
}

Picture ResizeLikePillow(const Picture& picture, PixelSize size) {
  if (size.width != picture.width) {
    const Picture columns = ResizeColumns(picture, size.width);
    return size.height == columns.height ? columns : ResizeRows(columns, size.height);
  }
  return size.height == picture.height ? picture : ResizeRows(picture, size.height);
}

}  // namespace saccade
