#include "saccade/kernels/winograd_conv.h"

#include <vector>

#include "saccade/kernels/aligned_vector.h"
#include "saccade/kernels/loops.h"

namespace saccade {
namespace {

constexpr int kPoints = 16;  // products a tile
constexpr int kTiles = 36;  // at a time: inputs and sums of 128 maps stay in the second-level cache

// G g Gt for one 3x3 kernel.
std::array<float, kPoints> TransformKernel(const std::array<float, 9>& g) {
  std::array<float, 12> rows;  // G g: 4x3
  for (int c = 0; c < 3; ++c) {
    rows[c] = g[c];
    rows[3 + c] = (g[c] + g[3 + c] + g[6 + c]) / 2;
    rows[6 + c] = (g[c] - g[3 + c] + g[6 + c]) / 2;
    rows[9 + c] = g[6 + c];
  }
  std::array<float, kPoints> u;
  for (int r = 0; r < 4; ++r) {
    const float* row = &rows[3 * r];
    u[4 * r] = row[0];
    u[4 * r + 1] = (row[0] + row[1] + row[2]) / 2;
    u[4 * r + 2] = (row[0] - row[1] + row[2]) / 2;
    u[4 * r + 3] = row[2];
  }
  return u;
}

}  // namespace

struct WinogradConv::Batch {
  std::array<OutputPlace, kTiles> tiles;
  int size = 0;
};

WinogradConv::WinogradConv(const ConvShape& conv, const HostTensor& weight)
    : padding_(conv.padding) {
  const std::size_t in = static_cast<std::size_t>(conv.in),
                    out = static_cast<std::size_t>(conv.out);
  std::vector<std::array<float, kPoints>> transformed(in * out);
  for (std::size_t o = 0; o < out; ++o) {
    for (std::size_t i = 0; i < in; ++i) {
      std::array<float, 9> kernel;
      std::copy_n(&weight.values[(o * (in + kTasks) + i) * kernel.size()], kernel.size(),
                  kernel.begin());
      transformed[i * out + o] = TransformKernel(kernel);
    }
  }
  for (int point = 0; point < kPoints; ++point) {
    weights_[point] = CellWeights(1, conv.in, conv.out, [&](int, int i, int o) {
      return transformed[static_cast<std::size_t>(i) * out + static_cast<std::size_t>(o)][point];
    });
  }
}

void WinogradConv::Run(const TileSet& tiles, const TaskBias& bias, int task, const MapView& in,
                       const MapView& out) const {
  Batch batch;
  tiles.ForEach([&](int row, int column) {
    batch.tiles[batch.size++] = {row, column};
    if (batch.size == kTiles) {
      RunBatch(batch, bias, task, in, out);
      batch.size = 0;
    }
  });
  if (batch.size > 0) RunBatch(batch, bias, task, in, out);
}

void WinogradConv::RunBatch(const Batch& batch, const TaskBias& bias, int task, const MapView& in,
                            const MapView& out) const {
  static constexpr std::array<float, 256> kZeros{};  // an input outside the picture
  thread_local AlignedFloats inputs, sums;
  const Loops& loops = CurrentLoops();
  const std::size_t in_channels = in.channels, out_channels = out.channels, size = batch.size;
  // [point][tile][channel]
  const std::size_t in_stride = size * in_channels, out_stride = size * out_channels;
  if (inputs.size() < kPoints * in_stride) inputs.resize(kPoints * in_stride);
  if (sums.size() < kPoints * out_stride) sums.resize(kPoints * out_stride);

  for (std::size_t t = 0; t < size; ++t) {
    std::array<const float*, kPoints> from;
    for (int i = 0; i < kPoints; ++i) {
      const int r = 2 * batch.tiles[t].row + i / 4 - padding_;
      const int c = 2 * batch.tiles[t].column + i % 4 - padding_;
      const bool inside = 0 <= r && r < in.rows && 0 <= c && c < in.columns;
      from[i] = inside ? in.At(r, c) : kZeros.data();
    }
    loops.winograd_input(from.data(), in.channels, &inputs[t * in_channels], in_stride);
  }
  std::array<const float*, kTiles> rows;
  std::array<float*, kTiles> results;
  for (int point = 0; point < kPoints; ++point) {
    for (std::size_t t = 0; t < size; ++t) {
      rows[t] = &inputs[point * in_stride + t * in_channels];
      results[t] = &sums[point * out_stride + t * out_channels];
    }
    CellConv(weights_[point], {.inputs = std::span(rows).first(size),
                               .starts = {},
                               .outputs = std::span(results).first(size),
                               .relu = false});
  }
  for (std::size_t t = 0; t < size; ++t) {
    std::array<const float*, 4> starts{};
    std::array<float*, 4> cells{};
    for (int i = 0; i < 4; ++i) {
      const int r = 2 * batch.tiles[t].row + i / 2, c = 2 * batch.tiles[t].column + i % 2;
      if (r >= out.rows || c >= out.columns) continue;
      starts[i] = bias.At(task, r, c);
      cells[i] = out.At(r, c);
    }
    loops.winograd_output(&sums[t * out_channels], out_stride, out.channels, starts.data(),
                          cells.data());
  }
}

}  // namespace saccade
