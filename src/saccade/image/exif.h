#pragma once

#include <cstddef>
#include <span>

#include "saccade/image/picture.h"

namespace saccade {

// EXIF's orientation tag (0x0112): how the stored rows and columns are to be turned for viewing.
// 1: as stored; 2: mirrored left-right; 3: turned by 180 degrees; 4: mirrored top-bottom; 5:
// mirrored at the main diagonal; 6: turned right by 90 degrees; 7: mirrored at the other diagonal;
// 8: turned left by 90 degrees.

// `tiff` is the EXIF block from its byte-order mark on, with or without "Exif\0\0" before it. What
// cannot be understood counts as 1: a broken tag must not cost the photo.
int ExifOrientation(std::span<const std::byte> tiff);

// The picture as it is to be viewed. Values outside 2..8 leave it as it is.
Picture ApplyOrientation(Picture picture, int orientation);

}  // namespace saccade
