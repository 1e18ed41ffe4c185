#include "saccade/image/geometry.h"

#include "saccade/image/resize.h"

namespace saccade {

Picture FitToImage(const Picture& photo) {
  const BoxInImage area = ImageFit(PictureSize(photo)).Area();
  return Place(photo, {area.x, area.y, area.width, area.height}, static_cast<int>(kImageSize.width),
               static_cast<int>(kImageSize.height));
}

}  // namespace saccade
