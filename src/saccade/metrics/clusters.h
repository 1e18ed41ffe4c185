#pragma once

#include <span>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade::metrics {

// The regions of one picture between which people looked, found by mean shift over the fixations of
// all human trials used on it. A scanpath becomes the string of its fixations' nearest regions, the
// start included. docs/metrics/sequence_score.md
enum class ClusterRule {
  kFixed,     // one bandwidth for every picture
  kAdaptive,  // the estimated bandwidth times the factor with the best rate
};

struct ClusterOptions {
  ClusterRule rule = ClusterRule::kFixed;
  // The authors never released their clusters' code; this value gives both of their published rows
  // (human .490, random .295). Calibrated, and said to be.
  double bandwidth = 21.5;  // pixels
  bool operator==(const ClusterOptions&) const = default;
};

struct Clusters {
  double bandwidth = 0;
  double factor = 1;  // of the estimate; 1 with a fixed bandwidth
  std::vector<PointInImage> centers;
};

// Factors that kAdaptive tries, in this order; the first among equally good ones is taken.
inline constexpr double kBandwidthFactors[] = {0.2, 0.5, 0.8, 1.0, 1.2, 1.5, 1.8};

// Clusters of the fixations of `scanpaths`, which together must have at least one.
Clusters FindClusters(std::span<const ScanpathInImage> scanpaths, const ClusterOptions& options);

// The nearest centre of each fixation.
std::vector<int> ClusterString(const Clusters& clusters, std::span<const FixationInImage> scanpath);

// (Nb - Nw) / Nc: successive fixations in different clusters, those in the same one, clusters.
double ClusterRate(const Clusters& clusters, std::span<const ScanpathInImage> scanpaths);

}  // namespace saccade::metrics
