#include "saccade/nn/torch_weights.h"

#include <cmath>
#include <random>
#include <span>

namespace saccade {
namespace {

// tensor.uniform_(-bound, bound) in float.
void Draw(std::mt19937& engine, double bound, std::span<float> values) {
  const float high = static_cast<float>(bound), low = -high;
  for (float& value : values) {
    const double share = static_cast<double>(engine() & 0xFFFFFF) * 0x1p-24;
    value = static_cast<float>(share * (high - low) + low);
  }
}

// reset_parameters of a convolution or a linear layer: kaiming_uniform_(weight, a = sqrt(5)), whose
// bound is 1/sqrt(fan in), then the bias with the same bound.
void DrawLayers(std::mt19937& engine, std::span<const char* const> layers, NamedTensors& tensors) {
  for (const std::string layer : layers) {
    HostTensor& weight = tensors.at(layer + ".weight");
    const double bound =
        std::sqrt(static_cast<double>(weight.shape[0]) / static_cast<double>(weight.values.size()));
    Draw(engine, bound, weight.values);
    Draw(engine, bound, tensors.at(layer + ".bias").values);
  }
}

}  // namespace

TorchWeights DrawTorchWeights(const DiscriminatorShape& discriminator, const PolicyShape& policy,
                              std::uint64_t seed) {
  static constexpr const char* kDiscriminator[] = {"conv1", "conv2", "conv3", "conv4"};
  static constexpr const char* kPolicy[] = {"feat_enc", "actor1",  "actor2",  "actor3",
                                            "critic0",  "critic1", "critic2", "critic3"};
  std::mt19937 engine(static_cast<std::uint32_t>(seed));  // PyTorch too takes its lower half
  TorchWeights weights{EmptyDiscriminator(discriminator), InitialPolicy(policy, Random(seed))};
  DrawLayers(engine, kDiscriminator, weights.discriminator);
  DrawLayers(engine, kPolicy, weights.policy);
  return weights;
}

}  // namespace saccade
