#pragma once

#include "saccade/synth/solid.h"

namespace saccade::synth {

// The colour of a surface at (u, v) metres on it.
Tint ColorAt(const Surface& surface, double u, double v);

}  // namespace saccade::synth
