#include "saccade/kernels/cell_conv.h"

#include <fmt/format.h>

#include <array>

#include "saccade/base/parallel.h"
#include "saccade/kernels/formula_values_fixture.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

// Every tile of every width has its own leftovers: rows by twelves, sixes, pairs and ones, outputs
// by 64, 48, 32, 16 and 8.
constexpr int kRows[] = {1, 2, 3, 5, 6, 7, 11, 12, 13, 14, 25};
constexpr std::array<int, 3> kLayers[] = {{1, 1, 1},   {9, 3, 16}, {1, 7, 32},   {4, 12, 40},
                                          {2, 13, 64}, {1, 5, 80}, {9, 16, 112}, {1, 2, 200}};

// Rows of a layer at places of their own in two arrays, one float off every alignment.
struct Job {
  int rows, taps, in, out;
  std::vector<float> input, start, output;
  std::vector<const float*> inputs, starts;
  std::vector<float*> outputs;

  Job(int row_count, const std::array<int, 3>& layer)
      : rows(row_count), taps(layer[0]), in(layer[1]), out(PadTo16(layer[2])) {
    input = FormulaValues(static_cast<std::size_t>(rows * taps * in) + 1, 1);
    start = FormulaValues(static_cast<std::size_t>(rows * out) + 1, 2);
    output.assign(start.size(), 7);
    for (int i = rows * taps; i-- > 0;) inputs.push_back(&input[1 + i * in]);
    for (int row = 0; row < rows; ++row) {
      starts.push_back(&start[1 + row * out]);
      outputs.push_back(&output[1 + row * out]);
    }
  }
  CellConvJob Conv(bool with_starts, bool relu) const {
    return {inputs, with_starts ? starts : std::span<const float* const>(), outputs, relu};
  }
};

class CellConvs : public AtEachWidth {};

TEST_P(CellConvs, AreTheSumsOverTapsAndChannels) {
  for (const auto& layer : kLayers) {
    for (const int rows : kRows) {
      SCOPED_TRACE(fmt::format("{} rows, {} taps, {} -> {}", rows, layer[0], layer[1], layer[2]));
      Job job(rows, layer);
      const std::vector<float> w =
          FormulaValues(static_cast<std::size_t>(job.taps * job.in * layer[2]), 3);
      const CellWeights weights(job.taps, job.in, layer[2], [&](int tap, int i, int o) {
        return w[(tap * job.in + i) * layer[2] + o];
      });
      ASSERT_EQ(weights.padded_out(), job.out);
      const bool with_starts = rows % 2 == 0, relu = rows % 3 == 0;
      CellConv(weights, job.Conv(with_starts, relu));
      const std::size_t terms = static_cast<std::size_t>(job.taps * job.in) + 1;
      for (int row = 0; row < rows; ++row) {
        for (int o = 0; o < job.out; ++o) {
          double sum = with_starts ? job.starts[row][o] : 0;
          for (int tap = 0; tap < job.taps; ++tap) {
            for (int i = 0; i < job.in && o < layer[2]; ++i) {
              sum += double{job.inputs[row * job.taps + tap][i]} *
                     w[(tap * job.in + i) * layer[2] + o];
            }
          }
          const double expected = relu ? std::max(sum, 0.0) : sum;
          ASSERT_NEAR(job.outputs[row][o], expected, SumTolerance(terms, 0.5)) << row << " " << o;
        }
      }
      EXPECT_EQ(job.output[0], 7);  // nothing before the first row is touched
    }
  }
}

TEST_P(CellConvs, ARowIsTheSameBitsWhateverElseIsAsked) {
  const std::array<int, 3> layer{9, 16, 112};
  Job all(25, layer), some(25, layer);
  const CellWeights weights(9, 16, 112, [](int tap, int i, int o) {
    return static_cast<float>(golden::U(static_cast<std::uint64_t>((tap * 16 + i) * 112 + o)));
  });
  CellConv(weights, all.Conv(true, false));
  ParallelFor(25, [&](std::size_t row) {
    CellConv(weights,
             {std::span(some.inputs).subspan(row * 9, 9), std::span(some.starts).subspan(row, 1),
              std::span(some.outputs).subspan(row, 1), false});
  });
  EXPECT_EQ(all.output, some.output);
}

TEST_P(CellConvs, OuterProductsAreAddedOverTheRows) {
  for (const auto& layer : kLayers) {
    for (const int rows : kRows) {
      SCOPED_TRACE(fmt::format("{} rows, {} taps, {} -> {}", rows, layer[0], layer[1], layer[2]));
      const Job job(rows, layer);
      const std::vector<float> before =
          FormulaValues(static_cast<std::size_t>(job.taps * job.in * job.out), 4);
      std::vector<float> sums = before;
      CellOuterProducts({job.inputs, job.starts, job.taps, job.in, job.out}, sums.data());
      for (std::size_t at = 0; at < sums.size(); ++at) {
        const std::size_t out = static_cast<std::size_t>(job.out), in = job.in;
        double sum = before[at];
        for (int row = 0; row < rows; ++row) {
          sum += double{job.inputs[row * job.taps + at / out / in][at / out % in]} *
                 job.starts[row][at % out];
        }
        ASSERT_NEAR(sums[at], sum, SumTolerance(static_cast<std::size_t>(rows) + 1, 0.5)) << at;
      }
    }
  }
}

TEST_P(CellConvs, WeightsOfAnotherWidthAreRefused) {
  const Job job(1, {1, 1, 64});
  const CellWeights weights(1, 1, 64, [](int, int, int) { return 1.0f; });
  for (const Width width : MachineWidths()) {
    UseWidth(width);
    const CellWeights own(1, 1, 64, [](int, int, int) { return 1.0f; });
    if (own.group() == weights.group()) continue;
    EXPECT_THROW(CellConv(weights, job.Conv(false, false)), std::logic_error);
  }
}

SACCADE_AT_EACH_WIDTH(CellConvs);

}  // namespace
}  // namespace saccade
