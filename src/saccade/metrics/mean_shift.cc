#include "saccade/metrics/mean_shift.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace saccade::metrics {
namespace {

constexpr int kMaxMoves = 300;
constexpr double kStopShare = 1e-3;  // of the bandwidth

struct Mode {
  PointInImage center;
  int points = 0;  // within the bandwidth, before the last move
};

double SquaredDistance(const PointInImage& a, const PointInImage& b) {
  const double dx = a.x - b.x;
  const double dy = a.y - b.y;
  return dx * dx + dy * dy;
}

// `points` is 0 when the seed ran into a place with nothing around it; such modes do not count.
Mode Climb(std::span<const PointInImage> points, PointInImage seed, double bandwidth) {
  const double squared_bandwidth = bandwidth * bandwidth;
  Mode mode{seed, 0};
  for (int moves = 0;; ++moves) {
    PointInImage sum;
    mode.points = 0;
    for (const PointInImage& point : points) {
      if (SquaredDistance(point, mode.center) > squared_bandwidth) continue;
      sum.x += point.x;
      sum.y += point.y;
      ++mode.points;
    }
    if (mode.points == 0) return mode;
    const PointInImage mean{sum.x / mode.points, sum.y / mode.points};
    const double moved = std::sqrt(SquaredDistance(mean, mode.center));
    mode.center = mean;
    if (moved < kStopShare * bandwidth || moves == kMaxMoves) return mode;
  }
}

// Without a bandwidth a seed is its own mode; a mean of equal points could be off by a rounding.
Mode StandStill(std::span<const PointInImage> points, const PointInImage& seed) {
  return {seed, static_cast<int>(std::count(points.begin(), points.end(), seed))};
}

}  // namespace

std::vector<PointInImage> MeanShift(std::span<const PointInImage> points, double bandwidth) {
  std::vector<Mode> modes;
  modes.reserve(points.size());
  for (const PointInImage& seed : points) {
    const Mode mode = bandwidth > 0 ? Climb(points, seed, bandwidth) : StandStill(points, seed);
    if (mode.points > 0) modes.push_back(mode);
  }
  std::sort(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) {
    return std::tie(a.points, a.center.x, a.center.y) > std::tie(b.points, b.center.x, b.center.y);
  });
  std::vector<PointInImage> centers;
  for (const Mode& mode : modes) {
    const bool near_a_better_one =
        std::any_of(centers.begin(), centers.end(), [&](const PointInImage& center) {
          return SquaredDistance(center, mode.center) <= bandwidth * bandwidth;
        });
    if (!near_a_better_one) centers.push_back(mode.center);
  }
  return centers;
}

double EstimateBandwidth(std::span<const PointInImage> points, double quantile) {
  if (points.empty()) return 0;
  const auto neighbor =
      std::max<std::size_t>(1, static_cast<std::size_t>(quantile * points.size())) - 1;
  std::vector<double> distances(points.size());
  double sum = 0;
  for (const PointInImage& point : points) {
    std::transform(points.begin(), points.end(), distances.begin(),
                   [&](const PointInImage& other) { return SquaredDistance(point, other); });
    std::nth_element(distances.begin(), distances.begin() + neighbor, distances.end());
    sum += std::sqrt(distances[neighbor]);
  }
  return sum / points.size();
}

int NearestCenter(std::span<const PointInImage> centers, const PointInImage& point) {
  const auto nearest = std::min_element(
      centers.begin(), centers.end(), [&](const PointInImage& a, const PointInImage& b) {
        return SquaredDistance(a, point) < SquaredDistance(b, point);
      });
  return static_cast<int>(nearest - centers.begin());
}

}  // namespace saccade::metrics
