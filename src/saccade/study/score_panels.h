#pragma once

#include "saccade/study/comparison.h"
#include "saccade/study/graphic.h"

namespace saccade {

// The paper's eight scores of several rows, a panel each: means over seeds with 95% intervals over
// pictures.
Graphic ScorePanels(const Comparison& comparison, const std::string& title);

}  // namespace saccade
