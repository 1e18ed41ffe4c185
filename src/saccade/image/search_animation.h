#pragma once

#include <string>

#include "saccade/image/scanpath_drawing.h"

namespace saccade {

// How searches run by the clock; the pages' player has the same (web/src/timeline.ts).
inline constexpr double kFixationMs = 250;  // where there is no duration: about the mean in search
inline constexpr double kSaccadeMs = 40;    // from one fixation to the next

// The figure as it comes about, as an animated WebP: all scanpaths start together, each fixation
// appears when the eyes land there, the finished figure rests for a while, and again.
std::string SearchAnimation(const Picture& picture, const ScanpathFigure& figure);

}  // namespace saccade
