#include "saccade/nn/sparse_conv.h"

#include <algorithm>

#include "saccade/nn/vector16.h"

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
