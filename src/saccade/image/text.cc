#include "saccade/image/text.h"

#include <cmath>
#include <sstream>

#include "saccade/image/canvas.h"
#include "saccade/image/font.h"

namespace saccade {

void DrawText(Picture& picture, std::string_view text, PointInPhoto at, const TextStyle& style) {
  TextStrokes strokes = LayOutText(text, style.size);
  double left = at.x;
  if (style.align == TextAlign::kCenter) left -= strokes.width / 2;
  if (style.align == TextAlign::kRight) left -= strokes.width;
  double baseline = at.y;
  if (style.anchor == TextAnchor::kMiddle) baseline += CapitalHeight(style.size) / 2;
  if (style.anchor == TextAnchor::kTop) baseline += CapitalHeight(style.size);
  // The layout is snapped relative to its origin, which therefore must be whole.
  left = std::round(left);
  baseline = std::round(baseline);
  for (Contour& line : strokes.lines) {
    for (PointInPhoto& p : line) p = {p.x + left, p.y + baseline};
  }
  const double pen = PenThickness(style.size, style.bold);
  if (style.halo) {
    ScanStrokes(strokes.lines, pen + 2 * style.halo_width, picture.width, picture.height,
                Edge::kSmooth, Painter(picture, Paint(*style.halo, style.opacity)));
  }
  ScanStrokes(strokes.lines, pen, picture.width, picture.height, Edge::kSmooth,
              Painter(picture, Paint(style.color, style.opacity)));
}

double TextWidth(std::string_view text, double size) { return LayOutText(text, size).width; }

double CapitalHeight(double size) { return std::round(0.72 * size) + PenThickness(size, false); }

std::string ShortenText(std::string_view text, double size, double width) {
  if (TextWidth(text, size) <= width) return std::string(text);
  for (std::size_t length = text.size(); length > 0; --length) {
    const std::string shorter = std::string(text.substr(0, length - 1)) + "...";
    if (TextWidth(shorter, size) <= width) return shorter;
  }
  return "";
}

std::vector<std::string> WrapText(std::string_view text, double size, double width) {
  std::vector<std::string> lines;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!lines.empty() && TextWidth(lines.back() + " " + word, size) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(ShortenText(word, size, width));
    }
  }
  return lines;
}

Color ContrastingColor(Color ground) {
  // Rec. 601 luma; above .6 of white, black reads better.
  const double luma = 0.299 * ground.r + 0.587 * ground.g + 0.114 * ground.b;
  return luma > 150 ? Color{0, 0, 0} : Color{255, 255, 255};
}

}  // namespace saccade
