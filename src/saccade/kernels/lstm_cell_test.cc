#include "saccade/kernels/lstm_cell.h"

#include <cmath>

#include "saccade/kernels/formula_values_fixture.h"
#include "saccade/kernels/lanes.h"
#include "saccade/scene/grid.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

class LstmCell : public AtEachWidth {};

TEST_P(LstmCell, GatesAreExactToFloatsPrecisionFarFromZeroToo) {
  constexpr int kMaps = Grid::kCells * kLanes;
  std::vector<float> gates(4 * kMaps), before(kMaps), memory(kMaps), beliefs(kMaps);
  for (int i = 0; i < kMaps; ++i) {
    float* gate = &gates[i / kLanes * 4 * kLanes + i % kLanes];
    for (int k = 0; k < 4; ++k) {
      gate[k * kLanes] = 40 * std::sin(static_cast<float>(k + 1) * static_cast<float>(i));
    }
    before[i] = 3 * std::cos(static_cast<float>(i));
  }
  const std::vector<float> x = gates;
  UpdateCells(1, nullptr, before.data(), gates.data(), memory.data(), beliefs.data());
  const auto sigmoid = [](double value) { return 1 / (1 + std::exp(-value)); };
  for (int i = 0; i < kMaps; ++i) {
    const int at = i / kLanes * 4 * kLanes + i % kLanes;
    const double in = sigmoid(x[at]), forget = sigmoid(x[at + kLanes]);
    const double news = std::tanh(x[at + 2 * kLanes]), out = sigmoid(x[at + 3 * kLanes]);
    const double c = forget * before[i] + in * news;
    ASSERT_NEAR(gates[at], in, 3e-7);
    ASSERT_NEAR(gates[at + kLanes], forget, 3e-7);
    ASSERT_NEAR(gates[at + 2 * kLanes], news, 3e-7);
    ASSERT_NEAR(gates[at + 3 * kLanes], out, 3e-7);
    ASSERT_NEAR(memory[i], c, 2e-6);
    ASSERT_NEAR(beliefs[i], out * std::tanh(c), 2e-6);
  }
}

TEST_P(LstmCell, SlopesAreThoseOfTheEquations) {
  constexpr int kBlocks = 2, kHidden = kBlocks * kLanes, kMaps = kHidden * Grid::kCells;
  for (const bool first : {false, true}) {
    const auto positive = [](std::uint64_t seed, std::size_t count) {  // activations of sigmoids
      std::vector<float> values = FormulaValues(count, seed);
      for (float& value : values) value += 0.5f;
      return values;
    };
    const std::vector<float> activations = positive(1, 4 * kMaps), before = FormulaValues(kMaps, 2);
    const std::vector<float> memory = FormulaValues(kMaps, 3), slope = FormulaValues(kMaps, 4);
    const std::vector<float> later = FormulaValues(kMaps, 5), sums = FormulaValues(4 * kMaps, 6);
    std::vector<float> gates = activations, memory_slope = later, from_beliefs = sums;
    UpdateCellsBackward(kBlocks, first ? nullptr : before.data(), memory.data(), slope.data(),
                        gates.data(), memory_slope.data(), first ? nullptr : from_beliefs.data());
    for (int at = 0; at < kMaps; ++at) {
      const int block = at / (kLanes * Grid::kCells), cell = at / kLanes % Grid::kCells;
      const int gate = cell * 4 * kHidden + block * kLanes + at % kLanes;
      const double i = activations[gate], f = activations[gate + kHidden];
      const double g = activations[gate + 2 * kHidden], o = activations[gate + 3 * kHidden];
      const double seen = std::tanh(memory[at]);
      const double c = later[at] + slope[at] * o * (1 - seen * seen);
      const double x[4] = {c * g * i * (1 - i), first ? 0 : c * before[at] * f * (1 - f),
                           c * i * (1 - g * g), slope[at] * seen * o * (1 - o)};
      for (int k = 0; k < 4; ++k) {
        ASSERT_NEAR(gates[gate + k * kHidden], x[k], 1e-6) << at << " " << k;
        const double added = first ? 0 : x[k];
        ASSERT_NEAR(from_beliefs[k * kMaps + at], sums[k * kMaps + at] + added, 1e-6) << at;
      }
      ASSERT_NEAR(memory_slope[at], c * f, 1e-6) << at;
    }
  }
}

SACCADE_AT_EACH_WIDTH(LstmCell);

}  // namespace
}  // namespace saccade
