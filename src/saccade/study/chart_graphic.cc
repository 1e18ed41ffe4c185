#include <algorithm>
#include <cmath>

#include "saccade/study/chart_plot.h"
#include "saccade/study/graphic.h"

namespace saccade {
namespace {

constexpr double kBaseline = 4;  // from the middle of capitals down to where they stand

void DrawAxes(Graphic& graphic, const LineChart& chart, const LinePlot& laid_out) {
  const Plot& plot = laid_out.plot;
  for (const double tick : laid_out.y_ticks) {
    graphic.Line(plot.left, plot.Y(tick), plot.right, plot.Y(tick), 1, kRule);
    graphic.Text(TickText(tick), plot.left - 8, plot.Y(tick) + kBaseline, TextAlign::kRight, kSoft);
  }
  for (const double tick : laid_out.x_ticks) {
    graphic.Text(TickText(tick), plot.X(tick), plot.bottom + 18, TextAlign::kCenter, kSoft);
  }
  graphic.Line(plot.left, plot.bottom, plot.right, plot.bottom, 1, kSoft);
  graphic.Text(chart.x_label, (plot.left + plot.right) / 2, chart.height - 8.0, TextAlign::kCenter,
               kInk);
  graphic.UpwardText(chart.y_label, 11, (plot.top + plot.bottom) / 2, kInk);
}

void DrawCurve(Graphic& graphic, const Plot& plot, const Series& series, int color) {
  const Color ink = kSeriesColors[color];
  GraphicPoints line, upper, lower;
  const auto draw_line = [&] {
    if (line.size() > 1) graphic.shapes.push_back(GraphicLine{line, 2, ink, series.dashed});
    line.clear();
  };
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (!std::isfinite(series.y[i])) continue;
    const double x = plot.X(series.x[i]), e = ErrorAt(series, i);
    upper.push_back({x, plot.Y(series.y[i] + e)});
    lower.push_back({x, plot.Y(series.y[i] - e)});
  }
  if (!series.error.empty()) {
    upper.insert(upper.end(), lower.rbegin(), lower.rend());
    graphic.shapes.push_back(GraphicPolygon{upper, ink, .18});
  }
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (!std::isfinite(series.y[i])) {
      draw_line();
    } else {
      line.push_back({plot.X(series.x[i]), plot.Y(series.y[i])});
    }
  }
  draw_line();
  for (std::size_t i = 0; i < series.y.size() && series.y.size() <= kMostMarkers; ++i) {
    if (!std::isfinite(series.y[i])) continue;
    DrawMarker(graphic, color, plot.X(series.x[i]), plot.Y(series.y[i]));
  }
}

}  // namespace

void DrawMarker(Graphic& graphic, int color, double x, double y) {
  const Color ink = kSeriesColors[color];
  const auto polygon = [&](GraphicPoints points) {
    graphic.shapes.push_back(GraphicPolygon{std::move(points), ink});
  };
  switch (MarkerOf(color)) {
    case MarkerShape::kCircle:
      graphic.shapes.push_back(GraphicCircle{{x, y}, 3.5, ink});
      break;
    case MarkerShape::kSquare:
      graphic.Rectangle(x - 3.2, y - 3.2, 6.4, 6.4, ink);
      break;
    case MarkerShape::kTriangle:
      polygon({{x, y - 4.6}, {x + 4.4, y + 2.8}, {x - 4.4, y + 2.8}});
      break;
    case MarkerShape::kDiamond:
      polygon({{x, y - 4.4}, {x + 4.4, y}, {x, y + 4.4}, {x - 4.4, y}});
      break;
    case MarkerShape::kTriangleDown:
      polygon({{x, y + 4.6}, {x + 4.4, y - 2.8}, {x - 4.4, y - 2.8}});
      break;
  }
}

double DrawLegend(Graphic& graphic, const std::vector<Series>& series, double left) {
  constexpr double kLine = 20;
  double x = left, y = 14;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double wide = 44 + HelveticaWidth(series[i].name, kGraphicText);
    if (x > left && x + wide > graphic.width) {
      x = left;
      y += kLine;
    }
    const int color = ColorOf(series[i], i);
    graphic.shapes.push_back(
        GraphicLine{{{x, y}, {x + 20, y}}, 2, kSeriesColors[color], series[i].dashed});
    DrawMarker(graphic, color, x + 10, y);
    graphic.Text(series[i].name, x + 26, y + kBaseline, TextAlign::kLeft, kInk);
    x += wide;
  }
  return y + 8;
}

Graphic LineChartGraphic(const LineChart& chart) {
  Graphic graphic{chart.title, static_cast<double>(chart.width), static_cast<double>(chart.height)};
  const double legend_bottom = chart.series.size() > 1 ? DrawLegend(graphic, chart.series, 56) : 4;
  const LinePlot laid_out = LayOutLines(chart, legend_bottom + 10);
  DrawAxes(graphic, chart, laid_out);
  for (std::size_t i = 0; i < laid_out.series.size(); ++i) {
    DrawCurve(graphic, laid_out.plot, laid_out.series[i], ColorOf(laid_out.series[i], i));
  }
  return graphic;
}

}  // namespace saccade
