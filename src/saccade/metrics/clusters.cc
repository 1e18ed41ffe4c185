#include "saccade/metrics/clusters.h"

#include <optional>

#include "saccade/metrics/mean_shift.h"

namespace saccade::metrics {
namespace {

std::vector<PointInImage> AllPoints(std::span<const ScanpathInImage> scanpaths) {
  std::vector<PointInImage> points;
  for (const ScanpathInImage& scanpath : scanpaths) {
    for (const FixationInImage& fixation : scanpath) points.push_back(fixation.point);
  }
  return points;
}

}  // namespace

std::vector<int> ClusterString(const Clusters& clusters,
                               std::span<const FixationInImage> scanpath) {
  std::vector<int> string;
  string.reserve(scanpath.size());
  for (const FixationInImage& fixation : scanpath) {
    string.push_back(NearestCenter(clusters.centers, fixation.point));
  }
  return string;
}

double ClusterRate(const Clusters& clusters, std::span<const ScanpathInImage> scanpaths) {
  int between = 0;
  int within = 0;
  for (const ScanpathInImage& scanpath : scanpaths) {
    const std::vector<int> string = ClusterString(clusters, scanpath);
    for (std::size_t i = 1; i < string.size(); ++i) {
      (string[i] == string[i - 1] ? within : between) += 1;
    }
  }
  return static_cast<double>(between - within) / clusters.centers.size();
}

Clusters FindClusters(std::span<const ScanpathInImage> scanpaths, const ClusterOptions& options) {
  const std::vector<PointInImage> points = AllPoints(scanpaths);
  if (options.rule == ClusterRule::kFixed) {
    return {options.bandwidth, 1, MeanShift(points, options.bandwidth)};
  }
  const double estimate = EstimateBandwidth(points);
  std::optional<Clusters> best;
  double best_rate = 0;
  for (const double factor : kBandwidthFactors) {
    Clusters clusters{estimate * factor, factor, MeanShift(points, estimate * factor)};
    const double rate = ClusterRate(clusters, scanpaths);
    if (!best || rate > best_rate) {
      best = std::move(clusters);
      best_rate = rate;
    }
  }
  return *best;
}

}  // namespace saccade::metrics
