#pragma once

#include <optional>
#include <span>

#include "saccade/image/picture.h"
#include "saccade/image/scan.h"
#include "saccade/scene/frame.h"

namespace saccade {

// Anti-aliased drawing on a picture. Coordinates are the picture's own pixels (PointInPhoto): pixel
// (i, j) is the square [i, i+1) x [j, j+1), so its centre is (i + .5, j + .5). What lies outside
// the picture is cut off; shapes with a coordinate that is not finite are not drawn. Text: text.h.

// What a shape is filled with: one colour, or one that changes linearly from `color` at `from` to
// `to_color` at `to` and stays constant beyond.
struct Paint {
  Color color;
  double opacity = 1;  // 0: nothing is seen, 1: nothing shines through

  struct Gradient {
    PointInPhoto from;
    PointInPhoto to;
    Color to_color;
  };
  std::optional<Gradient> gradient;

  Paint(Color c, double alpha = 1) : color(c), opacity(alpha) {}
  static Paint Linear(PointInPhoto from, Color from_color, PointInPhoto to, Color to_color,
                      double opacity = 1);

  Color At(const PointInPhoto& p) const;
};

void FillPolygon(Picture& picture, std::span<const PointInPhoto> polygon, const Paint& paint);
void FillRectangle(Picture& picture, const BoxInPhoto& box, const Paint& paint);
void FillRoundedRectangle(Picture& picture, const BoxInPhoto& box, double radius,
                          const Paint& paint);
void FillCircle(Picture& picture, PointInPhoto center, double radius, const Paint& paint);
// `turn` in radians, clockwise on the screen.
void FillEllipse(Picture& picture, PointInPhoto center, double radius_x, double radius_y,
                 const Paint& paint, double turn = 0);

// Lines `thickness` pixels wide, centred on the points, with round joins and ends. A translucent
// line that crosses itself is not darker there.
void StrokePolyline(Picture& picture, std::span<const PointInPhoto> line, double thickness,
                    const Paint& paint);
void StrokePolygon(Picture& picture, std::span<const PointInPhoto> polygon, double thickness,
                   const Paint& paint);
void StrokeLine(Picture& picture, PointInPhoto from, PointInPhoto to, double thickness,
                const Paint& paint);
void StrokeRectangle(Picture& picture, const BoxInPhoto& box, double thickness, const Paint& paint);
void StrokeCircle(Picture& picture, PointInPhoto center, double radius, double thickness,
                  const Paint& paint);
// `dash` pixels drawn, then `gap` left out, from the first point on.
void StrokeDashed(Picture& picture, std::span<const PointInPhoto> line, double thickness,
                  double dash, double gap, const Paint& paint);

// Copies `source` with its top-left pixel at (x, y); what does not fit is cut off.
void Paste(Picture& picture, const Picture& source, int x, int y);

// The run sink that every function above paints with: for shapes made with scan.h.
RunSink Painter(Picture& picture, const Paint& paint);

}  // namespace saccade
