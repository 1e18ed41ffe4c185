#pragma once

#include "saccade/image/picture.h"
#include "saccade/image/raster.h"

namespace saccade {

// Gaussian blur with standard deviation `sigma` in pixels: the paper's low-resolution view is sigma
// 2 in the 512x320 frame. Separable; the kernel is sampled at whole pixels, cut at 4 sigma
// (rounded) and brought to a sum of 1; the border reflects with the edge pixel repeated (c b a | a
// b c): the conventions of scipy.ndimage.gaussian_filter's defaults. Pictures are rounded once, at
// the end. sigma 0 changes nothing; throws std::invalid_argument when it is negative or not finite.
Picture GaussianBlur(const Picture& picture, double sigma);
Raster<float> GaussianBlur(const Raster<float>& map, double sigma);

}  // namespace saccade
