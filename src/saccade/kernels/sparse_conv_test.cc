#include "saccade/kernels/sparse_conv.h"

#include <cmath>

#include "saccade/kernels/formula_values_fixture.h"
#include "saccade/kernels/map_conv.h"
#include "saccade/kernels/sparse_gates.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

constexpr int kTask = 7;
// A cell sums at most 25 taps of two channels, weights and values below 1, and the task's.
constexpr double kTolerance = 2e-5;

class SparseConvs : public AtEachWidth {};

struct Layer {
  ConvShape conv;
  HostTensor weight, bias;
  SparseState state = golden::FormulaState(41);

  Layer(int kernel, int out)
      : conv{"first", 134, out, kernel, kernel / 2},
        weight{{out, 134 + kTasks, kernel, kernel},
               FormulaValues(static_cast<std::size_t>(out * (134 + kTasks) * kernel * kernel), 1)},
        bias{{out}, FormulaValues(static_cast<std::size_t>(out), 2)} {}

  // Calls visit(index of the weight from `channel` to map 0, value) for all that a cell reads.
  template <typename Visit>
  void ForEachProduct(Cell at, Visit visit) const {
    const int reach = conv.padding;
    for (int tap = 0; tap < conv.Taps(); ++tap) {
      const Cell from{at.column + tap % conv.kernel - reach, at.row + tap / conv.kernel - reach};
      if (!Grid::Contains(from)) continue;
      visit(WeightIndex(conv, 0, 134 + kTask, tap), 1.0);
      for (const SparseEntry& entry : state.At(Grid::Index(from))) {
        visit(WeightIndex(conv, 0, entry.channel, tap), double{entry.value});
      }
    }
  }
  std::size_t PerMap() const { return static_cast<std::size_t>(134 + kTasks) * conv.Taps(); }
  // Without activation.
  std::vector<double> Plain(int cell) const {
    std::vector<double> sums(bias.values.begin(), bias.values.end());
    ForEachProduct(Grid::At(cell), [&](std::size_t index, double value) {
      for (std::size_t map = 0; map < sums.size(); ++map) {
        sums[map] += value * weight.values[map * PerMap() + index];
      }
    });
    return sums;
  }
};

TEST_P(SparseConvs, ACellIsTheDenseConvolutionAtTheBordersToo) {
  for (const int kernel : {3, 5}) {
    const Layer layer(kernel, 128);
    const SparseConv conv(layer.conv, layer.weight, layer.bias);
    constexpr std::size_t kStride = 24;  // blocks need not stand side by side
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      std::vector<float> out(8 * kStride, -1.0f);
      const Cell at = Grid::At(cell);
      conv.ForwardCell(layer.state, kTask, at.row, at.column, out.data(), kStride);
      const std::vector<double> expected = layer.Plain(cell);
      for (int i = 0; i < static_cast<int>(out.size()); ++i) {
        const int map = i / 24 * 16 + i % 24;
        const double value = i % 24 < 16 ? std::max(expected[map], 0.0) : -1;
        ASSERT_NEAR(out[i], value, kTolerance) << cell << " " << i;
      }
    }
  }
}

// The gradient of the feature channels for one block of maps.
std::vector<double> PlainGradient(const Layer& layer, std::span<const float> slopes, int block,
                                  double factor) {
  std::vector<double> sums(layer.weight.values.size());
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    layer.ForEachProduct(Grid::At(cell), [&](std::size_t index, double value) {
      if (index >= WeightIndex(layer.conv, 0, 134, 0)) return;  // a task's
      for (int lane = 0; lane < 16; ++lane) {
        sums[(block * 16 + lane) * layer.PerMap() + index] +=
            factor * value * slopes[cell * 16 + lane];
      }
    });
  }
  return sums;
}

TEST_P(SparseConvs, GradientsCellByCellAndByWholeMapsAreThePlainSums) {
  for (const int kernel : {3, 5}) {
    const Layer layer(kernel, 128);
    const std::vector<float> slopes = FormulaValues(Grid::kCells * 16, 3);
    constexpr int kBlock = 5;
    SparseConvGradient cells(layer.conv), map(layer.conv);
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      const Cell at = Grid::At(cell);
      cells.AddCell(layer.state, at.row, at.column, kBlock, &slopes[cell * 16], 0.5f);
    }
    map.AddMap(EntriesByChannel(layer.state, layer.conv.in), kBlock, slopes.data());
    HostTensor by_cell = layer.weight, by_map = layer.weight;  // what is there is added to
    cells.AddTo(by_cell);
    map.AddTo(by_map);
    const std::vector<double> expected = PlainGradient(layer, slopes, kBlock, 1);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double before = layer.weight.values[i];
      // A channel is shown by a dozen cells.
      ASSERT_NEAR(by_map.values[i], before + expected[i], kTolerance) << i;
      ASSERT_NEAR(by_cell.values[i], before + expected[i] / 2, kTolerance) << i;
    }
  }
}

TEST_P(SparseConvs, GatesAreTheDenseConvolutionWithoutActivation) {
  for (const int out : {16, 48, 64}) {
    const Layer layer(5, out);
    std::vector<float> gates(static_cast<std::size_t>(Grid::kCells * out));
    SparseGates(layer.conv, layer.weight, layer.bias).Forward(layer.state, kTask, gates);
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      const std::vector<double> expected = layer.Plain(cell);
      for (int map = 0; map < out; ++map) {
        ASSERT_NEAR(gates[cell * out + map], expected[map], kTolerance) << cell << " " << map;
      }
    }
  }
}

TEST_P(SparseConvs, TheGatesGradientIsThePlainSum) {
  const Layer layer(5, 16);
  const std::vector<float> slopes = FormulaValues(Grid::kCells * 16, 3);
  SparseGatesGradient sums(layer.conv);
  sums.Add(layer.state, kTask, slopes);
  HostTensor weight = layer.weight, bias = layer.bias;
  sums.AddTo(weight, bias);
  const std::vector<double> features = PlainGradient(layer, slopes, 0, 1);
  for (int map = 0; map < 16; ++map) {
    for (std::size_t i = 0; i < WeightIndex(layer.conv, 0, 134, 0); ++i) {
      const std::size_t at = map * layer.PerMap() + i;
      ASSERT_NEAR(weight.values[at], layer.weight.values[at] + features[at], kTolerance) << at;
    }
    double total = 0;
    for (int cell = 0; cell < Grid::kCells; ++cell) total += slopes[cell * 16 + map];
    EXPECT_NEAR(bias.values[map], layer.bias.values[map] + total, 1e-4);
  }
}

SACCADE_AT_EACH_WIDTH(SparseConvs);

}  // namespace
}  // namespace saccade
