#pragma once

#include "saccade/image/picture.h"

namespace saccade {

// Colours for values. Both are made in OKLab (Ottosson 2020), where equal steps look equal.

// 0..1 from near black over violet, red and orange to pale yellow, lightness rising evenly. Values
// outside are cut, NaN counts as 0.
Color HeatColor(double value);

// Colours for classes 0, 1, 2, ...: neighbours in the sequence differ strongly.
Color ClassColor(int index);

}  // namespace saccade
