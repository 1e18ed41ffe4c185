#pragma once

#include <string>
#include <vector>

#include "saccade/study/graphic.h"

namespace saccade {

// Signed values as squares whose side grows with the root of the size: full for what is above 0, a
// frame for what is below, so that the sign survives without colour. A dot beside a square marks
// it.
struct SignMatrix {
  std::string title{};
  std::string unit{};  // of the legend: "change of TFP-AUC"
  std::vector<std::string> rows{}, columns{};
  std::vector<std::vector<double>> values{};  // [row][column]; NaN: left white
  std::vector<std::vector<bool>> marked{};    // empty: none
  std::string above{}, below{}, mark{};       // what the signs and the dot mean
  std::size_t blocks = 1;                     // the rows are broken into so many, side by side
};

Graphic SignMatrixGraphic(const SignMatrix& matrix);

}  // namespace saccade
