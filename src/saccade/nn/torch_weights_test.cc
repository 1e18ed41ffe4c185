#include "saccade/nn/torch_weights.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saccade {
namespace {

// torch.manual_seed(0); torch.rand(4) prints tensor([0.4963, 0.7682, 0.0885, 0.1320]), as PyTorch's
// own documentation shows in many places. The first layer is the discriminator's.
TEST(TorchWeights, BeginAsTorchRandDoes) {
  const TorchWeights weights = DrawTorchWeights({}, {}, 0);
  const auto& first = weights.discriminator.at("conv1.weight").values;
  const double bound = 1 / std::sqrt((134 + 18) * 9.0);
  for (const auto& [i, rand] : {std::pair(0, .4963), {1, .7682}, {2, .0885}, {3, .1320}}) {
    EXPECT_NEAR(first[static_cast<std::size_t>(i)], (2 * rand - 1) * bound, 1e-4 * bound) << i;
  }
}

TEST(TorchWeights, StayInsideTheBoundsOfTheirLayersAndFillThem) {
  const TorchWeights weights = DrawTorchWeights({.first_kernel = 5}, {}, 7);
  for (const auto& [name, tensor] : weights.policy) {
    const auto& shape = weights.policy.at(name.substr(0, name.rfind('.')) + ".weight").shape;
    const double bound =
        std::sqrt(static_cast<double>(shape[0]) / static_cast<double>(ElementCount(shape)));
    double most = 0;
    for (const float value : tensor.values) most = std::max<double>(most, std::abs(value));
    EXPECT_LE(most, bound * (1 + 1e-6)) << name;
    if (tensor.values.size() > 100) {
      EXPECT_GT(most, .95 * bound) << name;
    }
  }
  EXPECT_NE(weights.policy, DrawTorchWeights({.first_kernel = 5}, {}, 8).policy);
}

}  // namespace
}  // namespace saccade
