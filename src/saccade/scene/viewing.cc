#include "saccade/scene/viewing.h"

#include <cmath>
#include <numbers>

#include "saccade/scene/fit.h"

namespace saccade {
namespace {

ImageFit FitOf(const BoxOnScreen& area) { return ImageFit({area.width, area.height}); }

}  // namespace

std::optional<double> Screen::PixelsPerDegree() const {
  if (!millimetres || !distance_mm) return std::nullopt;
  const double degree_mm = 2 * *distance_mm * std::tan(std::numbers::pi / 360);
  return degree_mm * size.width / millimetres->width;
}

BoxOnScreen Viewing::Area() const {
  return picture.value_or(BoxOnScreen{0, 0, screen.size.width, screen.size.height});
}

PointInImage Viewing::ToImage(const PointOnScreen& p) const {
  const BoxOnScreen area = Area();
  return FitOf(area).FromPhoto(PointInPhoto{p.x - area.x, p.y - area.y});
}

BoxInImage Viewing::ToImage(const BoxOnScreen& b) const {
  const BoxOnScreen area = Area();
  return FitOf(area).FromPhoto(BoxInPhoto{b.x - area.x, b.y - area.y, b.width, b.height});
}

PointOnScreen Viewing::ToScreen(const PointInImage& p) const {
  const BoxOnScreen area = Area();
  const PointInPhoto point = FitOf(area).ToPhoto(p);
  return {area.x + point.x, area.y + point.y};
}

BoxOnScreen Viewing::ToScreen(const BoxInImage& b) const {
  const BoxOnScreen area = Area();
  const BoxInPhoto box = FitOf(area).ToPhoto(b);
  return {area.x + box.x, area.y + box.y, box.width, box.height};
}

Viewing Centered(const Screen& screen, FrameSize picture) {
  return {screen,
          BoxOnScreen{(screen.size.width - picture.width) / 2,
                      (screen.size.height - picture.height) / 2, picture.width, picture.height}};
}

}  // namespace saccade
