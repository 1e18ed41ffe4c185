#pragma once

#include "saccade/image/picture.h"
#include "saccade/image/raster.h"
#include "saccade/scene/frame.h"

namespace saccade {

// Resampling with a triangle filter: bilinear when enlarging; when shrinking the triangle is
// widened by the factor, so that every pixel counts and nothing aliases (what Pillow calls
// BILINEAR). Pixels are areas: the centre of the first is at .5 in both sizes. Beyond the border
// the filter is cut and its weights brought back to a sum of 1. Sums are kept in float and rounded
// once, so 8-bit results may differ by 1 from libraries that round between the two passes.
Picture Resize(const Picture& picture, int width, int height);
Raster<float> Resize(const Raster<float>& map, int width, int height);

// A black picture of width x height with `picture` resampled into `area`, which may start and end
// anywhere inside pixels. A pixel belongs to the area when its centre does.
Picture Place(const Picture& picture, const BoxInPhoto& area, int width, int height);

}  // namespace saccade
