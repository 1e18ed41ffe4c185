#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saccade/image/picture.h"
#include "saccade/study/graphic.h"

namespace saccade {

// Values on a lattice of cells, coloured by a scale whose lightness rises throughout (blue, grey,
// yellow), so that grey print and colour-blind eyes read it too. Example: a map of the grid, or one
// in a frame that is centred on an object.
struct GridMap {
  std::string title{};  // of the file
  std::string heading{};
  int columns = 0;
  int rows = 0;
  std::vector<float> values{};            // row by row; NaN: left clear
  std::optional<float> low{}, high{};     // of the scale; else the smallest and largest value
  std::string low_label{}, high_label{};  // at its ends; empty: the numbers
  std::optional<Picture> picture{};       // below the cells
  std::vector<bool> outlined{};           // cells inside a line; empty: none
  bool cross = false;                     // through the middle
  double cell = 12;                       // pixels of the page
};

// Throws std::invalid_argument when there is not a value for each cell.
Graphic GridMapGraphic(const GridMap& map);

// The scale's colour at 0 (dark) to 1 (light).
Color ScaleColor(double share);

}  // namespace saccade
