#pragma once

#include "saccade/image/picture.h"
#include "saccade/scene/fit.h"

namespace saccade {

inline FrameSize PictureSize(const Picture& picture) {
  return {static_cast<double>(picture.width), static_cast<double>(picture.height)};
}

// The photo as it stands in the image frame: 512x320 with black padding. Pixels are placed where
// Fit says, to fractions of a pixel; a pixel whose centre is on the padding is black.
Picture FitToImage(const Picture& photo);

}  // namespace saccade
