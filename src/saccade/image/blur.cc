#include "saccade/image/blur.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "saccade/image/row_loops.h"

namespace saccade {
namespace {

// Weights of the centre and of the neighbours at distance 1, 2, ...
std::vector<float> HalfKernel(double sigma) {
  const int radius = static_cast<int>(4 * sigma + 0.5);
  std::vector<double> weights(radius + 1);
  double sum = 0;
  for (int i = 0; i <= radius; ++i) {
    weights[i] = std::exp(-0.5 * i * i / (sigma * sigma));
    sum += i == 0 ? weights[i] : 2 * weights[i];
  }
  std::vector<float> half;
  for (const double weight : weights) half.push_back(static_cast<float>(weight / sum));
  return half;
}

// Index of the pixel that stands for position i beyond the border, also when the kernel is wider
// than the picture.
int Reflected(int i, int size) {
  const int period = 2 * size;
  i %= period;
  if (i < 0) i += period;
  return i < size ? i : period - 1 - i;
}

void BlurInPlace(std::vector<float>& values, int width, int height, int channels, double sigma) {
  const std::vector<float> half = HalfKernel(sigma);
  const int radius = static_cast<int>(half.size()) - 1;
  const std::size_t stride = static_cast<std::size_t>(width) * channels;

  const RowLoops& loops = CurrentRowLoops();
  std::vector<const float*> before(half.size()), after(half.size());

  std::vector<float> padded(stride + std::size_t{2} * radius * channels);
  for (int y = 0; y < height; ++y) {
    float* row = &values[y * stride];
    for (int x = -radius; x < width + radius; ++x) {
      std::copy_n(row + static_cast<std::size_t>(Reflected(x, width)) * channels, channels,
                  &padded[static_cast<std::size_t>(x + radius) * channels]);
    }
    for (int k = 0; k <= radius; ++k) {
      before[k] = &padded[static_cast<std::size_t>(radius - k) * channels];
      after[k] = &padded[static_cast<std::size_t>(radius + k) * channels];
    }
    loops.blur(before.data(), after.data(), half.data(), radius, stride, row);
  }

  std::vector<float> result(values.size());
  for (int y = 0; y < height; ++y) {
    for (int k = 0; k <= radius; ++k) {
      before[k] = &values[Reflected(y - k, height) * stride];
      after[k] = &values[Reflected(y + k, height) * stride];
    }
    loops.blur(before.data(), after.data(), half.data(), radius, stride, &result[y * stride]);
  }
  values.swap(result);
}

void CheckSigma(double sigma) {
  if (!(sigma >= 0) || !std::isfinite(sigma)) {
    throw std::invalid_argument("the sigma of a blur must be finite and at least 0");
  }
}

}  // namespace

Picture GaussianBlur(const Picture& picture, double sigma) {
  CheckSigma(sigma);
  if (sigma == 0 || picture.rgb.empty()) return picture;
  std::vector<float> values(picture.rgb.begin(), picture.rgb.end());
  BlurInPlace(values, picture.width, picture.height, 3, sigma);
  Picture blurred = picture;
  CurrentRowLoops().to_bytes(values.data(), values.size(), blurred.rgb.data());
  return blurred;
}

Raster<float> GaussianBlur(const Raster<float>& map, double sigma) {
  CheckSigma(sigma);
  Raster<float> blurred = map;
  if (sigma == 0 || map.values.empty()) return blurred;
  BlurInPlace(blurred.values, map.width, map.height, 1, sigma);
  return blurred;
}

}  // namespace saccade
