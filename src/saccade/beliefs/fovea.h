#pragma once

#include "saccade/beliefs/cell_set.h"
#include "saccade/scene/grid.h"

namespace saccade {

// Where the fovea's disc is measured from (design: State).
//   kCell: the fixated cell's own index (c, r): 13 cells at radius 2. The paper, and the policy's
//          steps in the released code.
//   kHalf: (c + .5, r + .5), still against the cells' indices: 12 cells, shifted right and down.
//          Human pairs in the released code.
enum class DiscConvention { kCell, kHalf };

inline constexpr double kFoveaRadius = 2;  // cells
inline constexpr int kClosedSide = 3;      // cells; of the block that a fixation closes

// M_t of Eq. 1: the cells at most `radius` from the fixation, cut at the grid's border.
CellSet FoveaCells(Cell fixation, double radius = kFoveaRadius,
                   DiscConvention convention = DiscConvention::kCell);

// The same around any place, in cells from the grid's corner: (1.5, 0) is between two cells'
// indices.
CellSet FoveaCellsAround(double column, double row, double radius = kFoveaRadius);

// Inhibition of return: the block of side x side cells around a fixation (side odd), cut at the
// border, that it closes to later ones.
CellSet ClosedCells(Cell fixation, int side = kClosedSide);

}  // namespace saccade
