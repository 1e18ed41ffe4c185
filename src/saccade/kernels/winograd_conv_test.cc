#include "saccade/kernels/winograd_conv.h"

#include "saccade/kernels/formula_values_fixture.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

class WinogradConvs : public AtEachWidth {};

// A layer of odd size: its last tiles hang over the border.
struct Layer {
  ConvShape conv;
  HostTensor weight, bias;
  std::vector<float> in, out;
  MapView in_view, out_view;
  TaskBias task_bias;
  static constexpr int kTask = 5;

  explicit Layer(int padding)
      : conv{"conv", 32, 48, 3, padding, 11, 17},
        weight{{48, 32 + kTasks, 3, 3}, FormulaValues(48 * (32 + kTasks) * 9, 1)},
        bias{{48}, FormulaValues(48, 2)},
        in(FormulaValues(11 * 17 * 32, 3)),
        out(static_cast<std::size_t>(conv.OutRows() * conv.OutColumns() * 48), -1.0f),
        in_view{in.data(), 11, 17, 32},
        out_view{out.data(), conv.OutRows(), conv.OutColumns(), 48},
        task_bias(conv, weight, bias) {}
};

TEST_P(WinogradConvs, AreTheDirectConvolution) {
  for (const int padding : {0, 1}) {
    Layer layer(padding);
    TileSet tiles(layer.conv.OutRows(), layer.conv.OutColumns());
    for (int row = 0; row < layer.conv.OutRows(); ++row) {
      for (int column = 0; column < layer.conv.OutColumns(); ++column) tiles.AddCell(row, column);
    }
    WinogradConv(layer.conv, layer.weight)
        .Run(tiles, layer.task_bias, Layer::kTask, layer.in_view, layer.out_view);
    for (int row = 0; row < layer.conv.OutRows(); ++row) {
      for (int column = 0; column < layer.conv.OutColumns(); ++column) {
        for (int o = 0; o < layer.conv.out; ++o) {
          double sum = layer.bias.values[o];
          for (int tap = 0; tap < 9; ++tap) {
            const int r = row + tap / 3 - padding, c = column + tap % 3 - padding;
            if (r < 0 || c < 0 || r >= 11 || c >= 17) continue;
            sum += layer.weight.values[WeightIndex(layer.conv, o, 32 + Layer::kTask, tap)];
            for (int i = 0; i < 32; ++i) {
              sum += double{layer.in_view.At(r, c)[i]} *
                     layer.weight.values[WeightIndex(layer.conv, o, i, tap)];
            }
          }
          // 298 terms below 1/4, and transforms that add up to nine of them.
          ASSERT_NEAR(layer.out_view.At(row, column)[o], std::max(sum, 0.0), 2e-5)
              << row << " " << column << " " << o;
        }
      }
    }
  }
}

TEST_P(WinogradConvs, ATileIsTheSameBitsAloneAndTheOthersAreLeft) {
  Layer all(1), one(1);
  const WinogradConv conv(all.conv, all.weight);
  TileSet everything(11, 17), single(11, 17);
  for (int row = 0; row < 11; ++row) {
    for (int column = 0; column < 17; ++column) everything.AddCell(row, column);
  }
  single.AddCell(10, 16);
  conv.Run(everything, all.task_bias, Layer::kTask, all.in_view, all.out_view);
  conv.Run(single, all.task_bias, Layer::kTask, one.in_view, one.out_view);
  for (int cell = 0; cell < 11 * 17; ++cell) {
    for (int o = 0; o < 48; ++o) {
      const float expected = cell == 11 * 17 - 1 ? all.out[cell * 48 + o] : -1;
      ASSERT_EQ(one.out[cell * 48 + o], expected) << cell << " " << o;
    }
  }
}

SACCADE_AT_EACH_WIDTH(WinogradConvs);

}  // namespace
}  // namespace saccade
