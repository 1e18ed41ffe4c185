#pragma once

#include <optional>
#include <span>

#include "saccade/scene/trial.h"

namespace saccade::metrics {

// Cross-recurrence of two scanpaths (Anderson et al. 2015): fixation i of the one and j of the
// other recur when they are at most `radius` apart; both cut to the shorter length N, C
// recurrences. Percent. docs/metrics/recurrence.md
struct RecurrenceScores {
  double recurrence = 0;  // REC: C of N^2
  // Absent without any recurrence.
  std::optional<double> determinism{};  // DET: recurrences on diagonal lines of two or more, of C
  std::optional<double> laminarity{};   // LAM: the same of vertical and of horizontal lines, mean
  // CORM: mean of j - i over recurrences, of N - 1; above 0 where the second scanpath comes later.
  // Absent of single fixations.
  std::optional<double> center_of_mass{};
};

// A sixteenth of the frame's width: 32 of 512 pixels.
template <Frame F>
constexpr double RecurrenceRadius() {
  return SizeOf<F>().width / 16.0;
}

// Nothing when one is empty.
template <Frame F>
std::optional<RecurrenceScores> CrossRecurrence(std::span<const Fixation<F>> a,
                                                std::span<const Fixation<F>> b,
                                                double radius = RecurrenceRadius<F>());

}  // namespace saccade::metrics
