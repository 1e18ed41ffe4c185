#include "saccade/image/foveation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "saccade/base/error.h"
#include "saccade/image/resize.h"

namespace saccade {
namespace {

// Halving with the triangle filter is the binomial kernel (1 3 3 1) / 8, a Gaussian pyramid's usual
// step; doubling again level by level keeps the result smooth.
std::vector<Picture> FullSizePyramid(const Picture& picture, int levels) {
  std::vector<Picture> small{picture};
  for (int k = 1; k < levels; ++k) {
    const Picture& last = small.back();
    small.push_back(Resize(last, (last.width + 1) / 2, (last.height + 1) / 2));
  }
  std::vector<Picture> full;
  for (int k = 0; k < levels; ++k) {
    Picture level = small[k];
    for (int j = k - 1; j >= 0; --j) level = Resize(level, small[j].width, small[j].height);
    full.push_back(std::move(level));
  }
  return full;
}

}  // namespace

void FoveationOptions::Check() const {
  if (!(minimal_contrast_threshold > 0 && minimal_contrast_threshold < 1)) {
    throw InputError(
        fmt::format("foveation: the minimal contrast threshold is {}; it must lie "
                    "between 0 and 1",
                    minimal_contrast_threshold));
  }
  if (!(frequency_decay > 0) || !(half_resolution_eccentricity > 0)) {
    throw InputError("foveation: frequency decay and half-resolution eccentricity must be over 0");
  }
  if (!(pixels_per_degree >= 0) || !std::isfinite(pixels_per_degree)) {
    throw InputError(
        fmt::format("foveation: {} pixels per degree; use 0 for the paper's display "
                    "or a positive number",
                    pixels_per_degree));
  }
  if (levels < 2 || levels > 16) {
    throw InputError(fmt::format("foveation: {} pyramid levels; 2 to 16 are possible", levels));
  }
}

double PixelsPerDegree(double picture_width) {
  constexpr double kDiagonalCm = 22 * 2.54;
  constexpr double kDistanceCm = 47;
  const double width_cm = kDiagonalCm * 16 / std::hypot(16, 10);
  const double width_degrees = 2 * std::atan(width_cm / 2 / kDistanceCm) * 180 / std::numbers::pi;
  return picture_width / width_degrees;
}

double CutoffFrequency(double eccentricity_degrees, const FoveationOptions& options) {
  // CT(f, e) = 1 solved for f.
  const double e2 = options.half_resolution_eccentricity;
  return e2 * std::log(1 / options.minimal_contrast_threshold) /
         (options.frequency_decay * (eccentricity_degrees + e2));
}

CumulativeFoveation::CumulativeFoveation(const Picture& picture, const FoveationOptions& options)
    : options_(options) {
  options_.Check();
  if (options_.pixels_per_degree == 0) options_.pixels_per_degree = PixelsPerDegree(picture.width);
  pyramid_ = FullSizePyramid(picture, options_.levels);
  levels_ = Raster<float>(picture.width, picture.height, static_cast<float>(options_.levels - 1));
}

void CumulativeFoveation::Fixate(const PointInPhoto& point) {
  // Level k holds frequencies up to (pixels per degree / 2) / 2^k.
  const double finest = options_.pixels_per_degree / 2;
  const double coarsest_level = options_.levels - 1;
  for (int y = 0; y < levels_.height; ++y) {
    for (int x = 0; x < levels_.width; ++x) {
      const double pixels = std::hypot(x + 0.5 - point.x, y + 0.5 - point.y);
      const double cutoff = CutoffFrequency(pixels / options_.pixels_per_degree, options_);
      const double level = std::clamp(std::log2(finest / cutoff), 0.0, coarsest_level);
      float& seen = levels_.At(x, y);
      seen = std::min(seen, static_cast<float>(level));
    }
  }
}

Picture CumulativeFoveation::Render() const {
  Picture result(levels_.width, levels_.height);
  for (std::size_t i = 0; i < levels_.values.size(); ++i) {
    const float level = levels_.values[i];
    const int fine = static_cast<int>(level);
    const int coarse = std::min(fine + 1, options_.levels - 1);
    const float share = level - static_cast<float>(fine);
    for (std::size_t k = 3 * i; k < 3 * i + 3; ++k) {
      const float a = pyramid_[fine].rgb[k];
      const float b = pyramid_[coarse].rgb[k];
      result.rgb[k] = static_cast<std::uint8_t>(a + (b - a) * share + 0.5f);
    }
  }
  return result;
}

Picture Foveate(const Picture& picture, std::span<const PointInPhoto> fixations,
                const FoveationOptions& options) {
  CumulativeFoveation cumulative(picture, options);
  for (const PointInPhoto& point : fixations) cumulative.Fixate(point);
  return cumulative.Render();
}

}  // namespace saccade
