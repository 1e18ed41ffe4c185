#pragma once

#include "saccade/image/picture.h"
#include "saccade/image/raster.h"

namespace saccade {

// What stands out in a picture by its spectrum alone: what its log amplitude has above its own
// local mean, back in space, squared and blurred (Hou and Zhang 2007, "Saliency Detection: A
// Spectral Residual Approach"). Computed at 64x64 as theirs; 64x64 values from 0 on, the largest 1,
// over the whole picture whatever its sides.
Raster<float> SpectralResidual(const Picture& picture);

}  // namespace saccade
