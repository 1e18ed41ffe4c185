#include "saccade/image/geometry.h"

#include "saccade/image/resize.h"

namespace saccade {
namespace {

template <Frame F>
Picture FitTo(const Picture& photo) {
  const auto area = Fit<F>(PictureSize(photo)).Area();
  return Place(photo, {area.x, area.y, area.width, area.height},
               static_cast<int>(SizeOf<F>().width), static_cast<int>(SizeOf<F>().height));
}

}  // namespace

Picture FitToDisplay(const Picture& photo) { return FitTo<Frame::kDisplay>(photo); }

Picture FitToImage(const Picture& photo) { return FitTo<Frame::kImage>(photo); }

}  // namespace saccade
