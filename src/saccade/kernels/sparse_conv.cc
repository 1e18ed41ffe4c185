#include "saccade/kernels/sparse_conv.h"

#include <algorithm>
#include <array>

#include "saccade/kernels/sparse_window.h"
#include "saccade/kernels/sums.h"

namespace saccade {

SparseConv::SparseConv(const ConvShape& conv, const HostTensor& weight, const HostTensor& bias)
    : conv_(conv),
      task_bias_(conv, weight, bias),
      table_(static_cast<std::size_t>(conv.in) * conv.Taps() * kMaps) {
  const std::size_t taps = static_cast<std::size_t>(conv.Taps());
  const std::size_t maps = static_cast<std::size_t>(conv.in) + kTasks;
  for (int out = 0; out < kMaps; ++out) {
    const float* from = &weight.values[out * maps * taps];
    for (std::size_t i = 0; i < conv.in * taps; ++i) table_[i * kMaps + out] = from[i];
  }
}

void SparseConv::ForwardCell(const SparseState& state, int task, int row, int column, float* out,
                             std::size_t block_stride) const {
  CurrentLoops().sparse_cell(WindowOf(state, conv_), table_.data(),
                             task_bias_.At(task, row, column), row, column, out, block_stride);
}

EntriesByChannel::EntriesByChannel(const SparseState& state, int channels)
    : entries_(state.entries.size()) {
  std::vector<std::size_t> starts(static_cast<std::size_t>(channels) + 1);
  for (const SparseState::Entry& entry : state.entries) ++starts[entry.channel + 1];
  for (int channel = 0; channel < channels; ++channel) {
    const std::size_t count = starts[channel + 1];
    starts[channel + 1] += starts[channel];
    if (count > 0) runs_.push_back({channel, {&entries_[starts[channel]], count}});
  }
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell place = Grid::At(cell);
    for (const SparseState::Entry& entry : state.At(cell)) {
      entries_[starts[entry.channel]++] = {place.row, place.column, entry.value};
    }
  }
}

SparseConvGradient::SparseConvGradient(const ConvShape& conv)
    : conv_(conv),
      block_size_(static_cast<std::size_t>(conv.in) * conv.Taps() * kLanes),
      table_(block_size_ * kBlocks) {}

void SparseConvGradient::Clear() { std::ranges::fill(table_, 0.0f); }

void SparseConvGradient::AddCell(const SparseState& state, int row, int column, int block,
                                 const float* gradient, float factor) {
  CurrentLoops().sparse_cell_gradient(WindowOf(state, conv_), gradient, factor, row, column,
                                      Block(block));
}

void SparseConvGradient::AddMap(const EntriesByChannel& state, int block, const float* gradients) {
  // With a frame of zeros every cell is read by a whole window of outputs.
  constexpr int kMostReach = 2;
  alignas(64)
      std::array<float, (Grid::kRows + 2 * kMostReach) * (Grid::kColumns + 2 * kMostReach) * kLanes>
          framed{};
  const int reach = conv_.kernel / 2, stride = Grid::kColumns + 2 * reach;
  for (int row = 0; row < Grid::kRows; ++row) {
    std::copy_n(gradients + row * Grid::kColumns * kLanes, Grid::kColumns * kLanes,
                &framed[static_cast<std::size_t>((row + reach) * stride + reach) * kLanes]);
  }
  const Loops& loops = CurrentLoops();
  const std::size_t taps = static_cast<std::size_t>(conv_.Taps());
  for (const EntriesByChannel::Run& run : state.runs()) {
    loops.sparse_channel_gradient(conv_.kernel, framed.data(), static_cast<std::size_t>(stride),
                                  run.entries.data(), run.entries.size(),
                                  Block(block) + run.channel * taps * kLanes);
  }
}

void SparseConvGradient::Add(const SparseConvGradient& other) {
  AddValues(other.table_, table_.data());
}

void SparseConvGradient::AddTo(HostTensor& weight) const {
  const std::size_t taps = static_cast<std::size_t>(conv_.Taps());
  const std::size_t maps = static_cast<std::size_t>(conv_.in) + kTasks;
  for (int out = 0; out < SparseConv::kMaps; ++out) {
    const float* from = &table_[(out / kLanes) * block_size_ + out % kLanes];
    float* to = &weight.values[out * maps * taps];
    for (std::size_t i = 0; i < conv_.in * taps; ++i) to[i] += from[i * kLanes];
  }
}

}  // namespace saccade
