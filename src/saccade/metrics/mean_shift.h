#pragma once

#include <span>
#include <vector>

#include "saccade/scene/frame.h"

namespace saccade::metrics {

// Mean shift with a flat kernel and scikit-learn's semantics (sklearn.cluster.MeanShift, every
// point a seed): centres in the order of their labels, that is by points within the bandwidth, then
// by coordinates, largest first. Bandwidth in pixels; 0 gives one centre a distinct point. Cost:
// points^2 x iterations (a few) for each seed. docs/metrics/sequence_score.md
std::vector<PointInImage> MeanShift(std::span<const PointInImage> points, double bandwidth);

// sklearn.cluster.estimate_bandwidth: the mean over points of the distance to the
// max(1, int(quantile n))-th nearest point, itself counted as the first. 0 for no points.
double EstimateBandwidth(std::span<const PointInImage> points, double quantile = 0.3);

// Index of the nearest centre, the first among equals. `centers` must not be empty.
int NearestCenter(std::span<const PointInImage> centers, const PointInImage& point);

}  // namespace saccade::metrics
