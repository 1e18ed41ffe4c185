#pragma once

#include <optional>

#include "saccade/scene/frame.h"

namespace saccade {

// What somebody looked at.
struct Screen {
  FrameSize size;                             // pixels
  std::optional<FrameSize> millimetres = {};  // its visible area
  std::optional<double> distance_mm = {};     // from the eye to its centre
  bool operator==(const Screen&) const = default;

  // A degree of visual angle at the screen's centre, along its width; nothing unless size in
  // millimetres and distance are known.
  std::optional<double> PixelsPerDegree() const;
};

// A picture on a screen. Models and scores work in the image frame; this is the one place that
// says how any screen comes there, and back: the picture (the whole screen, where its place is not
// known) is fitted into 512x320 with its aspect kept, centred. COCO-Search18's pictures fill their
// display of the same aspect, padding included, and so this is what ToImage(PointInDisplay) does.
struct Viewing {
  Screen screen;
  std::optional<BoxOnScreen> picture = {};
  bool operator==(const Viewing&) const = default;

  BoxOnScreen Area() const;
  PointInImage ToImage(const PointOnScreen& p) const;
  BoxInImage ToImage(const BoxOnScreen& b) const;
  PointOnScreen ToScreen(const PointInImage& p) const;
  BoxOnScreen ToScreen(const BoxInImage& b) const;
};

// A picture of this size in the middle of a screen, at its own size.
Viewing Centered(const Screen& screen, FrameSize picture);

}  // namespace saccade
