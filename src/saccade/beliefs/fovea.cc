#include "saccade/beliefs/fovea.h"

#include <algorithm>
#include <cmath>

namespace saccade {
namespace {

// Calls visit(cell) for the cells of a square around `fixation`, inside the grid.
template <typename Visit>
void ForEachAround(Cell fixation, int reach, Visit&& visit) {
  const int last_row = std::min(Grid::kRows - 1, fixation.row + reach);
  const int last_column = std::min(Grid::kColumns - 1, fixation.column + reach);
  for (int row = std::max(0, fixation.row - reach); row <= last_row; ++row) {
    for (int column = std::max(0, fixation.column - reach); column <= last_column; ++column) {
      visit(Cell{column, row});
    }
  }
}

}  // namespace

CellSet FoveaCellsAround(double column, double row, double radius) {
  const Cell nearest{static_cast<int>(std::floor(column)), static_cast<int>(std::floor(row))};
  CellSet cells;
  ForEachAround(nearest, static_cast<int>(std::ceil(radius)) + 1, [&](Cell cell) {
    const double dx = cell.column - column, dy = cell.row - row;
    if (dx * dx + dy * dy <= radius * radius) cells.Insert(Grid::Index(cell));
  });
  return cells;
}

CellSet FoveaCells(Cell fixation, double radius, DiscConvention convention) {
  const double shift = convention == DiscConvention::kHalf ? 0.5 : 0.0;
  return FoveaCellsAround(fixation.column + shift, fixation.row + shift, radius);
}

CellSet ClosedCells(Cell fixation, int side) {
  CellSet cells;
  ForEachAround(fixation, side / 2, [&](Cell cell) { cells.Insert(Grid::Index(cell)); });
  return cells;
}

}  // namespace saccade
