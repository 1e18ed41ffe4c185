// Compiled once for each width, with SACCADE_WIDTH its namespace (cmake/SaccadeWidths.cmake).
#include "saccade/kernels/loops/cell_conv.h"
#include "saccade/kernels/loops/lstm.h"
#include "saccade/kernels/loops/maps.h"
#include "saccade/kernels/loops/pooled.h"
#include "saccade/kernels/loops/sparse.h"
#include "saccade/kernels/loops/sums.h"
#include "saccade/kernels/loops/winograd.h"

namespace saccade::SACCADE_WIDTH {

extern const Loops kLoops;
const Loops kLoops = {.group = kGroup,
                      .cell_conv = CellConv,
                      .cell_outer = CellOuter,
                      .sparse_cell = SparseCell,
                      .sparse_cell_gradient = SparseCellGradient,
                      .sparse_channel_gradient = SparseChannelGradient,
                      .sparse_gates = SparseGates,
                      .sparse_gates_gradient = SparseGatesGradient,
                      .winograd_input = WinogradInput,
                      .winograd_output = WinogradOutput,
                      .max_pool = MaxPool,
                      .find_winners = FindWinners,
                      .pooled_data = PooledData,
                      .pooled_weights = PooledWeights,
                      .add_starts = AddStarts,
                      .mask_and_sum = MaskAndSum,
                      .last_layer = LastLayer,
                      .last_layer_gradient = LastLayerGradient,
                      .lstm_cells = LstmCells,
                      .lstm_cells_gradient = LstmCellsGradient,
                      .add = Add,
                      .add_scaled = AddScaled,
                      .scale_and_add = ScaleAndAdd,
                      .mask = Mask,
                      .dot = Dot,
                      .adam = Adam};

}  // namespace saccade::SACCADE_WIDTH
