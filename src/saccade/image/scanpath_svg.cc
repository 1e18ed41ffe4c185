#include <fmt/format.h>

#include <cmath>
#include <tuple>

#include "saccade/base/markup.h"
#include "saccade/image/figure_style.h"
#include "saccade/image/scanpath_drawing.h"
#include "saccade/image/text.h"

namespace saccade {
namespace {

std::string Hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

std::string TextElement(std::string_view text, PointInPhoto middle, double size, Color color,
                        std::string_view anchor, bool bold) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" fill=\"{}\" text-anchor=\"{}\"{} "
      "dominant-baseline=\"central\">{}</text>\n",
      middle.x, middle.y, size, Hex(color), anchor, bold ? " font-weight=\"bold\"" : "",
      EscapeMarkup(text));
}

bool IsDrawable(const PointInPhoto& p) { return std::isfinite(p.x) && std::isfinite(p.y); }

std::string TargetElements(const DrawnTarget& target, const FigureStyle& style, FrameSize size) {
  const BoxInPhoto& box = target.box;
  std::string svg;
  for (const auto& [color, width, opacity] :
       {std::tuple(kInk, 2 * style.line, 0.7), std::tuple(kTargetColor, 0.8 * style.line, 1.0)}) {
    svg += fmt::format(
        "<rect class=\"target\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-opacity=\"{}\"/>\n",
        box.x, box.y, box.width, box.height, Hex(color), width, opacity);
  }
  if (target.label.empty()) return svg;
  const BoxInPhoto tag = TargetTag(target, style, size);
  svg += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{:.1f}\" "
      "fill=\"{}\" fill-opacity=\"0.8\"/>\n",
      tag.x, tag.y, tag.width, tag.height, 0.25 * tag.height, Hex(kInk));
  return svg +
         TextElement(target.label, tag.Center(), style.text_size, kTargetColor, "middle", false);
}

std::string LineElement(const DrawnScanpath& drawn, const FigureStyle& style) {
  std::string points;
  for (const auto& fixation : drawn.scanpath) {
    if (!IsDrawable(fixation.point)) continue;
    points += fmt::format("{:.1f},{:.1f} ", fixation.point.x, fixation.point.y);
  }
  std::string svg;
  for (const auto& [color, width, opacity] : {std::tuple(kInk, style.line + 1.6 * style.rim, 0.45),
                                              std::tuple(drawn.color, style.line, 1.0)}) {
    svg += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
        "stroke-opacity=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
        points, Hex(color), width, opacity);
  }
  return svg;
}

std::string DiscElements(const ScanpathFigure& figure, const DrawnScanpath& drawn, std::size_t i,
                         const FigureStyle& style) {
  const auto& [at, duration_ms] = drawn.scanpath[i];
  const double radius = style.RadiusOf(figure, drawn.scanpath, i);
  std::string svg;
  if (drawn.found_at == i) {
    svg += fmt::format(
        "<circle class=\"found\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"none\" "
        "stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
        at.x, at.y, radius + 3.5 * style.rim, Hex(drawn.color), 1.5 * style.rim);
  }
  if (drawn.in_sight_at == i) {
    svg += fmt::format(
        "<circle class=\"in-sight\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"none\" "
        "stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
        at.x, at.y, radius + 4 * style.rim, Hex(kPaper), 0.6 * style.rim);
  }
  std::string title = fmt::format("fixation {}", i + 1);
  if (duration_ms > 0) title += fmt::format(", {:.0f} ms", duration_ms);
  svg += fmt::format(
      "<circle class=\"fixation\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" "
      "stroke=\"{}\" stroke-width=\"{:.2f}\"><title>{}</title></circle>\n",
      at.x, at.y, radius - style.rim / 2, Hex(drawn.color), Hex(kPaper), style.rim, title);
  if (figure.numbers) {
    svg += TextElement(std::to_string(i + 1), at, style.text_size, ContrastingColor(drawn.color),
                       "middle", true);
  }
  return svg;
}

}  // namespace

std::string ScanpathSvg(const ScanpathFigure& figure, FrameSize size, std::string_view href) {
  const FigureStyle style = FigureStyle::For(size, figure.size);
  const Legend legend = LayOutLegend(figure, style, size.width);
  const double height = size.height + legend.height;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"system-ui, sans-serif\">\n",
      size.width, height);
  if (legend.height > 0) {
    svg += fmt::format("<rect y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"{}\"/>\n",
                       size.height, size.width, legend.height, Hex(kPaper));
  }
  if (!href.empty()) {
    const bool in_page = href.starts_with('#');
    svg += in_page ? fmt::format("<use href=\"{}\"/>\n", EscapeMarkup(href))
                   : fmt::format("<image href=\"{}\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n",
                                 EscapeMarkup(href), size.width, size.height);
  }
  for (const DrawnTarget& target : TargetsOf(figure)) svg += TargetElements(target, style, size);
  for (const DrawnScanpath& drawn : figure.scanpaths) svg += LineElement(drawn, style);
  for (const DrawnScanpath& drawn : figure.scanpaths) {
    for (std::size_t i = 0; i < drawn.scanpath.size(); ++i) {
      if (IsDrawable(drawn.scanpath[i].point)) svg += DiscElements(figure, drawn, i, style);
    }
  }
  for (const LegendEntry& entry : legend.entries) {
    const DrawnScanpath& drawn = figure.scanpaths[entry.scanpath];
    const PointInPhoto at{entry.swatch.x, size.height + entry.swatch.y};
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n", at.x,
                       at.y, 0.42 * style.text_size, Hex(drawn.color));
    svg += TextElement(drawn.label, {at.x + 0.8 * style.text_size, at.y}, style.text_size, kInk,
                       "start", false);
  }
  for (const NoteLine& line : legend.note) {
    svg += TextElement(line.text, {line.at.x, size.height + line.at.y}, style.text_size, kInk,
                       "start", false);
  }
  return svg + "</svg>\n";
}

}  // namespace saccade
