#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade::app {

// Models that see a picture at another size often squeeze it: 1024x768 becomes 512x320. Predictions
// that say so (their picture's sides are in another ratio than people's of the same name) are moved
// to the same share of the picture that people saw. Gives how many were.
std::size_t PlaceAsPeople(std::span<const TrialInImage> people,
                          std::vector<TrialInImage>& predictions);

}  // namespace saccade::app
