#include <algorithm>
#include <cmath>
#include <numbers>

#include "saccade/image/canvas.h"
#include "saccade/image/resize.h"
#include "saccade/image/text.h"
#include "saccade/study/graphic.h"

namespace saccade {
namespace {

class Painting {
 public:
  Painting(const Graphic& graphic, double scale)
      : scale_(scale),
        picture_(static_cast<int>(std::lround(graphic.width * scale)),
                 static_cast<int>(std::lround(graphic.height * scale)), Color{255, 255, 255}) {
    for (const GraphicShape& shape : graphic.shapes) {
      std::visit([&](const auto& s) { Add(s); }, shape);
    }
  }
  Picture Finish() { return std::move(picture_); }

 private:
  PointInPhoto At(const PointInPhoto& p) const { return {p.x * scale_, p.y * scale_}; }
  GraphicPoints At(GraphicPoints points) const {
    for (PointInPhoto& p : points) p = At(p);
    return points;
  }

  void Add(const GraphicLine& line) {
    const GraphicPoints points = At(line.points);
    if (line.dashed) {
      StrokeDashed(picture_, points, line.thickness * scale_, 6 * scale_, 4 * scale_, line.color);
    } else {
      StrokePolyline(picture_, points, line.thickness * scale_, line.color);
    }
  }
  void Add(const GraphicPolygon& polygon) {
    FillPolygon(picture_, At(polygon.points), Paint(polygon.color, polygon.opacity));
  }
  void Add(const GraphicCircle& circle) {
    FillCircle(picture_, At(circle.center), circle.radius * scale_, circle.color);
  }
  void Add(const GraphicImage& image) {
    const auto pixels = [&](double length) {
      return static_cast<int>(std::lround(length * scale_));
    };
    Paste(picture_, Resize(image.picture, pixels(image.box.width), pixels(image.box.height)),
          pixels(image.box.x), pixels(image.box.y));
  }
  void Add(const GraphicText& text) {
    TextStyle style;
    style.size = text.size * scale_;
    style.color = text.color;
    style.bold = text.bold;
    style.align = text.align;
    if (text.turn == 0) return DrawText(picture_, text.text, At(text.at), style);
    Turned(text, style);
  }

  // Drawn level on white, then looked up from where each pixel was before the turn.
  void Turned(const GraphicText& text, TextStyle style) {
    const double wide = TextWidth(text.text, style.size), margin = style.size;
    Picture level(static_cast<int>(std::ceil(wide + 2 * margin)),
                  static_cast<int>(std::ceil(3 * style.size)), Color{255, 255, 255});
    const PointInPhoto anchor{margin + (text.align == TextAlign::kLeft     ? 0
                                        : text.align == TextAlign::kCenter ? wide / 2
                                                                           : wide),
                              2 * style.size};
    DrawText(level, text.text, anchor, style);
    const double turn = text.turn * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
    const PointInPhoto at = At(text.at);
    const int reach = static_cast<int>(std::ceil(wide + 3 * style.size));
    for (int y = static_cast<int>(at.y) - reach; y <= at.y + reach; ++y) {
      for (int x = static_cast<int>(at.x) - reach; x <= at.x + reach; ++x) {
        if (x < 0 || y < 0 || x >= picture_.width || y >= picture_.height) continue;
        const double dx = x + .5 - at.x, dy = y + .5 - at.y;
        const int u = static_cast<int>(std::floor(anchor.x + dx * c - dy * s));
        const int v = static_cast<int>(std::floor(anchor.y + dx * s + dy * c));
        if (u < 0 || v < 0 || u >= level.width || v >= level.height) continue;
        for (int k = 0; k < 3; ++k) {
          picture_.At(x, y)[k] = std::min(picture_.At(x, y)[k], level.At(u, v)[k]);
        }
      }
    }
  }

  double scale_;
  Picture picture_;
};

}  // namespace

Picture GraphicPicture(const Graphic& graphic, double scale) {
  return Painting(graphic, scale).Finish();
}

}  // namespace saccade
