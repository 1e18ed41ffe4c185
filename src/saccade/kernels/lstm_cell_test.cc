#include "saccade/kernels/lstm_cell.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/kernels/vector16.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

TEST(LstmCell, GatesAreExactToFloatsPrecisionFarFromZeroToo) {
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

}  // namespace
}  // namespace saccade
