#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/kernels/lanes.h"
#include "saccade/kernels/loops.h"
#include "saccade/kernels/sparse_state.h"
#include "saccade/kernels/task_bias.h"

namespace saccade {

// The first convolution of every network, on sparse states: 128 output maps, 3x3 or 5x5. A cell has
// one or two of 134 channels, so an output is the sum of a few rows of a table instead of a dense
// product: 4 MFLOP a state instead of 620 (design, section 5).
class SparseConv {
 public:
  static constexpr int kMaps = 128;

  // Weights as PyTorch stores them.
  SparseConv(const ConvShape& conv, const HostTensor& weight, const HostTensor& bias);

  // Output of one cell with ReLU: maps in blocks of 16, block b at out + b * block_stride.
  void ForwardCell(const SparseState& state, int task, int row, int column, float* out,
                   std::size_t block_stride) const;

  // Rows of the weight table: [channel][tap][128].
  const float* Row(int channel, int tap) const {
    return &table_[(static_cast<std::size_t>(channel) * conv_.Taps() + tap) * kMaps];
  }
  const ConvShape& shape() const { return conv_; }

 private:
  ConvShape conv_;
  TaskBias task_bias_;
  std::vector<float> table_;
};

// A state's entries one channel after the other, for sums that are kept per channel.
class EntriesByChannel {
 public:
  using Entry = PlacedEntry;
  struct Run {
    std::int32_t channel = 0;
    std::span<const Entry> entries;  // in the order of cells
  };

  EntriesByChannel(const SparseState& state, int channels);
  EntriesByChannel(const EntriesByChannel&) = delete;  // runs point into it
  EntriesByChannel& operator=(const EntriesByChannel&) = delete;
  std::span<const Run> runs() const { return runs_; }

 private:
  std::vector<Entry> entries_;
  std::vector<Run> runs_;
};

// Its gradient with respect to the weights of the feature channels, scattered from the gradients of
// the outputs. Table layout: [block of 16 maps][channel][tap][16]; a block depends on no other, so
// blocks can be filled by different threads with the same result.
class SparseConvGradient {
 public:
  explicit SparseConvGradient(const ConvShape& conv);
  static constexpr int kBlocks = SparseConv::kMaps / kLanes;

  void Clear();
  // Adds one cell's output gradient (16 maps of `block`), scaled by `factor`.
  void AddCell(const SparseState& state, int row, int column, int block, const float* gradient,
               float factor = 1);
  // Adds all cells of a map of output gradients ([row][column][16], the maps of `block`): the same
  // sums as AddCell for every cell. A channel's taps stay in registers over all cells that show it,
  // and nothing branches on what a cell holds: about 4 times as fast.
  void AddMap(const EntriesByChannel& state, int block, const float* gradients);
  // The rows of one block: [channel][tap][16].
  float* Block(int block) { return &table_[block * block_size_]; }
  void Add(const SparseConvGradient& other);
  // Adds to a tensor in PyTorch's layout.
  void AddTo(HostTensor& weight) const;

 private:
  ConvShape conv_;
  std::size_t block_size_;
  std::vector<float> table_;
};

}  // namespace saccade
