#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/learn/demonstrator.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/nn/reward_terms.h"
#include "saccade/search/rollout.h"

namespace saccade {

// Decisions that the discriminator judges, with all that the form of reward needs to know.
struct RewardPairs {
  std::vector<PolicyInput> inputs;
  std::vector<int> actions;
  // log q of the action (reward_terms.h); empty where the form has none.
  std::vector<float> log_densities;

  std::size_t size() const { return inputs.size(); }
  StateAction At(std::size_t i) const { return {inputs[i].state, inputs[i].task, actions[i]}; }
  // Those at `places`, in that order.
  RewardPairs Choose(std::span<const std::size_t> places) const;
};

// The policy's decisions. With the adversarial form rollouts must hold their maps.
RewardPairs PairsOf(std::span<const Rollout> rollouts, std::span<const Search> searches,
                    RewardForm form, double uniform_share);
// Replaces each action, with probability `uniform_share`, by a uniformly drawn cell. Pair i draws
// from (seed, first + i).
void DrawUniformActions(std::span<const Rollout> rollouts, RewardForm form, double uniform_share,
                        std::uint64_t seed, std::uint64_t first, RewardPairs& pairs);
// People's, with the densities that `policy` gives them.
RewardPairs PairsOf(std::span<const EncodedHumanStep> steps, const PolicyInference* policy,
                    double uniform_share);

// Network and terms of one reward, their gradients, and what they say of pairs.
struct RewardWeights {
  NamedTensors network;  // EmptyDiscriminator
  NamedTensors terms;    // EmptyRewardTerms, or none with log D
};
RewardWeights ZerosLike(const RewardWeights& weights);

// What is added to the network's logits: g - h - log q. Empty with log D.
std::vector<float> OffsetsOf(const NamedTensors& terms, const RewardPairs& pairs);

// The gradient of one batch (DiscriminatorGradient), through the terms too.
DiscriminatorLosses AddRewardGradient(DiscriminatorGradient& network, const RewardWeights& weights,
                                      const RewardPairs& real, const RewardPairs& fake,
                                      const DiscriminatorGradient::Options& options,
                                      RewardWeights& gradient);

// What the policy is rewarded with: log D, or with the adversarial form logit D, whose mean over
// the policy's actions is minus its divergence from people's distribution.
std::vector<float> RewardsOf(const RewardWeights& weights, const RewardPairs& pairs);

}  // namespace saccade
