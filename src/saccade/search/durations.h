#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "saccade/scene/trial.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {

// How long the eyes rest: log-normal, by where they came from, where they go next, and how much of
// the target is believed to be where they are (the sharp beliefs, 0..1):
//   log(ms) ~ N(log_ms + came log(1 + pixels from the last fixation)
//                      + goes log(1 + pixels to the next) + target * belief, spread^2)
struct DurationTerms {
  double log_ms = 0;
  double came = 0;
  double goes = 0;
  double target = 0;
  double spread = 0;
  bool operator==(const DurationTerms&) const = default;
};

// Of the start, of the first fixation that a person chose, and of those after it.
using DurationsByStep = std::array<DurationTerms, 3>;

struct Durations {
  DurationsByStep going_on{};  // the next fixation is known
  DurationsByStep last{};      // nothing is known of what follows
  bool operator==(const Durations&) const = default;
};

// As a model's card has them: "first.going_on.log_ms". Of an empty card none. Throws InputError,
// with `origin` as the file, when some are missing, unknown, no numbers, or a spread is negative.
std::map<std::string, double> DurationsByName(const Durations& durations);
Durations DurationsOf(const std::map<std::string, double>& by_name, const std::string& origin);

// Least squares over people's fixations: of target-present trials answered right, inside the
// picture, with a duration. What ends a trial (a button was pressed in it) counts for neither.
// Throws InputError when a step has fewer than 8 of them, and when a picture has no beliefs.
Durations LearnDurations(std::span<const TrialInImage> trials, const BeliefLibrary& library);

// Draws the durations of scanpaths, `samples` a search in the order of `searches`; whole
// milliseconds. The fixations themselves, and what they were drawn with, do not change.
void DrawDurations(const Durations& durations, std::span<const Search> searches, int samples,
                   std::uint64_t seed, std::span<TrialInImage> scanpaths);

// `model` with durations.
std::unique_ptr<ScanpathModel> WithDurations(std::unique_ptr<ScanpathModel> model,
                                             const Durations& durations);

}  // namespace saccade
