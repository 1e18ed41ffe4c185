#pragma once

namespace saccade {

// The pixel frames that coordinates live in. A number without its frame is a bug waiting, so
// points, boxes, fixations and trials carry it in their type: PointInImage cannot be passed for
// PointInDisplay.
//   kDisplay: the 1680x1050 monitor on which people searched, as recorded.
//   kImage:   512x320, what the paper computes and scores in.
//   kScreen:  a monitor of any size; the trial says which (viewing.h).
//   kPhoto:   a picture's own pixels, of any size.
enum class Frame { kDisplay, kImage, kScreen, kPhoto };

struct FrameSize {
  double width = 0;
  double height = 0;
  bool operator==(const FrameSize&) const = default;
};

inline constexpr FrameSize kDisplaySize{1680, 1050};
inline constexpr FrameSize kImageSize{512, 320};

template <Frame F>
constexpr FrameSize SizeOf() {
  static_assert(F == Frame::kDisplay || F == Frame::kImage,
                "its size is not known to the compiler");
  return F == Frame::kDisplay ? kDisplaySize : kImageSize;
}

// x to the right, y down, pixels; (0, 0) is the picture's top-left corner.
template <Frame F>
struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

template <Frame F>
struct Box {
  double x = 0;  // left
  double y = 0;  // top
  double width = 0;
  double height = 0;
  bool operator==(const Box&) const = default;

  Point<F> Center() const { return {x + width / 2, y + height / 2}; }
  // Strictly inside, as the field scores "on target" (protocol: bx < x < bx + bw).
  bool Contains(const Point<F>& p) const {
    return x < p.x && p.x < x + width && y < p.y && p.y < y + height;
  }
};

using PointInDisplay = Point<Frame::kDisplay>;
using PointInImage = Point<Frame::kImage>;
using PointOnScreen = Point<Frame::kScreen>;
using PointInPhoto = Point<Frame::kPhoto>;
using BoxInDisplay = Box<Frame::kDisplay>;
using BoxInImage = Box<Frame::kImage>;
using BoxOnScreen = Box<Frame::kScreen>;
using BoxInPhoto = Box<Frame::kPhoto>;

// The display was shrunk to the image without keeping its aspect exactly: x * 512/1680,
// y * 320/1050, no rounding.
constexpr PointInImage ToImage(const PointInDisplay& p) {
  return {p.x * 512 / 1680, p.y * 320 / 1050};
}
constexpr PointInDisplay ToDisplay(const PointInImage& p) {
  return {p.x * 1680 / 512, p.y * 1050 / 320};
}
constexpr PointInImage ToImage(const PointInImage& p) { return p; }
constexpr PointInDisplay ToDisplay(const PointInDisplay& p) { return p; }

constexpr BoxInImage ToImage(const BoxInDisplay& b) {
  return {b.x * 512 / 1680, b.y * 320 / 1050, b.width * 512 / 1680, b.height * 320 / 1050};
}
constexpr BoxInDisplay ToDisplay(const BoxInImage& b) {
  return {b.x * 1680 / 512, b.y * 1050 / 320, b.width * 1680 / 512, b.height * 1050 / 320};
}
constexpr BoxInImage ToImage(const BoxInImage& b) { return b; }
constexpr BoxInDisplay ToDisplay(const BoxInDisplay& b) { return b; }

}  // namespace saccade
