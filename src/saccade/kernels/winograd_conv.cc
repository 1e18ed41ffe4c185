#include "saccade/kernels/winograd_conv.h"

#include <vector>

#include "saccade/kernels/aligned_vector.h"
#include "saccade/kernels/vector16.h"

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

// Bt d B for 4x4 inputs of 16 channels, to `to`, a point every `stride` floats.
void TransformInput(const std::array<const float*, kPoints>& from, int channel, float* to,
                    std::size_t stride) {
  Vector16 rows[4][4];
  for (int c = 0; c < 4; ++c) {
    Vector16 d[4];
    for (int r = 0; r < 4; ++r) d[r] = Load16(from[4 * r + c] + channel);
    rows[0][c] = d[0] - d[2];
    rows[1][c] = d[1] + d[2];
    rows[2][c] = d[2] - d[1];
    rows[3][c] = d[1] - d[3];
  }
  for (int r = 0; r < 4; ++r) {
    const Vector16* d = rows[r];
    Store16(to + (4 * r) * stride, d[0] - d[2]);
    Store16(to + (4 * r + 1) * stride, d[1] + d[2]);
    Store16(to + (4 * r + 2) * stride, d[2] - d[1]);
    Store16(to + (4 * r + 3) * stride, d[1] - d[3]);
  }
}

// At m A: the 2x2 outputs from 16 sums of 16 channels.
std::array<Vector16, 4> TransformOutput(const float* sums, std::size_t stride) {
  Vector16 rows[2][4];
  for (int c = 0; c < 4; ++c) {
    const Vector16 m0 = Load16(sums + c * stride), m1 = Load16(sums + (4 + c) * stride);
    const Vector16 m2 = Load16(sums + (8 + c) * stride), m3 = Load16(sums + (12 + c) * stride);
    rows[0][c] = m0 + m1 + m2;
    rows[1][c] = m1 - m2 - m3;
  }
  std::array<Vector16, 4> out;
  for (int r = 0; r < 2; ++r) {
    const Vector16* m = rows[r];
    out[2 * r] = m[0] + m[1] + m[2];
    out[2 * r + 1] = m[1] - m[2] - m[3];
  }
  return out;
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
    for (std::size_t channel = 0; channel < in_channels; channel += kLanes) {
      TransformInput(from, static_cast<int>(channel), &inputs[t * in_channels + channel],
                     in_stride);
    }
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
    for (std::size_t channel = 0; channel < out_channels; channel += kLanes) {
      const auto cells = TransformOutput(&sums[t * out_channels + channel], out_stride);
      for (int i = 0; i < 4; ++i) {
        const int r = 2 * batch.tiles[t].row + i / 2, c = 2 * batch.tiles[t].column + i % 2;
        if (r >= out.rows || c >= out.columns) continue;
        const float* start = bias.At(task, r, c) + channel;
        Store16(out.At(r, c) + channel, Relu16(cells[i] + Load16(start)));
      }
    }
  }
}

}  // namespace saccade
