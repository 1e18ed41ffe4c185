#include "saccade/image/figure_style.h"

#include <algorithm>
#include <cmath>

#include "saccade/image/text.h"

namespace saccade {

FigureStyle FigureStyle::For(FrameSize picture, double size_factor) {
  const double diagonal = std::hypot(picture.width, picture.height);
  const double unit = std::max(0.75, diagonal / std::hypot(512, 320)) * size_factor;
  return {.disc_radius = 9 * unit,
          .line = 2.5 * unit,
          .rim = 1.5 * unit,
          .text_size = std::max(10.0, std::round(12 * unit))};
}

double FigureStyle::RadiusOf(const ScanpathFigure& figure, const ScanpathInPhoto& scanpath,
                             std::size_t i) const {
  if (figure.size_by_duration && scanpath[i].duration_ms > 0) {
    // A fixation of 250 ms, about the mean in search, has the usual size.
    const double relative = std::sqrt(std::max(0.0, scanpath[i].duration_ms) / 250);
    return disc_radius * std::clamp(relative, 0.5, 2.5);
  }
  return i + 1 >= 10 && figure.numbers ? 1.2 * disc_radius : disc_radius;
}

Legend LayOutLegend(const ScanpathFigure& figure, const FigureStyle& style, double width) {
  Legend legend;
  if (!figure.legend) return legend;
  const double row = 1.7 * style.text_size;
  const double gap = 1.2 * style.text_size;
  double x = gap / 2;
  double y = 0.25 * style.text_size + row / 2;
  for (std::size_t i = 0; i < figure.scanpaths.size(); ++i) {
    const std::string& label = figure.scanpaths[i].label;
    if (label.empty()) continue;
    const double entry = 1.4 * style.text_size + TextWidth(label, style.text_size);
    if (x > gap / 2 && x + entry > width) {
      x = gap / 2;
      y += row;
    }
    legend.entries.push_back({i, {x + style.text_size / 2, y}});
    x += entry + gap;
  }
  const double left = gap / 2;
  for (std::string& line : WrapText(figure.note, style.text_size, width - 2 * left)) {
    if (!legend.entries.empty() || !legend.note.empty()) y += row;
    legend.note.push_back({std::move(line), {left, y}});
  }
  if (!legend.entries.empty() || !legend.note.empty()) {
    legend.height = std::ceil(y + row / 2 + 0.25 * style.text_size);
  }
  return legend;
}

std::vector<DrawnTarget> TargetsOf(const ScanpathFigure& figure) {
  std::vector<DrawnTarget> targets;
  if (figure.target) targets.push_back({*figure.target, figure.target_label});
  targets.insert(targets.end(), figure.more_targets.begin(), figure.more_targets.end());
  return targets;
}

BoxInPhoto TargetTag(const DrawnTarget& target, const FigureStyle& style, FrameSize picture) {
  const BoxInPhoto& box = target.box;
  const double height = std::round(1.5 * style.text_size);
  const double width = TextWidth(target.label, style.text_size) + style.text_size;
  const double x = std::max(0.0, std::min(box.x, picture.width - width));
  const double above = box.y - height - style.line / 2;
  const double below = box.y + box.height + style.line / 2;
  if (above >= 0) return {x, above, width, height};
  if (below + height <= picture.height) return {x, below, width, height};
  return {x, box.y + style.line / 2, width, height};
}

}  // namespace saccade
