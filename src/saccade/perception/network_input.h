#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/image/picture.h"

namespace saccade {

struct PixelSize {
  int width = 0;
  int height = 0;
  bool operator==(const PixelSize&) const = default;
};

// The size at which Panoptic-FPN sees a picture: its shorter edge becomes `short_edge`, small
// pictures are enlarged too, but the longer edge never exceeds `long_edge`. In double precision,
// rounded half up.
PixelSize FitShortEdge(PixelSize picture, int short_edge, int long_edge);

// Up to the next multiples of `divisor`.
PixelSize PadToMultiple(PixelSize size, int divisor);

// Pillow's "BILINEAR" resize, bit for bit: a triangle filter, widened when shrinking, horizontal
// pass first, each pass rounded to 8 bits; an axis that keeps its size is left alone.
Picture ResizeLikePillow(const Picture& picture, PixelSize size);

}  // namespace saccade
