#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "saccade/study/chart.h"
#include "saccade/study/graphic.h"

namespace saccade {

// Where things stand on a chart, in pixels of the page; the same for SVG and pictures.

inline constexpr int kChartColors = 10;
inline constexpr std::size_t kMostMarkers = 40;
inline constexpr double kCharacter = 6.6;  // mean width of a letter at the charts' 12 px

// The page's colours on white (page_style.cc).
inline constexpr Color kSeriesColors[kChartColors] = {
    {0x00, 0x67, 0xa8}, {0xc9, 0x4f, 0x00}, {0x00, 0x80, 0x5d}, {0xa8, 0x46, 0x7e},
    {0xa8, 0x74, 0x00}, {0x2f, 0x8f, 0xc4}, {0x55, 0x5b, 0x63}, {0x6a, 0x4b, 0xb5},
    {0x6d, 0x7a, 0x00}, {0x8a, 0x5a, 0x3c}};
inline constexpr Color kInk{0x1c, 0x1f, 0x23};
inline constexpr Color kSoft{0x5b, 0x63, 0x6d};
inline constexpr Color kRule{0xd9, 0xdd, 0xe2};

struct AxisRange {
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
  AxisRange x, y;
  double X(double value) const {
    return left + (value - x.low) / (x.high - x.low) * (right - left);
  }
  double Y(double value) const {
    return bottom - (value - y.low) / (y.high - y.low) * (bottom - top);
  }
};

// Neighbouring colours, and the two blues (0 and 5), have another marker.
enum class MarkerShape { kCircle, kSquare, kTriangle, kDiamond, kTriangleDown };
inline MarkerShape MarkerOf(int color) { return static_cast<MarkerShape>((color + color / 5) % 5); }

int ColorOf(const Series& series, std::size_t place);
// A series' marker, its colour's shape.
void DrawMarker(Graphic& graphic, int color, double x, double y);
// Names in lines from `left`, as many as fit into the graphic's width. Returns where they end.
double DrawLegend(Graphic& graphic, const std::vector<Series>& series, double left);
// Half the height of the band at a point; 0 without one.
double ErrorAt(const Series& series, std::size_t i);
// "0.25", "12", "3e-05": short, without trailing zeros.
std::string TickText(double value);
// Ticks that reach over the data, and the range from the first to the last of them.
std::vector<double> Widen(AxisRange& range, int about);

// A line chart with its axes found, below a legend that ends at `top`.
struct LinePlot {
  Plot plot;
  std::vector<Series> series;  // thinned
  std::vector<double> x_ticks, y_ticks;
};
LinePlot LayOutLines(const LineChart& chart, double top);

}  // namespace saccade
