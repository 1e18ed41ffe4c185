#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "saccade/metrics/protocol.h"
#include "saccade/metrics/score_info.h"
#include "saccade/scene/trial.h"

namespace saccade::metrics {

// How fast a target is found. docs/metrics/efficiency.md

// Share of scanpaths whose first fixation on target is the i-th or an earlier one, i = 1..7.
using FoundCurve = std::array<double, kScoredPoints>;

// Counts behind a curve, of one picture or one task.
struct FoundCounts {
  double scanpaths = 0;
  FoundCurve found{};

  void Add(std::optional<int> first_on_target);
};

// The mean of the groups' shares, groups (tasks) without scanpaths left out. Zero without any.
FoundCurve MeanCurve(std::span<const FoundCounts> groups);

// FoundCounts as a tally: scanpaths, then those that found the target by each step.
void AddFound(const ScoredScanpath& scanpath, std::span<double> numbers);
inline constexpr Tally kFoundTally{1 + kScoredPoints, AddFound};
FoundCurve CurveOf(const TallyGroups& groups);

// TFP-AUC: the sum of the seven values.
double TfpAuc(const FoundCurve& curve);

// Sum of |model - human| over the seven values.
double ProbabilityMismatch(const FoundCurve& model, const FoundCurve& human);

// Distance from the first point to the target's centre over the length of the path to the n-th
// point, the first on target, at most 1. Nothing unless 2 <= n <= 7, nor for a path of length zero.
std::optional<double> ScanpathRatio(std::span<const FixationInImage> scanpath,
                                    const BoxInImage& target);

// The paper's Fig. 4: curve of each searcher (mean over tasks), then mean and standard error over
// searchers (0 for a single one).
struct CurveBySubject {
  std::vector<int> subjects;
  FoundCurve mean{};
  FoundCurve standard_error{};
};

// One scanpath's outcome, where and by whom.
struct SearchOutcome {
  int task = 0;  // any numbering
  int subject = 0;
  std::optional<int> first_on_target;  // 1-based
};
CurveBySubject FoundBySubject(std::span<const SearchOutcome> outcomes);

}  // namespace saccade::metrics
