#include "saccade/image/spectral_residual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "saccade/image/resize.h"

namespace saccade {
namespace {

constexpr int kSide = 64;
constexpr double kBlur = 2.5;  // pixels of the map: their disk of 8 and Gaussian of 2.5, roughly
using Spectrum = std::vector<std::complex<double>>;

// Of 64 values that are `stride` apart, in place (Cooley and Tukey); `sign` -1 forwards, 1 back.
void Transform(std::complex<double>* values, int stride, int sign) {
  std::array<std::complex<double>, kSide> a;
  for (int i = 0; i < kSide; ++i) {
    int reversed = 0;
    for (int bit = 1; bit < kSide; bit *= 2) reversed = 2 * reversed + ((i & bit) != 0);
    a[static_cast<std::size_t>(reversed)] = values[i * stride];
  }
  for (int half = 1; half < kSide; half *= 2) {
    for (int k = 0; k < half; ++k) {
      const auto turn = std::polar(1., sign * std::numbers::pi * k / half);
      for (int begin = k; begin < kSide; begin += 2 * half) {
        auto& even = a[static_cast<std::size_t>(begin)];
        auto& odd = a[static_cast<std::size_t>(begin + half)];
        const auto turned = turn * odd;
        odd = even - turned;
        even += turned;
      }
    }
  }
  for (int i = 0; i < kSide; ++i) values[i * stride] = a[static_cast<std::size_t>(i)];
}

void Transform2d(Spectrum& values, int sign) {
  for (int row = 0; row < kSide; ++row)
    Transform(&values[static_cast<std::size_t>(row * kSide)], 1, sign);
  for (int column = 0; column < kSide; ++column) {
    Transform(&values[static_cast<std::size_t>(column)], kSide, sign);
  }
}

double& At(std::vector<double>& values, int x, int y) {
  return values[static_cast<std::size_t>((y + kSide) % kSide * kSide + (x + kSide) % kSide)];
}

// The mean of each value and the eight around it; a spectrum goes on at its other side.
std::vector<double> LocalMeans(std::vector<double> values) {
  std::vector<double> means(values.size());
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      double sum = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) sum += At(values, x + dx, y + dy);
      }
      At(means, x, y) = sum / 9;
    }
  }
  return means;
}

// A Gaussian's weights are cut at the border and brought back to a sum of 1.
std::vector<double> BlurRows(const std::vector<double>& values) {
  const int reach = static_cast<int>(4 * kBlur);
  std::vector<double> blurred(values.size());
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      double sum = 0, weights = 0;
      for (int at = std::max(0, x - reach); at <= std::min(kSide - 1, x + reach); ++at) {
        const double weight = std::exp(-.5 * (at - x) * (at - x) / (kBlur * kBlur));
        sum += weight * values[static_cast<std::size_t>(y * kSide + at)];
        weights += weight;
      }
      // Turned, so that twice is both directions.
      blurred[static_cast<std::size_t>(x * kSide + y)] = sum / weights;
    }
  }
  return blurred;
}

}  // namespace

Raster<float> SpectralResidual(const Picture& picture) {
  const Picture small = Resize(picture, kSide, kSide);
  Spectrum spectrum(static_cast<std::size_t>(kSide) * kSide);
  for (std::size_t i = 0; i < spectrum.size(); ++i) {
    const std::uint8_t* const rgb = &small.rgb[3 * i];
    spectrum[i] = .299 * rgb[0] + .587 * rgb[1] + .114 * rgb[2];
  }
  Transform2d(spectrum, -1);
  std::vector<double> logs(spectrum.size());
  constexpr double kSmallest = 1e-9;  // a flat picture has no other frequency than 0
  for (std::size_t i = 0; i < logs.size(); ++i)
    logs[i] = std::log(std::abs(spectrum[i]) + kSmallest);
  const std::vector<double> means = LocalMeans(logs);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    spectrum[i] = std::polar(std::exp(logs[i] - means[i]), std::arg(spectrum[i]));
  }
  Transform2d(spectrum, 1);
  std::vector<double> map(spectrum.size());
  for (std::size_t i = 0; i < map.size(); ++i) map[i] = std::norm(spectrum[i]);
  map = BlurRows(BlurRows(map));
  const double most = std::ranges::max(map);
  Raster<float> saliency(kSide, kSide);
  for (std::size_t i = 0; i < map.size(); ++i) {
    saliency.values[i] = static_cast<float>(most > 0 ? map[i] / most : 0);
  }
  return saliency;
}

}  // namespace saccade
