#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "saccade/metrics/score_table.h"

namespace saccade::metrics {

// Numbers in a ScoreVector: one a score, seven for the curve.
inline constexpr std::size_t kScoreValues = kScoreTable.back().slot + kScoreTable.back().values;

// Every number of a row, in one vector, so that means, tasks, bootstrap draws and differences are
// the same arithmetic.
using ScoreVector = std::array<double, kScoreValues>;

// The numbers of all tallies, each from its `tally_slot` on.
inline constexpr std::size_t kTallyNumbers = [] {
  std::size_t numbers = 0;
  for (const ScoreInfo& info : kScoreTable) {
    if (info.tally) numbers = std::max(numbers, info.tally_slot + info.tally->size);
  }
  return numbers;
}();
using TallyVector = std::array<double, kTallyNumbers>;

// What a row does not have is kAbsent, a NaN.
inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
inline bool IsPresent(double score) { return !std::isnan(score); }
constexpr ScoreVector AbsentScores() {
  ScoreVector scores{};
  scores.fill(kAbsent);
  return scores;
}

// The score with that key, and its place in a ScoreVector. Throws std::invalid_argument, or does
// not compile, for another.
constexpr const ScoreInfo& ScoreInfoOf(std::string_view key) {
  for (const ScoreInfo& info : kScoreTable) {
    if (info.key == key) return info;
  }
  throw std::invalid_argument("no score has that key");
}
consteval std::size_t ScoreCalled(std::string_view key) { return ScoreInfoOf(key).slot; }

// Those that code speaks of by name.
inline constexpr std::size_t kCdf = ScoreCalled("cdf");  // the first of kScoredPoints values
inline constexpr std::size_t kTfpAuc = ScoreCalled("tfp_auc");
inline constexpr std::size_t kProbabilityMismatch = ScoreCalled("probability_mismatch");
inline constexpr std::size_t kScanpathRatio = ScoreCalled("scanpath_ratio");
inline constexpr std::size_t kSequenceScore = ScoreCalled("sequence_score");
inline constexpr std::size_t kShape = ScoreCalled("multimatch.shape");
inline constexpr std::size_t kDirection = ScoreCalled("multimatch.direction");
inline constexpr std::size_t kLength = ScoreCalled("multimatch.length");
inline constexpr std::size_t kPosition = ScoreCalled("multimatch.position");

}  // namespace saccade::metrics
