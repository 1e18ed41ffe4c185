#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "saccade/image/picture.h"
#include "saccade/image/raster.h"

namespace saccade {

// A map of values (probability of the next fixation, reward) over a picture, in HeatColor, with a
// scale bar that says which colour means what.
struct HeatMapOptions {
  // Share of the map's colour in the result; the picture below is shown in grey.
  double opacity = 0.6;
  // Interpolate between cells; otherwise every cell is a flat rectangle.
  bool smooth = true;
  // Values at the two ends of the scale; nothing: the map's smallest and largest.
  std::optional<std::pair<double, double>> range = std::nullopt;
  bool scale_bar = true;   // a band below the picture
  std::string label = {};  // of the scale bar
};

// `map` is stretched over the whole picture: for the grid, 32 x 20 values over a picture of the
// image frame's aspect. Values that are not finite count as the smallest. Throws
// std::invalid_argument for an empty map.
Picture DrawHeatMap(const Picture& picture, const Raster<float>& map,
                    const HeatMapOptions& options = {});

// 640 values, row by row, as a map on the paper's grid.
Raster<float> GridMap(std::span<const float> values);

}  // namespace saccade
