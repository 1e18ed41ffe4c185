#include "saccade/kernels/pooled_conv.h"

#include <algorithm>
#include <array>

#include "saccade/kernels/golden_formula.h"
#include "saccade/kernels/map_conv.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

// A layer small enough to calculate by hand: one block of maps, 4x7 inputs, 2x5 outputs, and so two
// windows; the fifth column is not pooled.
const ConvShape kSmall{"small", 16, 16, 3, 0, 4, 7};

struct SmallPool {
  BlockedMaps activation{1, 16, 2, 5}, pooled{1, 16, 1, 2}, pooled_gradient{1, 16, 1, 2};
  PoolWinners winners{kSmall, 1};

  SmallPool() {
    std::ranges::fill(pooled_gradient.values, 1.0f);
    pooled_gradient.At(0, 0, 0, 1)[3] = -2;
  }
  void Set(int channel, std::array<float, 10> map) {
    for (int i = 0; i < 10; ++i) activation.At(0, 0, i / 5, i % 5)[channel] = map[i];
  }
  void Find() {
    MaxPool(activation, pooled);
    winners.Find(activation, pooled, pooled_gradient);
  }
};

class WinnersOfPools : public AtEachWidth {};

TEST_P(WinnersOfPools, TheLargestOfEachWindowGetsItsGradientAndTheOddColumnNone) {
  SmallPool pool;
  pool.Set(3, {1, 2, 5, 1, 9,  //
               3, 4, 0, 0, 9});
  pool.Find();
  const auto winners = pool.winners.Of(0, 3);
  ASSERT_EQ(winners.size(), 2u);
  EXPECT_EQ(winners[0].place, 1 * 7 + 1);  // the 4, in rows of 7 inputs
  EXPECT_EQ(winners[0].gradient, 1);
  EXPECT_EQ(winners[1].place, 2);  // the 5
  EXPECT_EQ(winners[1].gradient, -2);
  EXPECT_EQ(pool.winners.Totals(0)[3], -1);
}

TEST_P(WinnersOfPools, OfEqualsTheFirstWinsRowByRow) {
  SmallPool pool;
  pool.Set(0, {0, 2, 1, 1, 0,  //
               2, 2, 1, 1, 0});
  pool.Find();
  ASSERT_EQ(pool.winners.Of(0, 0).size(), 2u);
  EXPECT_EQ(pool.winners.Of(0, 0)[0].place, 1);
  EXPECT_EQ(pool.winners.Of(0, 0)[1].place, 2);
}

TEST_P(WinnersOfPools, AWindowThatReluClosedHasNone) {
  SmallPool pool;
  pool.Set(0, {0, 0, 0, 0, 5,  //
               0, 0, 0, 1, 5});
  pool.Find();
  ASSERT_EQ(pool.winners.Of(0, 0).size(), 1u);
  EXPECT_EQ(pool.winners.Of(0, 0)[0].place, 1 * 7 + 3);
  EXPECT_EQ(pool.winners.Totals(0)[0], 1);
  EXPECT_TRUE(pool.winners.Of(0, 1).empty());
}

SACCADE_AT_EACH_WIDTH(WinnersOfPools);

class PooledConvs : public AtEachWidth {};

// Against the sums over every output and tap, in double.
void CheckGradients(const ConvShape& conv) {
  constexpr int kSamples = 2;
  const int rows = conv.OutRows(), columns = conv.OutColumns();
  BlockedMaps in(kSamples, conv.in, conv.in_rows, conv.in_columns), in_gradient = in;
  BlockedMaps activation(kSamples, conv.out, rows, columns);
  BlockedMaps pooled(kSamples, conv.out, rows / 2, columns / 2), pooled_gradient = pooled;
  const auto fill = [](BlockedMaps& maps, std::uint64_t from, float shift, float least) {
    for (std::size_t i = 0; i < maps.values.size(); ++i) {
      maps.values[i] = std::max(static_cast<float>(golden::U(from + i)) - shift, least);
    }
  };
  fill(in, 1, 0.3f, 0);
  fill(activation, 1000003, 0.7f, 0);  // 30% open
  fill(pooled_gradient, 2000003, 0.5f, -1);
  fill(in_gradient, 3000017, 0.5f, -1);
  NamedTensors parameters;
  parameters["w"] = {{conv.out, conv.in + kTasks, 3, 3}, {}};
  parameters["w"].values.resize(static_cast<std::size_t>(conv.out) * (conv.in + kTasks) * 9);
  const HostTensor weight = golden::FormulaWeights(parameters).at("w");
  const BlockedMaps before = in_gradient;

  MaxPool(activation, pooled);
  PoolWinners winners(conv, kSamples);
  winners.Find(activation, pooled, pooled_gradient);
  PooledConv pooled_conv(conv);
  pooled_conv.SetWeights(weight);
  pooled_conv.BackwardData(winners, in_gradient);
  std::vector<float> sums(pooled_conv.WeightGradientSize());
  pooled_conv.BackwardWeights(in, winners, sums);
  HostTensor found = weight;  // what is there already is added to
  pooled_conv.AddWeightGradient(sums, found);

  std::vector<double> data(before.values.begin(), before.values.end());
  std::vector<double> expected(weight.values.begin(), weight.values.end());
  const auto index = [](const BlockedMaps& maps, int n, int channel, int row, int column) {
    return maps.At(n, channel / 16, row, column) + channel % 16 - maps.values.data();
  };
  for (int n = 0; n < kSamples; ++n) {
    for (int out = 0; out < conv.out; ++out) {
      for (int window = 0; window < rows / 2 * (columns / 2); ++window) {
        const int row = window / (columns / 2), column = window % (columns / 2);
        const float best = pooled.values[index(pooled, n, out, row, column)];
        if (best == 0) continue;
        const double gradient = pooled_gradient.values[index(pooled, n, out, row, column)];
        int i = 0;
        while (activation.values[index(activation, n, out, 2 * row + i / 2, 2 * column + i % 2)] !=
               best) {
          ++i;
        }
        for (int map = 0; map < conv.in; ++map) {
          for (int tap = 0; tap < 9; ++tap) {
            const auto read =
                index(in, n, map, 2 * row + i / 2 + tap / 3, 2 * column + i % 2 + tap % 3);
            const std::size_t at = WeightIndex(conv, out, map, tap);
            data[read] += gradient * weight.values[at];
            expected[at] += gradient * in.values[read];
          }
        }
      }
    }
  }
  // Sums of up to a few hundred terms below 1 in size.
  for (std::size_t i = 0; i < data.size(); ++i) {
    ASSERT_NEAR(in_gradient.values[i], data[i], 1e-5) << "input " << i;
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(found.values[i], expected[i], 1e-4) << "weight " << i;
  }
}

TEST_P(PooledConvs, BothGradientsAreTheSumsOverAllOutputs) {
  for (const ConvShape& conv : {kSmall, ConvShape{"critic0", 128, 128, 3, 0},
                                ConvShape{"critic1", 128, 256, 3, 0, 9, 15}}) {
    SCOPED_TRACE(conv.name);
    CheckGradients(conv);
  }
}

SACCADE_AT_EACH_WIDTH(PooledConvs);

}  // namespace
}  // namespace saccade
