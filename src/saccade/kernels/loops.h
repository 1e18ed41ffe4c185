#pragma once

#include <cstddef>
#include <cstdint>

#include "saccade/kernels/sparse_entry.h"

namespace saccade {

// The inner loops on plain arrays. loops/ holds them once; they are compiled for each width of
// processor (base/processor_width.h), and the kernels beside this header call those of the current
// one. Nothing here may be an inline function: the linker keeps one copy of such a function for the
// whole program, and it must not be the one with wider instructions than the machine has.
//
// Counts of channels and of maps are multiples of 16; blocks are maps in oneDNN's layout,
// [row][column][16].

// Rows of a convolution, tap by tap; see CellConvJob and CellOuterJob (cell_conv.h).
struct CellConvLoop {
  const float* weights;  // [group][tap][in][group's outputs]
  int taps, in, out;
  const float* const* inputs;  // rows * taps
  const float* const* starts;  // rows, or nullptr
  float* const* outputs;       // rows
  std::size_t rows;
  bool relu;
};
struct CellOuterLoop {
  const float* const* inputs;     // rows * taps
  const float* const* gradients;  // rows
  std::size_t rows;
  int taps, in, out;
};

// A sparse state ([0, rows * columns] of offsets) and a square kernel that goes over it.
struct SparseWindow {
  const std::uint16_t* offsets;
  const SparseEntry* entries;
  int rows, columns;
  int kernel, padding;
};
// An entry of one channel and where it stands.
struct PlacedEntry {
  std::int32_t row = 0, column = 0;
  float value = 0;
};

// Where a pooled gradient goes (PoolWinners, pooled_conv.h).
struct PoolWinner {
  std::int32_t place = 0;  // row * columns + column in the maps that the convolution reads
  float gradient = 0;
};
struct FindWinnersLoop {
  const float* activation;  // a block
  std::size_t activation_columns;
  const float *pooled, *pooled_gradient;  // blocks of rows x columns
  int rows, columns;
  int in_columns;
  PoolWinner* winners;  // 16 lists of rows * columns
  std::size_t* counts;  // 16
  float* totals;        // 16
};
struct PooledLoop {
  int outputs;
  const PoolWinner* winners;  // [output][lists' length]
  std::size_t list;
  const std::size_t* counts;
  std::size_t row_stride;  // floats of a row of the maps that the convolution reads
};

// See lstm_cell.h.
struct LstmLoop {
  int blocks, cells;
  const float* before;
  float* gates;
};

struct AdamLoop {
  std::size_t count;
  float beta1, beta2, rate, root_scale, epsilon;
};

struct Loops {
  int group;  // outputs of a group of CellWeights; the last may be smaller

  void (*cell_conv)(const CellConvLoop& loop);
  void (*cell_outer)(const CellOuterLoop& loop, float* sums);

  // One cell of a convolution to 128 maps, with ReLU. `table`: [channel][tap][128].
  void (*sparse_cell)(const SparseWindow& window, const float* table, const float* start, int row,
                      int column, float* out, std::size_t block_stride);
  // Its gradient for a block of 16 maps; `table`: [channel][tap][16].
  void (*sparse_cell_gradient)(const SparseWindow& window, const float* gradient, float factor,
                               int row, int column, float* table);
  // The same of all cells that show one channel. `framed`: a block of gradients, `stride` columns,
  // with kernel / 2 cells of zeros around it; `table`: [tap][16].
  void (*sparse_channel_gradient)(int kernel, const float* framed, std::size_t stride,
                                  const PlacedEntry* entries, std::size_t count, float* table);
  // All cells to `maps` maps, without activation, added to `out`: [cell][maps].
  void (*sparse_gates)(const SparseWindow& window, const float* table, int maps, float* out);
  void (*sparse_gates_gradient)(const SparseWindow& window, const float* gradient, int maps,
                                float* table);

  // Winograd's transforms of one tile: 4x4 inputs to 16 points, `stride` floats apart; 16 points to
  // 2x2 outputs with bias and ReLU, nullptr for those that are not wanted.
  void (*winograd_input)(const float* const* from, int channels, float* to, std::size_t stride);
  void (*winograd_output)(const float* sums, std::size_t stride, int channels,
                          const float* const* starts, float* const* outputs);

  // 2x2, stride 2; `out`: a block of rows x columns.
  void (*max_pool)(const float* in, std::size_t in_columns, int rows, int columns, float* out);
  void (*find_winners)(const FindWinnersLoop& loop);
  // Of a block of inputs; `weights`, `sums`: [output][9 taps][16].
  void (*pooled_data)(const PooledLoop& loop, const float* weights, float* in_gradient);
  void (*pooled_weights)(const PooledLoop& loop, const float* in, float* sums);

  // A block of maps: adds 16 values of starts[cell], and cuts at 0.
  void (*add_starts)(const float* const* starts, int cells, float* block);
  // Zeroes the gradient where ReLU was closed; adds the rest to 16 values of sums[cell].
  void (*mask_and_sum)(const float* activation, int cells, float* gradient, float* const* sums);
  // out[i] = start + 32 products; maps 0 to 15 at low + i * stride, 16 to 31 at high + i * stride.
  void (*last_layer)(const float* low, const float* high, std::size_t stride, const float* weights,
                     float start, int count, float* out);
  // Its gradient for a block of 16 maps: sums += gradients * active, to = gradients * weights.
  void (*last_layer_gradient)(const float* gradients, const float* active, const float* weights,
                              int cells, float* sums, float* to);

  void (*lstm_cells)(const LstmLoop& loop, const float* from_beliefs, float* memory,
                     float* beliefs);
  void (*lstm_cells_gradient)(const LstmLoop& loop, const float* memory, const float* beliefs_slope,
                              float* memory_slope, float* from_beliefs_slope);

  // Arrays of any length (sums.h).
  void (*add)(const float* from, std::size_t count, float* to);
  void (*add_scaled)(float factor, const float* from, std::size_t count, float* to);
  void (*scale_and_add)(float factor, const float* from, std::size_t count, float* to);
  void (*mask)(const float* activation, std::size_t count, float* values);
  float (*dot)(float start, const float* a, const float* b, std::size_t count);
  void (*adam)(const AdamLoop& loop, const float* gradient, float* first, float* second,
               float* weights);
};

// Those of the current width.
const Loops& CurrentLoops();

}  // namespace saccade
