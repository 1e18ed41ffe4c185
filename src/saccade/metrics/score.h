#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "saccade/metrics/protocol.h"

namespace saccade::metrics {

// Every number of a row, in one vector, so that means, tasks, bootstrap draws and differences are
// the same arithmetic. kCdf is the first of kScoredPoints values.
enum Score : int {
  kCdf = 0,
  kTfpAuc = kScoredPoints,
  kProbabilityMismatch,
  kScanpathRatio,  // the first of those that are means over scanpaths (or fixations)
  kSequenceScore,
  kShape,
  kDirection,
  kLength,
  kPosition,
  kFixationEditDistance,
  kSemanticSequenceScore,
  kSemanticEditDistance,
  kScanMatch,
  kScanMatchDuration,
  kEditDistance,
  kCig,  // the first of those that are means over fixations
  kCnss,
  kCauc,
  kAuc,
  kScores,
};
inline constexpr int kFirstMean = kScanpathRatio;
inline constexpr int kMeans = kScores - kFirstMean;

// What a row does not have is kAbsent, a NaN.
inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
inline bool IsPresent(double score) { return !std::isnan(score); }

using ScoreVector = std::array<double, kScores>;
constexpr ScoreVector AbsentScores() {
  ScoreVector scores{};
  scores.fill(kAbsent);
  return scores;
}

// The key of JSON and of --help; MultiMatch's four are "multimatch.shape" and so on. Any of the
// curve's values is "cdf".
std::string_view ScoreKey(int score);

}  // namespace saccade::metrics
