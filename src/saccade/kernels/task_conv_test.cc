#include "saccade/kernels/task_conv.h"

#include "saccade/kernels/formula_values_fixture.h"
#include "saccade/kernels/map_conv.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

class TaskConvs : public AtEachWidth {};

const ConvShape kConv{"conv", 16, 32, 3, 1, 5, 7};
constexpr int kSamples = 2;
constexpr int kTasksOf[kSamples] = {3, 17};

void Fill(BlockedMaps& maps, std::uint64_t seed) {
  const std::vector<float> values = FormulaValues(maps.values.size(), seed);
  std::copy(values.begin(), values.end(), maps.values.begin());
}

float At(const BlockedMaps& maps, int sample, int channel, int cell) {
  return maps.At(sample, channel / 16, cell / maps.columns, cell % maps.columns)[channel % 16];
}

TEST_P(TaskConvs, AreTheDirectConvolutionWithTheTasksMaps) {
  NamedTensors weights;
  const std::size_t size = 32 * (16 + kTasks) * 9;
  weights["conv.weight"] = {{32, 16 + kTasks, 3, 3}, FormulaValues(size, 1)};
  weights["conv.bias"] = {{32}, FormulaValues(32, 2)};
  BlockedMaps in(kSamples, 16, 5, 7), out(kSamples, 32, 5, 7);
  Fill(in, 3);
  TaskConv conv(kConv, kSamples);
  conv.SetWeights(weights);
  DenseConv::Scratch scratch;
  conv.Forward(kTasksOf, in.values.data(), out, scratch);
  const std::vector<float>& weight = weights.at("conv.weight").values;
  for (int n = 0; n < kSamples; ++n) {
    for (int cell = 0; cell < 5 * 7; ++cell) {
      for (int o = 0; o < 32; ++o) {
        double sum = weights.at("conv.bias").values[o];
        for (int tap = 0; tap < 9; ++tap) {
          const int r = cell / 7 + tap / 3 - 1, c = cell % 7 + tap % 3 - 1;
          if (r < 0 || c < 0 || r >= 5 || c >= 7) continue;
          sum += weight[WeightIndex(kConv, o, 16 + kTasksOf[n], tap)];
          for (int i = 0; i < 16; ++i) {
            sum += double{At(in, n, i, r * 7 + c)} * weight[WeightIndex(kConv, o, i, tap)];
          }
        }
        // 154 terms below 1/2; oneDNN may use Winograd's kernels.
        ASSERT_NEAR(At(out, n, o, cell), std::max(sum, 0.0), 3e-5) << n << " " << cell << " " << o;
      }
    }
  }
}

// Each value of `gradient` goes to the nine inputs that its output reads, and to their weights.
TEST_P(TaskConvs, GradientsAreTheTransposedSums) {
  NamedTensors weights, found;
  weights["conv.weight"] = {{32, 16 + kTasks, 3, 3}, FormulaValues(32 * (16 + kTasks) * 9, 1)};
  weights["conv.bias"] = {{32}, FormulaValues(32, 2)};
  found = weights;
  BlockedMaps in(kSamples, 16, 5, 7), in_gradient = in, out(kSamples, 32, 5, 7), gradient = out;
  Fill(in, 3);
  Fill(gradient, 4);
  std::ranges::fill(out.values, 1.0f);  // all open
  TaskConv conv(kConv, kSamples);
  conv.SetWeights(weights);
  TaskConv::Gradient sums(conv);
  DenseConv::Scratch scratch;
  conv.Backward(kTasksOf, in.values.data(), out, gradient, in_gradient.values.data(), sums,
                scratch);
  conv.AddGradient(sums, found);
  const std::vector<float>& weight = weights.at("conv.weight").values;
  std::vector<double> expected(weight.begin(), weight.end());
  for (int n = 0; n < kSamples; ++n) {
    for (int i = 0; i < 16; ++i) {
      for (int from = 0; from < 5 * 7; ++from) {
        double sum = 0;
        for (int tap = 0; tap < 9; ++tap) {
          const int r = from / 7 - tap / 3 + 1, c = from % 7 - tap % 3 + 1;
          if (r < 0 || c < 0 || r >= 5 || c >= 7) continue;
          for (int o = 0; o < 32; ++o) {
            const std::size_t at = WeightIndex(kConv, o, i, tap);
            sum += double{At(gradient, n, o, r * 7 + c)} * weight[at];
            expected[at] += double{At(gradient, n, o, r * 7 + c)} * At(in, n, i, from);
          }
        }
        ASSERT_NEAR(At(in_gradient, n, i, from), sum, 5e-5) << n << " " << i << " " << from;
      }
    }
  }
  for (int o = 0; o < 32; ++o) {
    for (int i = 0; i < 16; ++i) {
      for (int tap = 0; tap < 9; ++tap) {
        const std::size_t at = WeightIndex(kConv, o, i, tap);
        ASSERT_NEAR(found.at("conv.weight").values[at], expected[at], 5e-5) << at;
      }
    }
  }
}

TEST_P(TaskConvs, ClosedOutputsHaveNoGradientAndTheOthersSumByTaskAndBorder) {
  BlockedMaps activation(kSamples, 32, 5, 7), gradient = activation;
  Fill(activation, 1);
  Fill(gradient, 2);
  const BlockedMaps before = gradient;
  TaskBiasGradient sums(kConv);
  MaskAndAddTaskGradient(kTasksOf, activation, gradient, sums);
  std::vector<double> expected(kTasks * 9 * 32);
  const BorderCases cases(kConv);
  for (int n = 0; n < kSamples; ++n) {
    for (int cell = 0; cell < 5 * 7; ++cell) {
      for (int o = 0; o < 32; ++o) {
        const float kept = At(activation, n, o, cell) > 0 ? At(before, n, o, cell) : 0;
        ASSERT_EQ(At(gradient, n, o, cell), kept);
        expected[(kTasksOf[n] * 9 + cases.Of(cell / 7, cell % 7)) * 32 + o] += kept;
      }
    }
  }
  for (int task = 0; task < kTasks; ++task) {
    for (int border = 0; border < 9; ++border) {
      for (int o = 0; o < 32; ++o) {
        ASSERT_NEAR(sums.Row(task, border)[o], expected[(task * 9 + border) * 32 + o],
                    SumTolerance(15, 0.5));
      }
    }
  }
}

SACCADE_AT_EACH_WIDTH(TaskConvs);

}  // namespace
}  // namespace saccade
