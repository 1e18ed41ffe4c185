#include "saccade/nn/map_head.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include "saccade/base/error.h"
#include "saccade/nn/adam.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;

constexpr int kChannels = 6;

PictureFeatures SomeFeatures(std::uint64_t seed) {
  PictureFeatures features{kChannels, Grid::kRows, Grid::kColumns, {}};
  Random random(seed, "features");
  for (int i = 0; i < kChannels * Grid::kCells; ++i) {
    features.values.push_back(static_cast<float>(random.Uniform(-1, 2)));
  }
  return features;
}

std::vector<float> SomeTarget() {
  std::vector<float> target(Grid::kCells);
  target[Grid::Index({0, 0})] = 0.5f;  // at a corner, where the padding is
  target[Grid::Index({17, 9})] = 0.3f;
  target[Grid::Index({31, 19})] = 0.2f;
  return target;
}

torch::Tensor ToTorch(const HostTensor& tensor) {
  return torch::tensor(tensor.values).view(tensor.shape).clone().set_requires_grad(true);
}

// The network as libtorch's modules have it, all 18 maps of it, and its gradient by autograd.
struct Oracle {
  std::map<std::string, torch::Tensor> weights;
  torch::Tensor inputs, logits;

  Oracle(const NamedTensors& host, const PictureFeatures& features, int task,
         const std::vector<float>& dropout) {
    for (const auto& [name, tensor] : host) weights[name] = ToTorch(tensor);
    inputs = ToTorch({{1, features.channels, Grid::kRows, Grid::kColumns}, features.values});
    torch::Tensor x = inputs;
    if (weights.contains("hidden.weight")) {
      x = torch::relu(torch::conv2d(x, weights["hidden.weight"], weights["hidden.bias"]));
    }
    if (!dropout.empty()) x = x * torch::tensor(dropout).view({1, -1, 1, 1});
    const int padding = static_cast<int>(host.at("maps.weight").shape[2]) / 2;
    logits = torch::conv2d(x, weights["maps.weight"], {}, 1, padding)[0][task].reshape({-1});
  }
};

// Relative to the largest value.
void ExpectNear(const std::vector<float>& values, const torch::Tensor& tensor) {
  const torch::Tensor expected = tensor.reshape({-1});
  ASSERT_EQ(static_cast<std::int64_t>(values.size()), expected.numel());
  const double scale = expected.abs().max().item<double>();
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_NEAR(values[i], expected[static_cast<std::int64_t>(i)].item<float>(), 1e-5 * scale) << i;
  }
}

class MapHeadTest : public ::testing::TestWithParam<MapHeadShape> {};

TEST_P(MapHeadTest, AgreesWithLibtorchInValueAndGradient) {
  const MapHeadShape shape = GetParam();
  const NamedTensors weights = InitialMapHead(shape, Random(3, "head"));
  EXPECT_EQ(MapHeadShapeOf(weights, "here"), shape);
  const PictureFeatures features = SomeFeatures(1);
  const std::vector<float> target = SomeTarget();
  constexpr int kTask = 4;
  std::vector<float> dropout(shape.hidden > 0 ? shape.hidden : shape.channels, 2.0f);
  dropout[1] = 0;

  Oracle plain(weights, features, kTask, {});
  const std::vector<float> logits = MapLogits(weights, features, kTask);
  for (int i = 0; i < Grid::kCells; ++i) {
    ASSERT_NEAR(logits[i], plain.logits[i].item<float>(), 1e-5) << i;
  }

  Oracle oracle(weights, features, kTask, dropout);
  const torch::Tensor wanted = torch::tensor(target);
  const torch::Tensor loss =
      torch::xlogy(wanted, wanted).sum() - (wanted * torch::log_softmax(oracle.logits, 0)).sum();
  (2 * loss).backward();
  NamedTensors gradient = ZerosLike(weights);
  std::vector<float> features_gradient(features.values.size());
  const double divergence =
      AddMapGradient(weights, {&features, kTask, target, dropout}, 2, gradient, features_gradient);
  EXPECT_NEAR(divergence, loss.item<double>(), 1e-5);
  for (const auto& [name, tensor] : gradient) {
    SCOPED_TRACE(name);
    ExpectNear(tensor.values, oracle.weights[name].grad());
  }
  ExpectNear(features_gradient, oracle.inputs.grad());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MapHeadTest,
                         ::testing::Values(MapHeadShape{kChannels, 5, 3},
                                           MapHeadShape{kChannels, 0, 3},
                                           MapHeadShape{kChannels, 4, 1}));

TEST(MapHead, ScaledInputsAreTheSameAsScaledFeatures) {
  NamedTensors weights = InitialMapHead({kChannels, 5, 3}, Random(1, "head"));
  const PictureFeatures features = SomeFeatures(2);
  PictureFeatures scaled = features;
  std::vector<float> factors;
  for (int c = 0; c < kChannels; ++c) {
    factors.push_back(1 + 0.5f * static_cast<float>(c));
    for (int i = 0; i < Grid::kCells; ++i) scaled.values[c * Grid::kCells + i] *= factors.back();
  }
  const std::vector<float> expected = MapLogits(weights, scaled, 0);
  ScaleMapInputs(factors, weights);
  const std::vector<float> found = MapLogits(weights, features, 0);
  for (int i = 0; i < Grid::kCells; ++i) ASSERT_NEAR(found[i], expected[i], 1e-5);
}

// Two logits that differ by ln 9: odds of 9 to 1, and at temperature 2 of 3 to 1.
TEST(MapHead, TemperatureDividesTheLogits) {
  const std::vector<float> logits = {0, std::log(9.0f)};
  EXPECT_NEAR(MapProbabilities(logits)[1], 0.9, 1e-6);
  EXPECT_NEAR(MapProbabilities(logits, 2)[1], 0.75, 1e-6);
}

TEST(MapHead, RefusesOtherWeightsAndOtherFeatures) {
  NamedTensors weights = InitialMapHead({kChannels, 5, 3}, Random(1, "head"));
  PictureFeatures features = SomeFeatures(2);
  features.channels = 3;
  features.values.resize(3 * Grid::kCells);
  EXPECT_THROW(MapLogits(weights, features, 0), InputError);
  weights.erase("hidden.bias");
  try {
    MapHeadShapeOf(weights, "a/weights.safetensors");
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a/weights.safetensors:hidden.bias: is missing"));
  }
}

}  // namespace
}  // namespace saccade
