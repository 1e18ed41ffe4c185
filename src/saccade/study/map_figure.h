#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/scene/grid.h"

namespace saccade {

// A number per cell of the grid (a reward or a policy's map), drawn over its picture as inline SVG:
// from dark (low) through red to yellow (high), with the scale below.
struct MapFigure {
  std::string title{};  // read aloud, not drawn
  std::string
      picture{};  // where the picture is: a file beside the page or a data URI; may be empty
  std::span<const float> values{};  // Grid::kCells
  std::string low_label{},
      high_label{};  // at the scale's ends; empty: the smallest and largest value
};

// Raises the lowest tenth of the cells, most of them at a picture's border, to the least of the
// others: they would take half of the colours.
void RaiseLowestTenth(std::vector<float>& values);

// Throws std::invalid_argument unless there is a value for each cell. NaN cells are left clear.
std::string MapFigureSvg(const MapFigure& map);

}  // namespace saccade
