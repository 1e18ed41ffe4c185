#include "saccade/study/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "saccade/study/markup.h"
#include "saccade/study/table.h"

namespace saccade {
namespace {

constexpr int kColors = 7;
constexpr std::size_t kMostMarkers = 40;
constexpr std::size_t kMostPoints = 400;
constexpr double kCharacter = 6.6;  // mean width of a letter at the charts' 12 px, for the legend
constexpr double kLegendLine = 20;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void Take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool Empty() const { return low > high; }
};

// From data to pixels, both axes.
struct Plot {
  double left, top, right, bottom;
  Range x, y;
  double X(double value) const {
    return left + (value - x.low) / (x.high - x.low) * (right - left);
  }
  double Y(double value) const {
    return bottom - (value - y.low) / (y.high - y.low) * (bottom - top);
  }
};

int ColorOf(const Series& series, std::size_t place) {
  return (series.color >= 0 ? series.color : static_cast<int>(place)) % kColors;
}

double ErrorAt(const Series& series, std::size_t i) {
  return i < series.error.size() && std::isfinite(series.error[i]) ? series.error[i] : 0;
}

// "0.25", "12", "3e-05": short, without trailing zeros.
std::string TickText(double value) { return fmt::format("{:.6g}", value == 0 ? 0.0 : value); }

std::string Marker(int shape, double x, double y) {
  switch (shape % 4) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>", x, y);
    case 1:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"6.4\" height=\"6.4\"/>", x - 3.2,
                         y - 3.2);
    case 2:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l4.4 7.4h-8.8z\"/>", x, y - 4.6);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l4.4 4.4-4.4 4.4-4.4-4.4z\"/>", x, y - 4.4);
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
      const double wide = 34 + kCharacter * static_cast<double>(TextWidth(series[i].name));
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

// At most kMostPoints, each the mean of an equal stretch.
Series Thinned(const Series& series) {
  if (series.y.size() <= kMostPoints) return series;
  Series out = series;
  out.x.clear(), out.y.clear(), out.error.clear();
  for (std::size_t p = 0; p < kMostPoints; ++p) {
    const std::size_t begin = p * series.y.size() / kMostPoints;
    const std::size_t end = (p + 1) * series.y.size() / kMostPoints;
    double x = 0, y = 0, error = 0;
    for (std::size_t i = begin; i < end; ++i) {
      x += series.x[i];
      y += series.y[i];
      error += ErrorAt(series, i);
    }
    const double n = static_cast<double>(end - begin);
    out.x.push_back(x / n);
    out.y.push_back(y / n);
    if (!series.error.empty()) out.error.push_back(error / n);
  }
  return out;
}

// Room for the numbers beside the y axis and, if there is one, the label beside them.
double LeftOf(const std::vector<double>& ticks, const std::string& label) {
  std::size_t longest = 0;
  for (const double tick : ticks) longest = std::max(longest, TickText(tick).size());
  return (label.empty() ? 4 : 26) + kCharacter * static_cast<double>(longest) + 10;
}

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

// Ticks that reach over the data, and the range from the first to the last of them.
std::vector<double> Widen(Range& range, int about) {
  if (range.Empty()) range = {0, 1};
  if (range.low == range.high) {
    const double slack = range.low == 0 ? 1 : std::abs(range.low) * .1;
    range.low -= slack;
    range.high += slack;
  }
  std::vector<double> ticks = AxisTicks(range.low, range.high, about);
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : range.high - range.low;
  if (ticks.front() > range.low + 1e-9 * step) ticks.insert(ticks.begin(), ticks.front() - step);
  if (ticks.back() < range.high - 1e-9 * step) ticks.push_back(ticks.back() + step);
  range = {ticks.front(), ticks.back()};
  return ticks;
}

}  // namespace

std::vector<double> AxisTicks(double low, double high, int about) {
  const double rough = (high - low) / std::max(1, about - 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = power * 10;
  for (const double round : {1.0, 2.0, 2.5, 5.0}) {
    if (power * round >= rough * (1 - 1e-9)) {
      step = power * round;
      break;
    }
  }
  std::vector<double> ticks;
  const auto last = static_cast<long long>(std::floor(high / step + 1e-9));
  for (auto i = static_cast<long long>(std::ceil(low / step - 1e-9)); i <= last; ++i) {
    ticks.push_back(static_cast<double>(i) * step);
  }
  if (ticks.empty()) ticks.push_back(low);
  return ticks;
}

std::string LineChartSvg(const LineChart& chart) {
  ChartFrame frame(chart.title, chart.width, chart.height, chart.series);
  Plot plot{58, frame.legend_bottom() + 10, chart.width - 16.0, chart.height - 48.0, {}, {}};
  std::vector<Series> drawn;
  for (const Series& series : chart.series) {
    drawn.push_back(Thinned(series));
    for (std::size_t i = 0; i < drawn.back().y.size(); ++i) {
      const double e = ErrorAt(drawn.back(), i);
      plot.x.Take(drawn.back().x[i]);
      plot.y.Take(drawn.back().y[i] - e);
      plot.y.Take(drawn.back().y[i] + e);
    }
  }
  if (chart.y_min) plot.y.Take(*chart.y_min);
  if (chart.y_max) plot.y.Take(*chart.y_max);
  if (plot.x.Empty()) plot.x = {0, 1};
  if (plot.x.low == plot.x.high) plot.x = {plot.x.low - .5, plot.x.high + .5};
  const std::vector<double> y_ticks = Widen(plot.y, 6);
  plot.left = LeftOf(y_ticks, chart.y_label);
  frame.DrawYAxis(plot, y_ticks, chart.y_label);
  for (const double tick : AxisTicks(plot.x.low, plot.x.high, 8)) {
    frame.Add(fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                          plot.X(tick), plot.bottom + 18, TickText(tick)));
  }
  frame.DrawXAxis(plot, chart.x_label);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    frame.Add(DrawSeries(plot, drawn[i], ColorOf(drawn[i], i)));
  }
  return frame.Finish();
}

std::string BarChartSvg(const BarChart& chart) {
  ChartFrame frame(chart.title, chart.width, chart.height, chart.series);
  // Long names under the axis are turned.
  const double slot =
      (chart.width - 74.0) / static_cast<double>(std::max<std::size_t>(1, chart.groups.size()));
  std::size_t longest = 0;
  for (const std::string& group : chart.groups) longest = std::max(longest, TextWidth(group));
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
