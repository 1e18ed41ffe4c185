#include "saccade/image/scanpath_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "saccade/image/canvas.h"
#include "saccade/image/figure_style.h"
#include "saccade/image/geometry.h"
#include "saccade/image/text.h"

namespace saccade {
namespace {

Contour Points(const ScanpathInPhoto& scanpath) {
  Contour points;
  for (const auto& fixation : scanpath) points.push_back(fixation.point);
  return points;
}

void DrawTarget(Picture& picture, const DrawnTarget& target, const FigureStyle& style) {
  const BoxInPhoto& box = target.box;
  // White over black is seen on any ground.
  StrokeRectangle(picture, box, 2 * style.line, Paint(kInk, 0.7));
  StrokeRectangle(picture, box, 0.8 * style.line, Paint(kTargetColor));
  if (target.label.empty()) return;
  const BoxInPhoto tag = TargetTag(target, style, PictureSize(picture));
  FillRoundedRectangle(picture, tag, 0.25 * tag.height, Paint(kInk, 0.8));
  DrawText(picture, target.label, tag.Center(),
           {.size = style.text_size,
            .color = kTargetColor,
            .align = TextAlign::kCenter,
            .anchor = TextAnchor::kMiddle});
}

void DrawDisc(Picture& picture, const ScanpathFigure& figure, const DrawnScanpath& drawn,
              std::size_t i, const FigureStyle& style) {
  const PointInPhoto at = drawn.scanpath[i].point;
  const double radius = style.RadiusOf(figure, drawn.scanpath, i);
  if (drawn.found_at == i) {
    StrokeCircle(picture, at, radius + 3.5 * style.rim, 3 * style.rim, Paint(kInk, 0.6));
    StrokeCircle(picture, at, radius + 3.5 * style.rim, 1.5 * style.rim, Paint(drawn.color));
  }
  if (drawn.in_sight_at == i) {
    StrokeCircle(picture, at, radius + 4 * style.rim, 1.2 * style.rim, Paint(kInk, 0.5));
    StrokeCircle(picture, at, radius + 4 * style.rim, 0.6 * style.rim, Paint(kPaper, 0.9));
  }
  FillCircle(picture, at, radius + 0.7 * style.rim, Paint(kInk, 0.35));
  FillCircle(picture, at, radius, Paint(drawn.color));
  StrokeCircle(picture, at, radius - style.rim / 2, style.rim, Paint(kPaper));
  if (!figure.numbers) return;
  DrawText(picture, std::to_string(i + 1), at,
           {.size = style.text_size,
            .color = ContrastingColor(drawn.color),
            .bold = true,
            .align = TextAlign::kCenter,
            .anchor = TextAnchor::kMiddle});
}

Picture WithLegend(const Picture& picture, const ScanpathFigure& figure, const FigureStyle& style) {
  const Legend legend = LayOutLegend(figure, style, picture.width);
  Picture result(picture.width, picture.height + static_cast<int>(legend.height), kPaper);
  Paste(result, picture, 0, 0);
  for (const LegendEntry& entry : legend.entries) {
    const DrawnScanpath& drawn = figure.scanpaths[entry.scanpath];
    const PointInPhoto at{entry.swatch.x, picture.height + entry.swatch.y};
    FillCircle(result, at, 0.42 * style.text_size, Paint(drawn.color));
    const double left = at.x + 0.8 * style.text_size;
    DrawText(result, ShortenText(drawn.label, style.text_size, picture.width - left), {left, at.y},
             {.size = style.text_size, .color = kInk, .anchor = TextAnchor::kMiddle});
  }
  for (const NoteLine& line : legend.note) {
    DrawText(result, line.text, {line.at.x, picture.height + line.at.y},
             {.size = style.text_size, .color = kInk, .anchor = TextAnchor::kMiddle});
  }
  return result;
}

}  // namespace

Color ScanpathColor(std::size_t index) {
  static constexpr std::array<Color, 7> kColors = {{{230, 159, 0},
                                                    {86, 180, 233},
                                                    {213, 94, 0},
                                                    {0, 158, 115},
                                                    {204, 121, 167},
                                                    {0, 114, 178},
                                                    {240, 228, 66}}};
  return kColors[index % kColors.size()];
}

Picture DrawScanpaths(Picture picture, const ScanpathFigure& figure) {
  const FigureStyle style = FigureStyle::For(PictureSize(picture), figure.size);
  for (const DrawnTarget& target : TargetsOf(figure)) DrawTarget(picture, target, style);
  for (const DrawnScanpath& drawn : figure.scanpaths) {
    const Contour points = Points(drawn.scanpath);
    StrokePolyline(picture, points, style.line + 1.6 * style.rim, Paint(kInk, 0.45));
    StrokePolyline(picture, points, style.line, Paint(drawn.color));
  }
  for (const DrawnScanpath& drawn : figure.scanpaths) {
    for (std::size_t i = 0; i < drawn.scanpath.size(); ++i) {
      DrawDisc(picture, figure, drawn, i, style);
    }
  }
  return WithLegend(picture, figure, style);
}

}  // namespace saccade
