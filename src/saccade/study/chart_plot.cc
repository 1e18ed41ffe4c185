#include "saccade/study/chart_plot.h"

#include <fmt/format.h>

#include <algorithm>

namespace saccade {
namespace {

constexpr std::size_t kMostPoints = 400;

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

}  // namespace

int ColorOf(const Series& series, std::size_t place) {
  return (series.color >= 0 ? series.color : static_cast<int>(place)) % kChartColors;
}

double ErrorAt(const Series& series, std::size_t i) {
  return i < series.error.size() && std::isfinite(series.error[i]) ? series.error[i] : 0;
}

std::string TickText(double value) { return fmt::format("{:.6g}", value == 0 ? 0.0 : value); }

std::vector<double> Widen(AxisRange& range, int about) {
  if (range.Empty()) range = {0, 1};
  if (range.low == range.high) {
    const double slack = range.low == 0 ? 1 : std::abs(range.low) * .1;
    range.low -= slack;
    range.high += slack;
  }
  std::vector<double> ticks = AxisTicks(range.low, range.high, about);
  while (ticks.size() < 2) ticks = AxisTicks(range.low, range.high, ++about);
  const double step = ticks[1] - ticks[0];
  if (ticks.front() > range.low + 1e-9 * step) ticks.insert(ticks.begin(), ticks.front() - step);
  if (ticks.back() < range.high - 1e-9 * step) ticks.push_back(ticks.back() + step);
  range = {ticks.front(), ticks.back()};
  return ticks;
}

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

LinePlot LayOutLines(const LineChart& chart, double top) {
  LinePlot result{{58, top, chart.width - 16.0, chart.height - 48.0, {}, {}}, {}, {}, {}};
  Plot& plot = result.plot;
  for (const Series& series : chart.series) {
    const Series& drawn = result.series.emplace_back(Thinned(series));
    for (std::size_t i = 0; i < drawn.y.size(); ++i) {
      const double e = ErrorAt(drawn, i);
      plot.x.Take(drawn.x[i]);
      plot.y.Take(drawn.y[i] - e);
      plot.y.Take(drawn.y[i] + e);
    }
  }
  if (chart.y_min) plot.y.Take(*chart.y_min);
  if (chart.y_max) plot.y.Take(*chart.y_max);
  if (plot.x.Empty()) plot.x = {0, 1};
  if (plot.x.low == plot.x.high) plot.x = {plot.x.low - .5, plot.x.high + .5};
  result.y_ticks = Widen(plot.y, 6);
  result.x_ticks = AxisTicks(plot.x.low, plot.x.high, 8);
  if (chart.whole_x) {
    std::erase_if(result.x_ticks, [](double tick) { return tick != std::round(tick); });
  }
  plot.left = LeftOf(result.y_ticks, chart.y_label);
  return result;
}

}  // namespace saccade
