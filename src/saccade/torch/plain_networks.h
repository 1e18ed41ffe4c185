#pragma once

#include <span>
#include <vector>

#include "saccade/nn/conv_lstm.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/nn/ppo_loss.h"

namespace saccade::plain {

// The networks as plain libtorch modules, dense inputs and autograd: they define what the fast
// paths of this layer compute, and are the baseline of `saccade benchmark`. Slow on purpose.

enum class Arithmetic { kFloat, kDouble };

struct PolicyOutputs {
  std::vector<float> logits;  // [sample][640]
  std::vector<float> values;  // [sample]
};
PolicyOutputs EvaluatePolicy(const NamedTensors& weights, std::span<const PolicyInput> inputs,
                             bool with_value = true);

// The logit of every cell: [sample][640].
std::vector<float> EvaluateDiscriminator(const NamedTensors& weights,
                                         std::span<const PolicyInput> inputs);

struct PpoResult {
  PpoLosses losses;
  NamedTensors gradient;
};
PpoResult PpoGradient(const NamedTensors& weights, std::span<const PpoSample> batch,
                      const PpoOptions& options, Arithmetic arithmetic = Arithmetic::kFloat);

struct DiscriminatorResult {
  DiscriminatorLosses losses;
  NamedTensors gradient;
  std::vector<float> input_gradient;  // [pair][channel][640] of the sum of D over the real pairs
};
DiscriminatorResult DiscriminatorGradient(const NamedTensors& weights,
                                          const DiscriminatorPairs& real,
                                          const DiscriminatorPairs& fake,
                                          const saccade::DiscriminatorGradient::Options& options,
                                          Arithmetic arithmetic = Arithmetic::kFloat);

struct ConvLstmResult {
  std::vector<float> beliefs;  // [state][hidden][640]
  std::vector<float> logits;   // [state][640]
  NamedTensors gradient;
};
ConvLstmResult ConvLstmGradient(const NamedTensors& weights, const SearchTree& tree,
                                const ConvLstm::Loss& loss,
                                Arithmetic arithmetic = Arithmetic::kFloat);

}  // namespace saccade::plain
