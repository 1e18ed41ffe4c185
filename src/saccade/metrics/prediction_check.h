#pragma once

#include <span>
#include <string>
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
  kDrop,     // people's start is left out (DropStarts), and theirs where they have one
};

// Whether most scanpaths begin at the centre of the image.
bool StartAtCenter(std::span<const TrialInImage> trials);

// The trials without their first fixation; those of a single fixation stay.
std::vector<TrialInImage> DropStarts(std::vector<TrialInImage> trials);

// Predictions that may be scored. Throws InputError, with the way out, for what cannot be right:
// points from 0 to 1, grid cells, points that fill only a corner of the frame that people's fill,
// durations in seconds, other starts than people's.
std::vector<TrialInImage> CheckedPredictions(std::span<const TrialInImage> people,
                                             std::string_view name,
                                             std::vector<TrialInImage> predictions,
                                             StartRule start);

}  // namespace saccade::metrics
