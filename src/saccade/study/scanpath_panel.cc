#include "saccade/study/scanpath_panel.h"

#include <fmt/format.h>

#include "saccade/study/chart_plot.h"

namespace saccade {

Graphic ScanpathPanelGraphic(const ScanpathPanel& panel) {
  constexpr double kTop = 20, kRadius = 6.5, kNumber = 9;
  const double wide = kImageSize.width * panel.scale, tall = kImageSize.height * panel.scale;
  Graphic graphic{panel.heading, wide + 2, kTop + tall + 2};
  graphic.shapes.push_back(
      GraphicText{panel.heading, {2, 14}, TextAlign::kLeft, kInk, 11, 0, true});
  if (panel.picture) {
    graphic.shapes.push_back(GraphicImage{*panel.picture, {1, kTop, wide, tall}});
  } else {
    graphic.Rectangle(1, kTop, wide, tall, {0xf4, 0xf5, 0xf7});
  }
  const auto at = [&](const PointInImage& p) {
    return PointInPhoto{1 + p.x * panel.scale, kTop + p.y * panel.scale};
  };
  const PointInPhoto corner = at({panel.target.x, panel.target.y});
  graphic.Frame(corner.x, corner.y, panel.target.width * panel.scale,
                panel.target.height * panel.scale, 1.6, kInk);
  for (const PanelScanpath& path : panel.scanpaths) {
    GraphicPoints points;
    for (const FixationInImage& fixation : path.scanpath) points.push_back(at(fixation.point));
    if (panel.picture) graphic.shapes.push_back(GraphicLine{points, 4, {255, 255, 255}});
    graphic.shapes.push_back(GraphicLine{points, 2, path.color, path.dashed});
    for (std::size_t i = 0; i < points.size(); ++i) {
      graphic.shapes.push_back(GraphicCircle{points[i], kRadius + 1, {255, 255, 255}});
      graphic.shapes.push_back(GraphicCircle{points[i], kRadius, path.color});
      graphic.Text(fmt::format("{}", i), points[i].x, points[i].y + 3.2, TextAlign::kCenter,
                   {255, 255, 255}, kNumber);
    }
  }
  graphic.Frame(1, kTop, wide, tall, 1, kSoft);
  return graphic;
}

}  // namespace saccade
