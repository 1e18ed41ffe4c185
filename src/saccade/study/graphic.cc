#include "saccade/study/graphic.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/base/markup.h"
#include "saccade/image/picture_file.h"

namespace saccade {
namespace {

constexpr int kJpegQuality = 85;

std::string PathOf(const GraphicPoints& points) {
  std::string path;
  for (const PointInPhoto& p : points) {
    path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? "M" : "L", p.x, p.y);
  }
  return path;
}

std::string Svg(const GraphicLine& line) {
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" "
      "stroke-linejoin=\"round\"{}/>\n",
      PathOf(line.points), HexColor(line.color), line.thickness,
      line.dashed ? " stroke-dasharray=\"6 4\"" : "");
}

std::string Svg(const GraphicPolygon& polygon) {
  return fmt::format(
      "<path d=\"{}z\" fill=\"{}\"{}/>\n", PathOf(polygon.points), HexColor(polygon.color),
      polygon.opacity < 1 ? fmt::format(" fill-opacity=\"{:.2f}\"", polygon.opacity) : "");
}

std::string Svg(const GraphicCircle& circle) {
  return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"{}\"/>\n",
                     circle.center.x, circle.center.y, circle.radius, HexColor(circle.color));
}

std::string Svg(const GraphicText& text) {
  const char* anchor = text.align == TextAlign::kLeft     ? "start"
                       : text.align == TextAlign::kCenter ? "middle"
                                                          : "end";
  const std::string turn = text.turn == 0
                               ? ""
                               : fmt::format(" transform=\"rotate({:.0f} {:.2f} {:.2f})\"",
                                             -text.turn, text.at.x, text.at.y);
  return fmt::format(
      "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\" text-anchor=\"{}\" "
      "fill=\"{}\"{}{}>{}</text>\n",
      text.at.x, text.at.y, text.size, anchor, HexColor(text.color),
      text.bold ? " font-weight=\"bold\"" : "", turn, EscapeMarkup(text.text));
}

std::string Svg(const GraphicImage& image) {
  return fmt::format(
      "<image x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
      "preserveAspectRatio=\"none\" href=\"{}\"/>\n",
      image.box.x, image.box.y, image.box.width, image.box.height,
      DataUri("image/jpeg", EncodeJpeg(image.picture, kJpegQuality)));
}

GraphicPoints Moved(GraphicPoints points, double x, double y) {
  for (PointInPhoto& p : points) p = {p.x + x, p.y + y};
  return points;
}

}  // namespace

void Graphic::Line(double x0, double y0, double x1, double y1, double thickness, Color color) {
  shapes.push_back(GraphicLine{{{x0, y0}, {x1, y1}}, thickness, color});
}

void Graphic::Rectangle(double x, double y, double wide, double high, Color color, double opacity) {
  shapes.push_back(
      GraphicPolygon{{{x, y}, {x + wide, y}, {x + wide, y + high}, {x, y + high}}, color, opacity});
}

void Graphic::Frame(double x, double y, double wide, double high, double thickness, Color color) {
  shapes.push_back(GraphicLine{
      {{x, y}, {x + wide, y}, {x + wide, y + high}, {x, y + high}, {x, y}}, thickness, color});
}

void Graphic::Text(std::string text, double x, double y, TextAlign align, Color color,
                   double size) {
  shapes.push_back(GraphicText{std::move(text), {x, y}, align, color, size});
}

void Graphic::UpwardText(std::string text, double x, double y, Color color) {
  shapes.push_back(
      GraphicText{std::move(text), {x + 4, y}, TextAlign::kCenter, color, kGraphicText, 90});
}

void Graphic::Place(const Graphic& other, double x, double y) {
  for (const GraphicShape& shape : other.shapes) {
    GraphicShape moved = shape;
    if (auto* line = std::get_if<GraphicLine>(&moved)) {
      line->points = Moved(std::move(line->points), x, y);
    } else if (auto* polygon = std::get_if<GraphicPolygon>(&moved)) {
      polygon->points = Moved(std::move(polygon->points), x, y);
    } else if (auto* circle = std::get_if<GraphicCircle>(&moved)) {
      circle->center = {circle->center.x + x, circle->center.y + y};
    } else if (auto* text = std::get_if<GraphicText>(&moved)) {
      text->at = {text->at.x + x, text->at.y + y};
    } else if (auto* image = std::get_if<GraphicImage>(&moved)) {
      image->box.x += x;
      image->box.y += y;
    }
    shapes.push_back(std::move(moved));
  }
}

Graphic Tiled(const std::vector<Graphic>& figures, std::size_t columns, double gap) {
  Graphic tiled;
  if (!figures.empty()) tiled.title = figures.front().title;
  double top = 0;
  for (std::size_t begin = 0; begin < figures.size(); begin += columns) {
    double left = 0, high = 0;
    for (std::size_t i = begin; i < std::min(begin + columns, figures.size()); ++i) {
      tiled.Place(figures[i], left, top);
      left += figures[i].width + gap;
      high = std::max(high, figures[i].height);
    }
    tiled.width = std::max(tiled.width, left - gap);
    top += high + gap;
  }
  tiled.height = std::max(0.0, top - gap);
  return tiled;
}

std::string GraphicSvg(const Graphic& graphic) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"Helvetica, Arial, sans-serif\"><title>{2}</title>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fff\"/>\n",
      graphic.width, graphic.height, EscapeMarkup(graphic.title));
  for (const GraphicShape& shape : graphic.shapes) {
    svg += std::visit([](const auto& s) { return Svg(s); }, shape);
  }
  return svg + "</svg>\n";
}

std::string HexColor(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

}  // namespace saccade
