#pragma once

#include <optional>
#include <string>
#include <vector>

namespace saccade {

// A table of values in [0, 1] as coloured cells, blue (0) over white to red (1), drawn as SVG.
struct HeatMap {
  std::string title;
  std::string low_label;   // beside the legend's blue end
  std::string high_label;  // beside its red end
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<std::optional<double>>> values;  // [row][column]; absent: grey
  std::vector<std::vector<std::string>> texts;             // in the cells; may be empty
};

// A whole SVG document. Throws std::invalid_argument when values or texts do not match rows and
// columns.
std::string HeatMapSvg(const HeatMap& map);

}  // namespace saccade
