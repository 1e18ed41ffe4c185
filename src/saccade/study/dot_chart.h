#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saccade/study/graphic.h"

namespace saccade {

// One value of each row with its interval; NaN: none there.
struct DotSeries {
  std::string name{};
  std::vector<double> value{};
  std::vector<double> low{}, high{};  // empty: no intervals
  int color = -1;                     // one for the same thing in every chart; -1: its place
};

// Names from top to bottom, values from left to right, one marker a series with its interval; or
// bars from 0.
struct DotChart {
  std::string title{};  // of the file
  std::string heading{};
  std::string x_label{};
  std::vector<std::string> rows{};
  std::vector<DotSeries> series{};
  bool bars = false;
  std::optional<double> x_min{}, x_max{};  // else what the data needs
  double width = 420;
  double names_width = 0;  // room for the names; 0: what the longest needs
  double row_height = 18;
};

Graphic DotChartGraphic(const DotChart& chart);

}  // namespace saccade
