#pragma once

#include "saccade/capi/saccade.h"
#include "saccade/image/picture.h"

namespace saccade::capi {

// A copy of the caller's pixels. Throws InputError for what is no picture.
Picture PictureOf(const saccade_pixels& pixels);

}  // namespace saccade::capi
