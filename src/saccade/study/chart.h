#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/study/graphic.h"

namespace saccade {

// Charts as inline SVG. Colours are classes (s0 to s9) that the page's style defines for light,
// dark and print (study/page.h); series differ by marker or dash too, so that nothing hangs on
// colour alone. Each has a title for those who do not see it.

struct Series {
  std::string name{};
  std::vector<double> x{};      // of lines; ascending
  std::vector<double> y{};      // NaN: a gap
  std::vector<double> error{};  // half the height of the band or bar around y; empty: none
  bool dashed = false;
  int color = -1;  // one for the same thing in every chart; -1: the series' place
};

struct LineChart {
  std::string title{};  // read aloud, not drawn
  std::string x_label{};
  std::string y_label{};
  std::vector<Series> series{};
  std::optional<double> y_min{}, y_max{};  // else what the data needs, rounded
  bool whole_x = false;                    // x counts something: no ticks between
  int width = 640;                         // in pixels of the page
  int height = 340;
};

// Markers up to 40 points a series; longer ones, such as learning curves, are drawn as means of
// equal stretches so that a page stays small.
std::string LineChartSvg(const LineChart& chart);

// The same on white, for papers and slides.
Graphic LineChartGraphic(const LineChart& chart);

// A chart as a file of its own: with the page's style inside.
std::string StandaloneSvg(const std::string& svg);

struct BarChart {
  std::string title{};
  std::string y_label{};
  std::vector<std::string> groups{};  // names under the axis
  std::vector<Series> series{};       // y and error: one for each group
  std::optional<double> y_max{};
  int width = 640;
  int height = 340;
};

std::string BarChartSvg(const BarChart& chart);

// Round numbers at or inside [low, high], `about` of them, for an axis.
std::vector<double> AxisTicks(double low, double high, int about);

}  // namespace saccade
