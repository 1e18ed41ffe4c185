#pragma once

#include <string>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/formats/named_tensors.h"
#include "saccade/kernels/conv_shape.h"

namespace saccade {

// The paper's networks in numbers (appendix, "Implementation details").

// Policy and critic share the first convolution ("feat_enc").
struct PolicyShape {
  int channels = kBeliefChannels;  // 134, or 136 with saliency and history
  bool gaze_prior = false;         // the default preset's tables (gaze_prior.h)

  ConvShape FeatEnc() const { return {"feat_enc", channels, 128, 5, 2}; }
  ConvShape Actor1() const { return {"actor1", 128, 64, 3, 1}; }
  ConvShape Actor2() const { return {"actor2", 64, 32, 3, 1}; }
  ConvShape Actor3() const { return {"actor3", 32, 1, 1, 0}; }
  ConvShape Critic0() const { return {"critic0", 128, 128, 3, 0}; }         // then max-pool 2: 9x15
  ConvShape Critic1() const { return {"critic1", 128, 256, 3, 0, 9, 15}; }  // then max-pool 2: 3x6
  static constexpr int kCriticFeatures = 256;  // critic2: fully connected, 256 + 18 -> 64
  static constexpr int kCriticHidden = 64;     // critic3: 64 -> 1
  bool operator==(const PolicyShape&) const = default;
};

// Logit per cell; D(s, a) is the sigmoid at cell a.
struct DiscriminatorShape {
  int channels = kBeliefChannels;
  int first_kernel = 3;  // 3: the released code; 5: the paper

  ConvShape Conv1() const { return {"conv1", channels, 128, first_kernel, first_kernel / 2}; }
  ConvShape Conv2() const { return {"conv2", 128, 64, 3, 1}; }
  ConvShape Conv3() const { return {"conv3", 64, 32, 3, 1}; }
  ConvShape Conv4() const { return {"conv4", 32, 1, 1, 0}; }
  bool operator==(const DiscriminatorShape&) const = default;
};

// Names and shapes of all parameters, values zero.
NamedTensors EmptyPolicy(const PolicyShape& shape);
NamedTensors EmptyDiscriminator(const DiscriminatorShape& shape);

// PyTorch's default initialisation, which the released code uses: weights and biases uniform in
// +-1/sqrt(fan in).
NamedTensors InitialPolicy(const PolicyShape& shape, Random random);
NamedTensors InitialDiscriminator(const DiscriminatorShape& shape, Random random);

// The shape that weights have, read off their tensors. Throws InputError (with `origin` as the
// file) when a name is missing, unknown or of another size.
PolicyShape PolicyShapeOf(const NamedTensors& weights, const std::string& origin);
DiscriminatorShape DiscriminatorShapeOf(const NamedTensors& weights, const std::string& origin);

}  // namespace saccade
