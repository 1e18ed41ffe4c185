#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "saccade/metrics/human_set.h"

namespace saccade::metrics {

// What becomes of predictions that do not begin where people's searches do, at the display's
// centre: scored as they are, every one of them finds the target a fixation early.
enum class StartRule {
  kRefuse,
  kAsIs,
  kPrepend,  // the centre is put before them
  kDrop,     // people's start is left out, and theirs where they have one
};

// Where most scanpaths begin: the share of those that do so at the centre of the image.
double ShareAtCenter(std::span<const TrialInImage> trials);
inline bool StartAtCenter(std::span<const TrialInImage> trials) {
  return ShareAtCenter(trials) > .5;
}

// The trials without their first fixation; those of a single fixation stay.
template <Frame F>
std::vector<Trial<F>> DropStarts(std::vector<Trial<F>> trials) {
  for (Trial<F>& trial : trials) {
    if (trial.scanpath.size() > 1) trial.scanpath.erase(trial.scanpath.begin());
  }
  return trials;
}

// The trials with the frame's centre before their first fixation.
template <Frame F>
std::vector<Trial<F>> PrependCenter(std::vector<Trial<F>> trials) {
  for (Trial<F>& trial : trials) {
    trial.scanpath.insert(trial.scanpath.begin(),
                          {{SizeOf<F>().width / 2, SizeOf<F>().height / 2}, 0});
  }
  return trials;
}

// Throws InputError, with the way out, for what no scanpaths can be, whoever made them: points from
// 0 to 1, grid cells, durations in seconds.
void CheckUnits(std::string_view name, std::span<const TrialInImage> trials);

// The same, and what beside people's cannot be right: points that fill only a corner of the frame
// that people's fill, or lie beyond it.
void CheckFrame(std::span<const TrialInImage> people, std::string_view name,
                std::span<const TrialInImage> predictions);

// What has to be done so that predictions begin where people do.
struct StartChange {
  bool prepend = false;           // the centre before each prediction
  bool drop_people = false;       // people's first fixation
  bool drop_predictions = false;  // the predictions' first
  bool operator==(const StartChange&) const = default;
};

// Throws InputError with StartRule::kRefuse for predictions that begin elsewhere than people, or on
// the target when people do not.
StartChange DecideStarts(std::span<const TrialInImage> people, std::string_view name,
                         std::span<const TrialInImage> predictions, StartRule rule);

// Predictions that may be scored: all of the above, people's start being dropped already where the
// rule says so.
std::vector<TrialInImage> CheckedPredictions(std::span<const TrialInImage> people,
                                             std::string_view name,
                                             std::vector<TrialInImage> predictions, StartRule rule);

}  // namespace saccade::metrics
