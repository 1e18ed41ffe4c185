#pragma once

#include <string>
#include <variant>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/image/text.h"
#include "saccade/scene/frame.h"

namespace saccade {

// A drawing for papers: a list of shapes in pixels of the page, from the top left, on white,
// written as SVG, as PDF (vector, standard Helvetica) or painted. Pages that follow their reader's
// light or dark have charts of their own (chart.h).

inline constexpr double kGraphicText = 12;

// Line and Polygon points.
using GraphicPoints = std::vector<PointInPhoto>;

struct GraphicLine {
  GraphicPoints points;
  double thickness = 1;
  Color color{};
  bool dashed = false;
};
struct GraphicPolygon {
  GraphicPoints points;
  Color color{};
  double opacity = 1;
};
struct GraphicCircle {
  PointInPhoto center;
  double radius = 1;
  Color color{};
};
struct GraphicText {
  std::string text;
  PointInPhoto at;  // on the baseline
  TextAlign align = TextAlign::kLeft;
  Color color{};
  double size = kGraphicText;
  double turn = 0;  // degrees, counter-clockwise around `at`
  bool bold = false;
};
struct GraphicImage {
  Picture picture;
  BoxInPhoto box;
};
using GraphicShape =
    std::variant<GraphicLine, GraphicPolygon, GraphicCircle, GraphicText, GraphicImage>;

struct Graphic {
  std::string title{};  // of the file: what a reader hears who does not see it
  double width = 0;
  double height = 0;
  std::vector<GraphicShape> shapes{};

  void Line(double x0, double y0, double x1, double y1, double thickness, Color color);
  void Rectangle(double x, double y, double width, double height, Color color, double opacity = 1);
  void Frame(double x, double y, double width, double height, double thickness, Color color);
  void Text(std::string text, double x, double y, TextAlign align, Color color,
            double size = kGraphicText);
  // Reads upwards; the middle of its line at x, the middle of its length at y.
  void UpwardText(std::string text, double x, double y, Color color);
  // The shapes of another graphic, moved by (x, y).
  void Place(const Graphic& other, double x, double y);
};

// Figures beside each other in rows of `columns`, each at its own size; the title is the first's.
Graphic Tiled(const std::vector<Graphic>& figures, std::size_t columns, double gap = 12);

// A whole SVG file.
std::string GraphicSvg(const Graphic& graphic);
// A whole PDF file of one page, a pixel of the page being 3/4 point. Letters outside of Latin-1 and
// a few signs become "?".
std::string GraphicPdf(const Graphic& graphic);
// Painted, `scale` pixels for one of the page.
Picture GraphicPicture(const Graphic& graphic, double scale = 2);

// Width of a text in Helvetica, pixels.
double HelveticaWidth(const std::string& text, double size, bool bold = false);

// "#0067a8".
std::string HexColor(Color color);

}  // namespace saccade
