#include "saccade/image/canvas.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace saccade {
namespace {

std::uint8_t Mix(std::uint8_t from, std::uint8_t to, double share) {
  return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
}

void Blend(std::uint8_t* pixel, Color color, double share) {
  pixel[0] = Mix(pixel[0], color.r, share);
  pixel[1] = Mix(pixel[1], color.g, share);
  pixel[2] = Mix(pixel[2], color.b, share);
}

// The polyline cut into dashes by arc length.
std::vector<Contour> Dashes(std::span<const PointInPhoto> line, double dash, double gap) {
  std::vector<Contour> dashes;
  bool drawing = true;
  double left = dash;
  if (!line.empty()) dashes.push_back({line[0]});
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    PointInPhoto at = line[i];
    double rest = std::hypot(line[i + 1].x - at.x, line[i + 1].y - at.y);
    while (rest > left) {
      const double t = left / rest;
      at = {at.x + (line[i + 1].x - at.x) * t, at.y + (line[i + 1].y - at.y) * t};
      rest -= left;
      if (drawing) {
        dashes.back().push_back(at);
      } else {
        dashes.push_back({at});
      }
      drawing = !drawing;
      left = drawing ? dash : gap;
    }
    left -= rest;
    if (drawing) dashes.back().push_back(line[i + 1]);
  }
  return dashes;
}

}  // namespace

Paint Paint::Linear(PointInPhoto from, Color from_color, PointInPhoto to, Color to_color,
                    double opacity) {
  Paint paint(from_color, opacity);
  paint.gradient = Gradient{from, to, to_color};
  return paint;
}

Color Paint::At(const PointInPhoto& p) const {
  if (!gradient) return color;
  const double dx = gradient->to.x - gradient->from.x;
  const double dy = gradient->to.y - gradient->from.y;
  const double length2 = dx * dx + dy * dy;
  if (!(length2 > 0)) return color;
  const double share = std::clamp(
      ((p.x - gradient->from.x) * dx + (p.y - gradient->from.y) * dy) / length2, 0.0, 1.0);
  return {Mix(color.r, gradient->to_color.r, share), Mix(color.g, gradient->to_color.g, share),
          Mix(color.b, gradient->to_color.b, share)};
}

RunSink Painter(Picture& picture, const Paint& paint) {
  return [&picture, paint](int y, int x0, int x1, double coverage) {
    const double share = std::clamp(coverage * paint.opacity, 0.0, 1.0);
    std::uint8_t* pixel = picture.At(x0, y);
    for (int x = x0; x < x1; ++x, pixel += 3) {
      const Color color = paint.gradient ? paint.At({x + 0.5, y + 0.5}) : paint.color;
      Blend(pixel, color, share);
    }
  };
}

void FillPolygon(Picture& picture, std::span<const PointInPhoto> polygon, const Paint& paint) {
  ScanPolygon(polygon, picture.width, picture.height, Edge::kSmooth, Painter(picture, paint));
}

void FillRectangle(Picture& picture, const BoxInPhoto& box, const Paint& paint) {
  FillPolygon(picture, RectangleOutline(box), paint);
}

void FillRoundedRectangle(Picture& picture, const BoxInPhoto& box, double radius,
                          const Paint& paint) {
  FillPolygon(picture, RoundedRectangleOutline(box, radius), paint);
}

void FillCircle(Picture& picture, PointInPhoto center, double radius, const Paint& paint) {
  FillEllipse(picture, center, radius, radius, paint);
}

void FillEllipse(Picture& picture, PointInPhoto center, double radius_x, double radius_y,
                 const Paint& paint, double turn) {
  FillPolygon(picture, EllipseOutline(center, radius_x, radius_y, turn), paint);
}

void StrokePolyline(Picture& picture, std::span<const PointInPhoto> line, double thickness,
                    const Paint& paint) {
  ScanStroke(line, thickness, picture.width, picture.height, Edge::kSmooth,
             Painter(picture, paint));
}

void StrokePolygon(Picture& picture, std::span<const PointInPhoto> polygon, double thickness,
                   const Paint& paint) {
  if (polygon.empty()) return;
  Contour closed(polygon.begin(), polygon.end());
  closed.push_back(closed.front());
  StrokePolyline(picture, closed, thickness, paint);
}

void StrokeLine(Picture& picture, PointInPhoto from, PointInPhoto to, double thickness,
                const Paint& paint) {
  const PointInPhoto line[] = {from, to};
  StrokePolyline(picture, line, thickness, paint);
}

void StrokeRectangle(Picture& picture, const BoxInPhoto& box, double thickness,
                     const Paint& paint) {
  StrokePolygon(picture, RectangleOutline(box), thickness, paint);
}

void StrokeCircle(Picture& picture, PointInPhoto center, double radius, double thickness,
                  const Paint& paint) {
  StrokePolygon(picture, EllipseOutline(center, radius, radius), thickness, paint);
}

void StrokeDashed(Picture& picture, std::span<const PointInPhoto> line, double thickness,
                  double dash, double gap, const Paint& paint) {
  if (!(dash > 0) || !(gap > 0)) return StrokePolyline(picture, line, thickness, paint);
  for (const PointInPhoto& p : line) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
  }
  ScanStrokes(Dashes(line, dash, gap), thickness, picture.width, picture.height, Edge::kSmooth,
              Painter(picture, paint));
}

void Paste(Picture& picture, const Picture& source, int x, int y) {
  const int x0 = std::max(0, -x);
  const int x1 = std::min(source.width, picture.width - x);
  if (x0 >= x1) return;
  for (int row = std::max(0, -y); row < std::min(source.height, picture.height - y); ++row) {
    std::copy_n(source.At(x0, row), std::size_t{3} * (x1 - x0), picture.At(x + x0, y + row));
  }
}

}  // namespace saccade
