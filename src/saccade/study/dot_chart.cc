#include "saccade/study/dot_chart.h"

#include <algorithm>
#include <cmath>

#include "saccade/study/chart_plot.h"

namespace saccade {
namespace {

constexpr Color kBar{0xb4, 0xbb, 0xc4};
constexpr double kText = 11;
constexpr double kMargin = 12;

double At(const std::vector<double>& values, std::size_t i) {
  return i < values.size() ? values[i] : std::numeric_limits<double>::quiet_NaN();
}

AxisRange RangeOf(const DotChart& chart) {
  AxisRange range;
  for (const DotSeries& series : chart.series) {
    for (const auto* values : {&series.value, &series.low, &series.high}) {
      for (const double value : *values) range.Take(value);
    }
  }
  if (chart.bars) range.Take(0);
  if (chart.x_min) range.Take(*chart.x_min);
  if (chart.x_max) range.Take(*chart.x_max);
  return range;
}

std::vector<Series> LegendOf(const DotChart& chart) {
  std::vector<Series> legend;
  for (const DotSeries& series : chart.series) {
    legend.push_back({.name = series.name, .color = series.color});
  }
  return legend;
}

void DrawValue(Graphic& graphic, const DotChart& chart, const Plot& plot, const DotSeries& series,
               int color, std::size_t row, double y) {
  const double value = At(series.value, row), low = At(series.low, row),
               high = At(series.high, row);
  if (!std::isfinite(value)) return;
  if (chart.bars) {
    const double x = plot.X(std::min(0.0, value));
    graphic.Rectangle(x, y - .3 * chart.row_height, plot.X(std::max(0.0, value)) - x,
                      .6 * chart.row_height, kBar);
  }
  const Color ink = chart.bars ? kInk : kSeriesColors[color];
  if (std::isfinite(low) && std::isfinite(high)) {
    graphic.Line(plot.X(low), y, plot.X(high), y, 1.4, ink);
  }
  if (!chart.bars) DrawMarker(graphic, color, plot.X(value), y);
}

}  // namespace

Graphic DotChartGraphic(const DotChart& chart) {
  Graphic graphic{chart.title, chart.width, 0};
  double names = chart.names_width;
  if (names == 0) {
    for (const std::string& row : chart.rows) names = std::max(names, HelveticaWidth(row, kText));
  }
  double top = 6;
  if (!chart.heading.empty()) {
    graphic.shapes.push_back(
        GraphicText{chart.heading, {kMargin, 15}, TextAlign::kLeft, kInk, kGraphicText, 0, true});
    top = 24;
  }
  if (chart.series.size() > 1) {
    Graphic legend{"", chart.width, 0};
    const double below = DrawLegend(legend, LegendOf(chart), kMargin);
    graphic.Place(legend, 0, top);
    top += below + 6;
  }
  const double bottom = top + chart.row_height * static_cast<double>(chart.rows.size());
  graphic.height = bottom + 40;
  Plot plot{names + kMargin + 8, top, chart.width - kMargin - 8, bottom, RangeOf(chart), {}};
  const auto ticks = Widen(plot.x, std::max(3, static_cast<int>((plot.right - plot.left) / 50)));
  for (const double tick : ticks) {
    graphic.Line(plot.X(tick), top, plot.X(tick), bottom, 1, kRule);
    graphic.Text(TickText(tick), plot.X(tick), bottom + 14, TextAlign::kCenter, kSoft, kText);
  }
  if (plot.x.low < 0 && plot.x.high > 0) graphic.Line(plot.X(0), top, plot.X(0), bottom, 1, kSoft);
  graphic.Line(plot.left, bottom, plot.right, bottom, 1, kSoft);
  graphic.Text(chart.x_label, (plot.left + plot.right) / 2, bottom + 31, TextAlign::kCenter, kInk,
               kText);
  const double count = static_cast<double>(chart.series.size());
  for (std::size_t row = 0; row < chart.rows.size(); ++row) {
    const double middle = top + chart.row_height * (static_cast<double>(row) + .5);
    graphic.Text(chart.rows[row], plot.left - 8, middle + 4, TextAlign::kRight, kInk, kText);
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
      const double y =
          middle + chart.row_height * .8 * ((static_cast<double>(s) + .5) / count - .5);
      const int color = chart.series[s].color >= 0 ? chart.series[s].color : static_cast<int>(s);
      DrawValue(graphic, chart, plot, chart.series[s], color % kChartColors, row, y);
    }
  }
  return graphic;
}

}  // namespace saccade
