#include "saccade/study/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saccade/base/markup.h"
#include "saccade/study/chart_plot.h"
#include "saccade/study/page.h"
#include "saccade/study/table.h"

namespace saccade {
namespace {

constexpr double kLegendLine = 20;
constexpr double kLegendCharacter = 7;  // the widest of the usual fonts; names must not touch

std::string Marker(int color, double x, double y) {
  switch (MarkerOf(color)) {
    case MarkerShape::kCircle:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>", x, y);
    case MarkerShape::kSquare:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"6.4\" height=\"6.4\"/>", x - 3.2,
                         y - 3.2);
    case MarkerShape::kTriangle:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l4.4 7.4h-8.8z\"/>", x, y - 4.6);
    case MarkerShape::kDiamond:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l4.4 4.4-4.4 4.4-4.4-4.4z\"/>", x, y - 4.4);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l4.4-7.4h-8.8z\"/>", x, y + 4.6);
  }
}

// A chart's frame: opening tag, accessible title, legend, horizontal grid, axis labels.
class ChartFrame {
 public:
  ChartFrame(const std::string& title, int width, int height, const std::vector<Series>& series)
      : width_(width), height_(height) {
    svg_ = fmt::format(
        "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {} {}\" style=\"max-width:{}px\" "
        "xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>\n",
        width, height, width, EscapeMarkup(title));
    if (series.size() > 1) DrawLegend(series);
  }

  double legend_bottom() const { return legend_bottom_; }

  void DrawYAxis(const Plot& plot, const std::vector<double>& ticks, const std::string& label) {
    for (const double tick : ticks) {
      const double y = plot.Y(tick);
      svg_ += fmt::format(
          "<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
          "text-anchor=\"end\">{}</text>\n",
          plot.left, y, plot.right, plot.left - 8, y + 4, TickText(tick));
    }
    const double middle = (plot.top + plot.bottom) / 2;
    svg_ += fmt::format(
        "<text class=\"label\" transform=\"translate(14 {:.1f}) rotate(-90)\" "
        "text-anchor=\"middle\">{}</text>\n",
        middle, EscapeMarkup(label));
  }

  void DrawXAxis(const Plot& plot, const std::string& label) {
    svg_ += fmt::format(
        "<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\"/><text class=\"label\" x=\"{:.1f}\" "
        "y=\"{}\" text-anchor=\"middle\">{}</text>\n",
        plot.left, plot.bottom, plot.right, (plot.left + plot.right) / 2, height_ - 8,
        EscapeMarkup(label));
  }

  void Add(std::string_view markup) { svg_ += markup; }
  std::string Finish() { return svg_ + "</svg>"; }

 private:
  void DrawLegend(const std::vector<Series>& series) {
    double x = 56, y = 14;
    for (std::size_t i = 0; i < series.size(); ++i) {
      const double wide =
          44 + kLegendCharacter * static_cast<double>(CharacterCount(series[i].name));
      if (x > 56 && x + wide > width_ - 8) {
        x = 56;
        y += kLegendLine;
      }
      const int color = ColorOf(series[i], i);
      svg_ += fmt::format(
          "<g class=\"s{}\"><path class=\"line{}\" d=\"M{:.1f} {:.1f}h20\"/>{}</g>"
          "<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
          color, series[i].dashed ? " dashed" : "", x, y, Marker(color, x + 10, y), x + 26, y + 4,
          EscapeMarkup(series[i].name));
      x += wide;
    }
    legend_bottom_ = y + 8;
  }

  int width_, height_;
  double legend_bottom_ = 4;
  std::string svg_;
};

// The band y +- error, in one piece.
std::string Band(const Plot& plot, const Series& series) {
  std::string upper, lower;
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (!std::isfinite(series.y[i])) continue;
    const double e = ErrorAt(series, i);
    const double x = plot.X(series.x[i]);
    upper += fmt::format("{}{:.1f} {:.1f}", upper.empty() ? "M" : "L", x, plot.Y(series.y[i] + e));
    lower = fmt::format("L{:.1f} {:.1f}", x, plot.Y(series.y[i] - e)) + lower;
  }
  return fmt::format("<path class=\"band\" d=\"{}{}z\"/>", upper, lower);
}

std::string Line(const Plot& plot, const Series& series) {
  std::string path;
  bool gap = true;
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    if (!std::isfinite(series.y[i])) {
      gap = true;
      continue;
    }
    path +=
        fmt::format("{}{:.1f} {:.1f}", gap ? "M" : "L", plot.X(series.x[i]), plot.Y(series.y[i]));
    gap = false;
  }
  return fmt::format("<path class=\"line{}\" d=\"{}\"/>", series.dashed ? " dashed" : "", path);
}

std::string DrawSeries(const Plot& plot, const Series& series, int color) {
  std::string out = fmt::format("<g class=\"s{}\">", color);
  if (!series.error.empty()) out += Band(plot, series);
  out += Line(plot, series);
  if (series.y.size() <= kMostMarkers) {
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      out += fmt::format("<g><title>{}: {} at {}</title>{}</g>", EscapeMarkup(series.name),
                         TickText(series.y[i]), TickText(series.x[i]),
                         Marker(color, plot.X(series.x[i]), plot.Y(series.y[i])));
    }
  }
  return out + "</g>\n";
}

}  // namespace

std::string LineChartSvg(const LineChart& chart) {
  ChartFrame frame(chart.title, chart.width, chart.height, chart.series);
  const LinePlot laid_out = LayOutLines(chart, frame.legend_bottom() + 10);
  const Plot& plot = laid_out.plot;
  frame.DrawYAxis(plot, laid_out.y_ticks, chart.y_label);
  for (const double tick : laid_out.x_ticks) {
    frame.Add(fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                          plot.X(tick), plot.bottom + 18, TickText(tick)));
  }
  frame.DrawXAxis(plot, chart.x_label);
  for (std::size_t i = 0; i < laid_out.series.size(); ++i) {
    frame.Add(DrawSeries(plot, laid_out.series[i], ColorOf(laid_out.series[i], i)));
  }
  return frame.Finish();
}

std::string StandaloneSvg(const std::string& svg) {
  const std::size_t at = svg.find('>') + 1;
  return fmt::format("{}\n<style>\n{}svg {{ background: var(--paper); }}\n</style>\n{}\n",
                     svg.substr(0, at), PageStyle(), svg.substr(at));
}

std::string BarChartSvg(const BarChart& chart) {
  ChartFrame frame(chart.title, chart.width, chart.height, chart.series);
  // Long names under the axis are turned.
  const double slot =
      (chart.width - 74.0) / static_cast<double>(std::max<std::size_t>(1, chart.groups.size()));
  std::size_t longest = 0;
  for (const std::string& group : chart.groups) longest = std::max(longest, CharacterCount(group));
  const bool turned = static_cast<double>(longest) * kCharacter > slot - 6;
  const double below = turned ? 16 + .7 * kCharacter * static_cast<double>(longest) : 30;
  Plot plot{58, frame.legend_bottom() + 10, chart.width - 16.0, chart.height - below, {0, 1}, {}};
  plot.y.Take(0);
  for (const Series& series : chart.series) {
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      plot.y.Take(series.y[i] + ErrorAt(series, i));
      plot.y.Take(series.y[i] - ErrorAt(series, i));
    }
  }
  if (chart.y_max) plot.y.Take(*chart.y_max);
  frame.DrawYAxis(plot, Widen(plot.y, 6), chart.y_label);

  const double bar =
      .78 * slot / static_cast<double>(std::max<std::size_t>(1, chart.series.size()));
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    frame.Add(fmt::format("<g class=\"s{}\">", ColorOf(series, s)));
    for (std::size_t g = 0; g < std::min(chart.groups.size(), series.y.size()); ++g) {
      const double value = series.y[g];
      if (!std::isfinite(value)) continue;
      const double x =
          plot.left + slot * (static_cast<double>(g) + .11) + bar * static_cast<double>(s);
      const double top = plot.Y(std::max(value, 0.0)), low = plot.Y(std::min(value, 0.0));
      frame.Add(
          fmt::format("<rect class=\"bar\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                      "height=\"{:.1f}\"><title>{}, "
                      "{}: {}</title></rect>",
                      x, top, bar * .94, low - top, EscapeMarkup(chart.groups[g]),
                      EscapeMarkup(series.name), TickText(value)));
      if (const double e = ErrorAt(series, g); e > 0) {
        frame.Add(fmt::format("<path class=\"whisker\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>",
                              x + bar * .47, plot.Y(value - e), plot.Y(value + e)));
      }
    }
    frame.Add("</g>\n");
  }
  for (std::size_t g = 0; g < chart.groups.size(); ++g) {
    const double x = plot.left + slot * (static_cast<double>(g) + .5);
    const double y = plot.bottom + (turned ? 12 : 18);
    frame.Add(fmt::format(
        "<text transform=\"translate({:.1f} {:.1f}){}\" text-anchor=\"{}\">{}</text>\n", x, y,
        turned ? " rotate(-45)" : "", turned ? "end" : "middle", EscapeMarkup(chart.groups[g])));
  }
  frame.Add(fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", plot.left, plot.Y(0),
                        plot.right));
  return frame.Finish();
}

}  // namespace saccade
