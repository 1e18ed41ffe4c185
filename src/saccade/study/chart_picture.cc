#include <algorithm>
#include <cmath>

#include "saccade/image/canvas.h"
#include "saccade/image/text.h"
#include "saccade/study/chart_plot.h"

namespace saccade {
namespace {

// The page's colours on white (page_style.cc).
constexpr Color kSeries[kChartColors] = {{0x00, 0x67, 0xa8}, {0xc9, 0x4f, 0x00}, {0x00, 0x80, 0x5d},
                                         {0xa8, 0x46, 0x7e}, {0xa8, 0x74, 0x00}, {0x2f, 0x8f, 0xc4},
                                         {0x55, 0x5b, 0x63}, {0x6a, 0x4b, 0xb5}, {0x6d, 0x7a, 0x00},
                                         {0x8a, 0x5a, 0x3c}};
constexpr Color kInk{0x1c, 0x1f, 0x23};
constexpr Color kSoft{0x5b, 0x63, 0x6d};
constexpr Color kRule{0xd9, 0xdd, 0xe2};
constexpr Color kWhite{255, 255, 255};
constexpr double kTextSize = 12;

// Draws in pixels of the page, `scale` of the picture's each.
class Drawing {
 public:
  Drawing(int width, int height, double scale)
      : scale_(scale),
        picture_(static_cast<int>(std::lround(width * scale)),
                 static_cast<int>(std::lround(height * scale)), kWhite) {}

  void Line(double x0, double y0, double x1, double y1, double thickness, Color color) {
    StrokeLine(picture_, At(x0, y0), At(x1, y1), thickness * scale_, color);
  }

  void Polyline(const std::vector<PointInPhoto>& line, double thickness, bool dashed, Color color) {
    std::vector<PointInPhoto> points;
    for (const PointInPhoto& p : line) points.push_back(At(p.x, p.y));
    if (dashed) {
      StrokeDashed(picture_, points, thickness * scale_, 6 * scale_, 4 * scale_, color);
    } else {
      StrokePolyline(picture_, points, thickness * scale_, color);
    }
  }

  void Polygon(const std::vector<PointInPhoto>& polygon, Color color, double opacity) {
    std::vector<PointInPhoto> points;
    for (const PointInPhoto& p : polygon) points.push_back(At(p.x, p.y));
    FillPolygon(picture_, points, Paint(color, opacity));
  }

  void Text(const std::string& text, double x, double y, TextAlign align, Color color) {
    DrawText(picture_, text, At(x, y), Style(align, color));
  }

  // Reads upwards, its middle at (x, y).
  void UpwardText(const std::string& text, double x, double y, Color color) {
    const double width = TextWidth(text, kTextSize * scale_);
    Picture flat(static_cast<int>(std::ceil(width)) + 4,
                 static_cast<int>(std::ceil(kTextSize * scale_ * 1.6)), kWhite);
    DrawText(flat, text, {flat.width / 2.0, flat.height / 2.0}, Style(TextAlign::kCenter, color));
    Picture turned(flat.height, flat.width, kWhite);
    for (int i = 0; i < flat.width; ++i) {
      for (int j = 0; j < flat.height; ++j) {
        std::copy_n(flat.At(i, j), 3, turned.At(j, flat.width - 1 - i));
      }
    }
    Paste(picture_, turned, static_cast<int>(std::lround(x * scale_ - turned.width / 2.0)),
          static_cast<int>(std::lround(y * scale_ - turned.height / 2.0)));
  }

  void Marker(int color, double x, double y) {
    const Color paint = kSeries[color];
    switch (MarkerOf(color)) {
      case MarkerShape::kCircle:
        FillCircle(picture_, At(x, y), 3.5 * scale_, paint);
        break;
      case MarkerShape::kSquare:
        Polygon({{x - 3.2, y - 3.2}, {x + 3.2, y - 3.2}, {x + 3.2, y + 3.2}, {x - 3.2, y + 3.2}},
                paint, 1);
        break;
      case MarkerShape::kTriangle:
        Polygon({{x, y - 4.6}, {x + 4.4, y + 2.8}, {x - 4.4, y + 2.8}}, paint, 1);
        break;
      case MarkerShape::kDiamond:
        Polygon({{x, y - 4.4}, {x + 4.4, y}, {x, y + 4.4}, {x - 4.4, y}}, paint, 1);
        break;
      case MarkerShape::kTriangleDown:
        Polygon({{x, y + 4.6}, {x + 4.4, y - 2.8}, {x - 4.4, y - 2.8}}, paint, 1);
        break;
    }
  }

  double WidthOf(const std::string& text) const {
    return TextWidth(text, kTextSize * scale_) / scale_;
  }
  Picture Finish() { return std::move(picture_); }

 private:
  PointInPhoto At(double x, double y) const { return {x * scale_, y * scale_}; }
  TextStyle Style(TextAlign align, Color color) const {
    TextStyle style;
    style.size = kTextSize * scale_;
    style.color = color;
    style.align = align;
    style.anchor = TextAnchor::kMiddle;
    return style;
  }

  double scale_;
  Picture picture_;
};

// Names in lines from the left, as many as fit. Returns where the legend ends.
double DrawLegend(Drawing& drawing, const LineChart& chart) {
  constexpr double kLeft = 56, kLine = 20;
  double x = kLeft, y = 14;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& series = chart.series[i];
    const double wide = 44 + drawing.WidthOf(series.name);
    if (x > kLeft && x + wide > chart.width) {
      x = kLeft;
      y += kLine;
    }
    const int color = ColorOf(series, i);
    drawing.Polyline({{x, y}, {x + 20, y}}, 2, series.dashed, kSeries[color]);
    drawing.Marker(color, x + 10, y);
    drawing.Text(series.name, x + 26, y, TextAlign::kLeft, kInk);
    x += wide;
  }
  return y + 8;
}

void DrawAxes(Drawing& drawing, const LineChart& chart, const LinePlot& laid_out) {
  const Plot& plot = laid_out.plot;
  for (const double tick : laid_out.y_ticks) {
    drawing.Line(plot.left, plot.Y(tick), plot.right, plot.Y(tick), 1, kRule);
    drawing.Text(TickText(tick), plot.left - 8, plot.Y(tick), TextAlign::kRight, kSoft);
  }
  for (const double tick : laid_out.x_ticks) {
    drawing.Text(TickText(tick), plot.X(tick), plot.bottom + 14, TextAlign::kCenter, kSoft);
  }
  drawing.Line(plot.left, plot.bottom, plot.right, plot.bottom, 1, kSoft);
  drawing.Text(chart.x_label, (plot.left + plot.right) / 2, chart.height - 12.0, TextAlign::kCenter,
               kInk);
  drawing.UpwardText(chart.y_label, 11, (plot.top + plot.bottom) / 2, kInk);
}

void DrawCurve(Drawing& drawing, const Plot& plot, const Series& series, int color) {
  std::vector<PointInPhoto> line, upper, lower;
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (!std::isfinite(series.y[i])) {
      drawing.Polyline(line, 2, series.dashed, kSeries[color]);
      line.clear();
      continue;
    }
    const double x = plot.X(series.x[i]), e = ErrorAt(series, i);
    line.push_back({x, plot.Y(series.y[i])});
    upper.push_back({x, plot.Y(series.y[i] + e)});
    lower.push_back({x, plot.Y(series.y[i] - e)});
  }
  if (!series.error.empty()) {
    upper.insert(upper.end(), lower.rbegin(), lower.rend());
    drawing.Polygon(upper, kSeries[color], .18);
  }
  drawing.Polyline(line, 2, series.dashed, kSeries[color]);
  for (std::size_t i = 0; i < series.y.size() && series.y.size() <= kMostMarkers; ++i) {
    if (!std::isfinite(series.y[i])) continue;
    drawing.Marker(color, plot.X(series.x[i]), plot.Y(series.y[i]));
  }
}

}  // namespace

Picture LineChartPicture(const LineChart& chart, double scale) {
  Drawing drawing(chart.width, chart.height, scale);
  const double legend_bottom = chart.series.size() > 1 ? DrawLegend(drawing, chart) : 4;
  const LinePlot laid_out = LayOutLines(chart, legend_bottom + 10);
  DrawAxes(drawing, chart, laid_out);
  for (std::size_t i = 0; i < laid_out.series.size(); ++i) {
    DrawCurve(drawing, laid_out.plot, laid_out.series[i], ColorOf(laid_out.series[i], i));
  }
  return drawing.Finish();
}

}  // namespace saccade
