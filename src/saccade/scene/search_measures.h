#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade {

// The five measures of how hard a target is to find (the paper's Fig. 3). More is harder.
enum class SearchMeasure {
  kResponseError,      // share of wrong answers
  kReactionTime,       // ms until the answer (RT)
  kFixations,          // in the trial, the start included
  kTimeToTarget,       // ms of fixations before the first on target
  kFixationsToTarget,  // 1-based index of the first on target, the start included
};
inline constexpr int kSearchMeasures = 5;

// For programs ("response_error") and for people ("response error").
std::string_view KeyOf(SearchMeasure measure);
std::string_view LabelOf(SearchMeasure measure);

// Absent: no trial has what the measure needs (the published test file has no RT).
using MeasureValues = std::array<std::optional<double>, kSearchMeasures>;

struct CategoryMeasures {
  std::string task;
  MeasureValues raw;
  // Scaled so that the easiest category has 0 and the hardest 1; 0 where all are equal.
  MeasureValues normalized;
};

// Of the trials of one condition, one entry a task, in alphabetical order. Each measure is the mean
// over a subject's trials, then over subjects, so that every subject counts the same ("averaged
// over 10 subjects"). Error counts every trial; the others the correct ones, and the two "to
// target" those of them in which the target was fixated: the time of a wrong answer is no time of
// finding.
//
// Of target-absent trials there is no "to target", an error is a false alarm, and the reaction time
// is that until "no"; where it was not recorded, the fixations' together.
std::vector<CategoryMeasures> MeasureSearch(std::span<const TrialInImage> trials,
                                            Condition condition = Condition::kPresent);

}  // namespace saccade
