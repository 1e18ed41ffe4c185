#pragma once

#include <string>

#include "saccade/scene/category.h"
#include "saccade/scene/grid.h"

namespace saccade {

// A square convolution with stride 1 on rows x columns: `in` feature maps and, behind them, kTasks
// constant maps that say what is searched.
struct ConvShape {
  std::string name;  // PyTorch's: parameters are name.weight and name.bias
  int in = 0;        // without the task maps
  int out = 0;
  int kernel = 0;
  int padding = 0;
  int in_rows = Grid::kRows;
  int in_columns = Grid::kColumns;

  int OutRows() const { return in_rows + 2 * padding - kernel + 1; }
  int OutColumns() const { return in_columns + 2 * padding - kernel + 1; }
  int Taps() const { return kernel * kernel; }
  bool operator==(const ConvShape&) const = default;
};

}  // namespace saccade
