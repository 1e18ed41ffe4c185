// The first weights of the released code, as libtorch itself draws them.

#include "saccade/nn/torch_weights.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

namespace saccade {
namespace {

void ExpectSame(const HostTensor& found, const torch::Tensor& expected, const std::string& name) {
  const torch::Tensor flat = expected.detach().flatten().contiguous();
  ASSERT_EQ(found.values.size(), static_cast<std::size_t>(flat.numel())) << name;
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    ASSERT_EQ(found.values[i], flat.data_ptr<float>()[i]) << name << " " << i;
  }
}

void ExpectConv(const NamedTensors& found, const ConvShape& shape) {
  const torch::nn::Conv2d layer(
      torch::nn::Conv2dOptions(shape.in + kTasks, shape.out, shape.kernel));
  ExpectSame(found.at(shape.name + ".weight"), layer->weight, shape.name);
  ExpectSame(found.at(shape.name + ".bias"), layer->bias, shape.name);
}

TEST(TorchWeights, AreThoseThatLibtorchDraws) {
  const DiscriminatorShape discriminator;
  const PolicyShape policy;
  const TorchWeights found = DrawTorchWeights(discriminator, policy, 42619);
  torch::manual_seed(42619);
  for (const ConvShape& conv : {discriminator.Conv1(), discriminator.Conv2(), discriminator.Conv3(),
                                discriminator.Conv4()}) {
    ExpectConv(found.discriminator, conv);
  }
  for (const ConvShape& conv : {policy.FeatEnc(), policy.Actor1(), policy.Actor2(), policy.Actor3(),
                                policy.Critic0(), policy.Critic1()}) {
    ExpectConv(found.policy, conv);
  }
  for (const auto& [name, in, out] :
       {std::tuple("critic2", 256 + kTasks, 64), {"critic3", 64, 1}}) {
    const torch::nn::Linear layer(in, out);
    ExpectSame(found.policy.at(name + std::string(".weight")), layer->weight, name);
    ExpectSame(found.policy.at(name + std::string(".bias")), layer->bias, name);
  }
}

}  // namespace
}  // namespace saccade
