#include "saccade/kernels/sparse_conv.h"

#include <algorithm>
#include <array>

#include "saccade/kernels/vector16.h"

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
  constexpr int kBlocks = kMaps / kLanes;
  const float* start = task_bias_.At(task, row, column);
  Vector16 sum[kBlocks];
  for (int b = 0; b < kBlocks; ++b) sum[b] = Load16(start + b * kLanes);
  const int reach = conv_.padding;
  const int first_row = std::max(0, row - reach);
  const int last_row = std::min(Grid::kRows - 1, row + reach);
  const int first_column = std::max(0, column - reach);
  const int last_column = std::min(Grid::kColumns - 1, column + reach);
  for (int r = first_row; r <= last_row; ++r) {
    const int tap_row = (r - row + reach) * conv_.kernel - column + reach;
    for (int c = first_column; c <= last_column; ++c) {
      for (const SparseState::Entry& entry : state.At(Grid::Index({c, r}))) {
        const float* weights = Row(entry.channel, tap_row + c);
        for (int b = 0; b < kBlocks; ++b) sum[b] += entry.value * Load16(weights + b * kLanes);
      }
    }
  }
  for (int b = 0; b < kBlocks; ++b) Store16(out + b * block_stride, Relu16(sum[b]));
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
  const Vector16 scaled = factor * Load16(gradient);
  float* table = Block(block);
  const int reach = conv_.padding;
  const int first_row = std::max(0, row - reach);
  const int last_row = std::min(Grid::kRows - 1, row + reach);
  const int first_column = std::max(0, column - reach);
  const int last_column = std::min(Grid::kColumns - 1, column + reach);
  const std::size_t taps = static_cast<std::size_t>(conv_.Taps());
  for (int r = first_row; r <= last_row; ++r) {
    const int tap_row = (r - row + reach) * conv_.kernel - column + reach;
    for (int c = first_column; c <= last_column; ++c) {
      for (const SparseState::Entry& entry : state.At(Grid::Index({c, r}))) {
        float* to = table + (entry.channel * taps + (tap_row + c)) * kLanes;
        Store16(to, Load16(to) + entry.value * scaled);
      }
    }
  }
}

void SparseConvGradient::AddMap(const EntriesByChannel& state, int block, const float* gradients) {
  conv_.kernel == 5 ? AddMapOf<5>(state, block, gradients) : AddMapOf<3>(state, block, gradients);
}

template <int kKernel>
void SparseConvGradient::AddMapOf(const EntriesByChannel& state, int block,
                                  const float* gradients) {
  // With a frame of zeros every cell is read by a whole window of outputs.
  constexpr int kReach = kKernel / 2, kTaps = kKernel * kKernel;
  constexpr int kStride = Grid::kColumns + 2 * kReach;
  alignas(64) std::array<float, (Grid::kRows + 2 * kReach) * kStride * kLanes> framed{};
  for (int row = 0; row < Grid::kRows; ++row) {
    std::copy_n(gradients + row * Grid::kColumns * kLanes, Grid::kColumns * kLanes,
                &framed[((row + kReach) * kStride + kReach) * kLanes]);
  }
  for (const EntriesByChannel::Run& run : state.runs()) {
    float* table = Block(block) + static_cast<std::size_t>(run.channel) * kTaps * kLanes;
    Vector16 sums[kTaps];
    for (int tap = 0; tap < kTaps; ++tap) sums[tap] = Load16(table + tap * kLanes);
    for (const EntriesByChannel::Entry& entry : run.entries) {
      // Tap (r, c) of the output (row + reach - r, column + reach - c) reads this cell.
      const float* last =
          &framed[((entry.row + 2 * kReach) * kStride + entry.column + 2 * kReach) * kLanes];
      for (int tap = 0; tap < kTaps; ++tap) {
        const int back = tap / kKernel * kStride + tap % kKernel;
        sums[tap] += entry.value * Load16(last - back * kLanes);
      }
    }
    for (int tap = 0; tap < kTaps; ++tap) Store16(table + tap * kLanes, sums[tap]);
  }
}

void SparseConvGradient::Add(const SparseConvGradient& other) {
  for (std::size_t i = 0; i < table_.size(); ++i) table_[i] += other.table_[i];
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
