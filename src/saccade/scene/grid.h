#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "saccade/scene/frame.h"

namespace saccade {

// A place on the grid that models act on.
struct Cell {
  int column = 0;
  int row = 0;
  bool operator==(const Cell&) const = default;
};

// Where in a cell its point lies when a predicted cell becomes pixels. The released code scores the
// corner (preset and protocol `reference`), everybody else the centre.
enum class CellPoint { kCenter, kCorner };

// The paper's discretisation of the image frame: 32 columns x 20 rows of 16x16 pixels; action
// a = 32 r + c.
struct Grid {
  static constexpr int kColumns = 32;
  static constexpr int kRows = 20;
  static constexpr int kCells = kColumns * kRows;
  static constexpr int kCellPixels = 16;

  static constexpr int Index(Cell cell) { return kColumns * cell.row + cell.column; }
  static constexpr Cell At(int index) { return {index % kColumns, index / kColumns}; }
  static constexpr bool Contains(Cell cell) {
    return 0 <= cell.column && cell.column < kColumns && 0 <= cell.row && cell.row < kRows;
  }
  static constexpr Cell Center() { return {kColumns / 2, kRows / 2}; }

  // Nothing when the point lies outside the picture.
  static std::optional<Cell> CellOf(const PointInImage& p) {
    const Cell cell{static_cast<int>(std::floor(p.x / kCellPixels)),
                    static_cast<int>(std::floor(p.y / kCellPixels))};
    if (!Contains(cell)) return std::nullopt;
    return cell;
  }
  static constexpr PointInImage PointOf(Cell cell, CellPoint where = CellPoint::kCenter) {
    const double offset = where == CellPoint::kCenter ? kCellPixels / 2.0 : 0.0;
    return {cell.column * double{kCellPixels} + offset, cell.row * double{kCellPixels} + offset};
  }
};

}  // namespace saccade
