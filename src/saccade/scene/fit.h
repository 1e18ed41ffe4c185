#pragma once

#include <algorithm>

#include "saccade/scene/frame.h"
#include "saccade/scene/trial.h"

namespace saccade {

// How a photo lies in the frame F (design.md, "Frames"): enlarged or shrunk with its aspect kept
// until it fills the width or the height, centred, the rest black. No rounding: points and boxes go
// there and back exactly (up to the last bits of a double).
//   const ImageFit fit(PictureSize(photo));
//   PointInPhoto where = fit.ToPhoto(predicted_point_in_image);
// A picture that already has the frame's aspect (a 512x320 copy, a 1024x640 figure) is fitted
// without padding, so the same class also says where to draw in it.
template <Frame F>
class Fit {
 public:
  // `photo` in pixels, both sides over 0.
  explicit constexpr Fit(FrameSize photo)
      : scale_(std::min(SizeOf<F>().width / photo.width, SizeOf<F>().height / photo.height)),
        left_((SizeOf<F>().width - photo.width * scale_) / 2),
        top_((SizeOf<F>().height - photo.height * scale_) / 2),
        photo_(photo) {}

  // Pixels of the frame to one of the photo.
  constexpr double scale() const { return scale_; }
  // The part of the frame that the photo fills; the rest is padding.
  constexpr Box<F> Area() const {
    return {left_, top_, photo_.width * scale_, photo_.height * scale_};
  }

  constexpr Point<F> FromPhoto(const PointInPhoto& p) const {
    return {left_ + p.x * scale_, top_ + p.y * scale_};
  }
  // A point on the padding lies outside the photo: x < 0 or x > width, likewise y.
  constexpr PointInPhoto ToPhoto(const Point<F>& p) const {
    return {(p.x - left_) / scale_, (p.y - top_) / scale_};
  }
  constexpr Box<F> FromPhoto(const BoxInPhoto& b) const {
    const Point<F> corner = FromPhoto(PointInPhoto{b.x, b.y});
    return {corner.x, corner.y, b.width * scale_, b.height * scale_};
  }
  constexpr BoxInPhoto ToPhoto(const Box<F>& b) const {
    const PointInPhoto corner = ToPhoto(Point<F>{b.x, b.y});
    return {corner.x, corner.y, b.width / scale_, b.height / scale_};
  }
  Scanpath<F> FromPhoto(const ScanpathInPhoto& scanpath) const {
    Scanpath<F> mapped;
    for (const auto& f : scanpath) mapped.push_back({FromPhoto(f.point), f.duration_ms});
    return mapped;
  }
  ScanpathInPhoto ToPhoto(const Scanpath<F>& scanpath) const {
    ScanpathInPhoto mapped;
    for (const auto& f : scanpath) mapped.push_back({ToPhoto(f.point), f.duration_ms});
    return mapped;
  }

 private:
  double scale_;
  double left_;
  double top_;
  FrameSize photo_;
};

using DisplayFit = Fit<Frame::kDisplay>;
using ImageFit = Fit<Frame::kImage>;

}  // namespace saccade
