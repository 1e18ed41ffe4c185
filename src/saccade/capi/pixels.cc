#include "saccade/capi/pixels.h"

#include <algorithm>

#include "saccade/capi/boundary.h"
#include "saccade/image/picture_file.h"

namespace saccade::capi {

Picture PictureOf(const saccade_pixels& pixels) {
  Need(pixels.rgb, "pixels->rgb");
  if (pixels.width < 1 || pixels.height < 1 ||
      std::int64_t{pixels.width} * pixels.height > kMaxPixels) {
    throw InputError(fmt::format("argument pixels: {} x {} is no picture of 1 to {} pixels",
                                 pixels.width, pixels.height, kMaxPixels));
  }
  const std::size_t row = std::size_t{3} * static_cast<std::size_t>(pixels.width);
  if (pixels.stride < row) {
    throw InputError(fmt::format("argument pixels: a stride of {} bytes is less than a row takes",
                                 pixels.stride));
  }
  Picture picture(pixels.width, pixels.height);
  for (int y = 0; y < pixels.height; ++y) {
    std::copy_n(pixels.rgb + static_cast<std::size_t>(y) * pixels.stride, row, picture.At(0, y));
  }
  return picture;
}

}  // namespace saccade::capi
