#include "saccade/nn/residual_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>

#include "saccade/base/error.h"
#include "saccade/nn/adam.h"
#include "saccade/nn/map_head.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;

constexpr int kIn = 5, kMiddle = 3, kOut = 6;

std::vector<float> Noise(const std::string& name, std::int64_t count, double low, double high) {
  Random random(7, name);
  std::vector<float> values;
  for (std::int64_t i = 0; i < count; ++i) {
    values.push_back(static_cast<float>(random.Uniform(low, high)));
  }
  return values;
}

// Three blocks: the first with a shortcut convolution, the others without.
NamedTensors ThreeBlocks() {
  NamedTensors weights;
  const auto add = [&](const std::string& name, std::int64_t out, std::int64_t in,
                       std::int64_t size) {
    weights[name + ".weight"] = {{out, in, size, size},
                                 Noise(name, out * in * size * size, -0.6, 0.7)};
    weights[name + ".bias"] = {{out}, Noise(name + " bias", out, -0.3, 0.3)};
  };
  for (int block = 0; block < 3; ++block) {
    const std::string prefix = std::to_string(block) + ".";
    add(prefix + "conv1", kMiddle, block == 0 ? kIn : kOut, 1);
    add(prefix + "conv2", kMiddle, kMiddle, 3);
    add(prefix + "conv3", kOut, kMiddle, 1);
  }
  add("0.shortcut", kOut, kIn, 1);
  return weights;
}

PictureFeatures SomeFeatures(int rows, int columns) {
  return {kIn, rows, columns, Noise("features", std::int64_t{kIn} * rows * columns, -0.5, 1)};
}

// Relative to the largest value.
void ExpectNear(const std::vector<float>& values, const torch::Tensor& tensor, double limit) {
  const torch::Tensor expected = tensor.reshape({-1});
  ASSERT_EQ(static_cast<std::int64_t>(values.size()), expected.numel());
  const double scale = expected.abs().max().item<double>();
  ASSERT_GT(scale, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_NEAR(values[i], expected[static_cast<std::int64_t>(i)].item<float>(), limit * scale)
        << i;
  }
}

TEST(ResidualBlocks, AgreeWithLibtorchInValueAndGradient) {
  const NamedTensors weights = ThreeBlocks();
  const PictureFeatures features = SomeFeatures(4, 7);
  std::map<std::string, torch::Tensor> w;
  for (const auto& [name, tensor] : weights) {
    w[name] = torch::tensor(tensor.values).view(tensor.shape).clone().set_requires_grad(true);
  }
  torch::Tensor x = torch::tensor(features.values).view({1, kIn, 4, 7});
  for (int block = 0; block < 3; ++block) {
    const auto conv = [&](const char* layer, const torch::Tensor& input, int padding) {
      const std::string name = fmt::format("{}.{}", block, layer);
      return torch::conv2d(input, w.at(name + ".weight"), w.at(name + ".bias"), 1, padding);
    };
    const torch::Tensor inner = torch::relu(conv("conv2", torch::relu(conv("conv1", x, 0)), 1));
    x = torch::relu(conv("conv3", inner, 0) + (block == 0 ? conv("shortcut", x, 0) : x));
  }
  const ResidualPass pass(weights, features);
  EXPECT_EQ(pass.output().channels, kOut);
  EXPECT_EQ(pass.output(), ApplyResidualBlocks(weights, features));
  ExpectNear(pass.output().values, x.detach(), 1e-5);

  const std::vector<float> slopes = Noise("slopes", x.numel(), -1, 1);
  (x.reshape({-1}) * torch::tensor(slopes)).sum().backward();
  NamedTensors gradient = ZerosLike(weights);
  pass.AddGradient(slopes, gradient);
  for (const auto& [name, tensor] : gradient) {
    SCOPED_TRACE(name);
    ExpectNear(tensor.values, w.at(name).grad(), 1e-5);
  }
  // It is added: the same again gives the double.
  const NamedTensors once = gradient;
  pass.AddGradient(slopes, gradient);
  EXPECT_NEAR(gradient.at("1.conv2.weight").values[3], 2 * once.at("1.conv2.weight").values[3],
              1e-4);
}

// The divergence of a map, through head and blocks, as the learner has it. Along a direction in
// each tensor, since a single weight moves the loss too little for a difference of floats.
TEST(ResidualBlocks, GradientThroughTheHeadAgreesWithCentralDifferences) {
  NamedTensors weights = ThreeBlocks();
  const PictureFeatures features = SomeFeatures(Grid::kRows, Grid::kColumns);
  const NamedTensors head = InitialMapHead({kOut, 4, 3}, Random(2, "head"));
  std::vector<float> target(Grid::kCells);
  target[Grid::Index({3, 4})] = 0.75f;
  target[Grid::Index({31, 19})] = 0.25f;
  constexpr int kTask = 2;

  const ResidualPass pass(weights, features);
  std::vector<float> slopes(pass.output().values.size());
  NamedTensors head_gradient = ZerosLike(head), gradient = ZerosLike(weights);
  AddMapGradient(head, {&pass.output(), kTask, target, {}}, 1, head_gradient, slopes);
  pass.AddGradient(slopes, gradient);

  for (const auto& [name, tensor] : gradient) {
    SCOPED_TRACE(name);
    const double length = GlobalNorm({{name, tensor}});
    ASSERT_GT(length, 1e-3);
    const std::vector<float> middle = weights.at(name).values;
    const auto loss_at = [&](double step) {
      std::vector<float>& values = weights.at(name).values;
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(middle[i] + step * tensor.values[i] / length);
      }
      const double loss =
          MapDivergence(MapLogits(head, ApplyResidualBlocks(weights, features), kTask), target);
      values = middle;
      return loss;
    };
    // Along the gradient itself the slope is its length; a few of the many ReLUs switch on the way.
    constexpr double kStep = 5e-4;
    EXPECT_NEAR((loss_at(kStep) - loss_at(-kStep)) / (2 * kStep), length, 0.03 * length);
  }
}

TEST(ResidualBlocks, NoBlocksChangeNothing) {
  const PictureFeatures features = SomeFeatures(4, 7);
  const NamedTensors none;
  EXPECT_EQ(CountResidualBlocks(none, "here"), 0);
  EXPECT_EQ(ApplyResidualBlocks(none, features), features);
  EXPECT_EQ(ResidualPass(none, features).output(), features);
}

class ResidualBlocksErrors : public ::testing::Test {
 protected:
  std::string Error() const {
    try {
      CountResidualBlocks(weights_, "a/weights.safetensors");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  NamedTensors weights_ = ThreeBlocks();
};

TEST_F(ResidualBlocksErrors, NameTheTensorThatIsMissing) {
  EXPECT_EQ(CountResidualBlocks(weights_, "here"), 3);
  weights_.erase("1.conv2.bias");
  EXPECT_THAT(Error(), HasSubstr("a/weights.safetensors:1.conv2.bias: is missing"));
}

TEST_F(ResidualBlocksErrors, AShortcutIsNeededWhereChannelsChange) {
  weights_.erase("0.shortcut.weight");
  EXPECT_THAT(Error(), HasSubstr("0.shortcut.weight: is missing"));
}

TEST_F(ResidualBlocksErrors, AnUnknownTensorIsRefused) {
  weights_["2.shortcut.weight"] = weights_.at("2.conv3.weight");
  EXPECT_NE(Error(), "");
}

TEST_F(ResidualBlocksErrors, ShapesMustFitEachOther) {
  weights_.at("2.conv2.weight").shape = {kMiddle, kMiddle, 9, 1};
  EXPECT_THAT(Error(), HasSubstr("2.conv2.weight: has a shape"));
}

TEST_F(ResidualBlocksErrors, ABlockTakesWhatTheOneBeforeGives) {
  for (const char* layer : {"conv1.weight", "conv1.bias", "conv2.weight", "conv2.bias",
                            "conv3.weight", "conv3.bias", "shortcut.weight", "shortcut.bias"}) {
    weights_[std::string("1.") + layer] = weights_.at(std::string("0.") + layer);
  }
  EXPECT_THAT(Error(), HasSubstr("1.conv1.weight: takes 5 channels; the block before gives 6"));
}

TEST_F(ResidualBlocksErrors, FeaturesOfOtherChannelsAreRefused) {
  PictureFeatures features = SomeFeatures(4, 7);
  features.channels = 4;
  EXPECT_THROW(ApplyResidualBlocks(weights_, features), InputError);
}

}  // namespace
}  // namespace saccade
