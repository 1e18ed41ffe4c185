#include "saccade/kernels/lstm_cell.h"

#include "saccade/kernels/loops.h"
#include "saccade/scene/grid.h"

namespace saccade {

void UpdateCells(int blocks, const float* from_beliefs, const float* before, float* gates,
                 float* memory, float* beliefs) {
  CurrentLoops().lstm_cells(
      {.blocks = blocks, .cells = Grid::kCells, .before = before, .gates = gates}, from_beliefs,
      memory, beliefs);
}

void UpdateCellsBackward(int blocks, const float* before, const float* memory,
                         const float* beliefs_slope, float* gates, float* memory_slope,
                         float* from_beliefs_slope) {
  CurrentLoops().lstm_cells_gradient(
      {.blocks = blocks, .cells = Grid::kCells, .before = before, .gates = gates}, memory,
      beliefs_slope, memory_slope, from_beliefs_slope);
}

}  // namespace saccade
