#pragma once

#include <cstdint>

#include "saccade/nn/network_shape.h"

namespace saccade {

// The weights that a script of PyTorch begins with after torch.manual_seed(seed) when it builds, on
// the processor, the discriminator and then the policy with its critic, as the released code does:
// the same numbers, for which PyTorch is not needed (Mersenne twister, 24 bits a number, layer by
// layer, weight before bias). Tables of the gaze prior begin at 0 as always.
struct TorchWeights {
  NamedTensors discriminator, policy;
};
TorchWeights DrawTorchWeights(const DiscriminatorShape& discriminator, const PolicyShape& policy,
                              std::uint64_t seed);

}  // namespace saccade
