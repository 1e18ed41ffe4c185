#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/learn/reward_pairs.h"
#include "saccade/nn/landing.h"
#include "saccade/nn/policy_inference.h"

namespace saccade {

// Where saccades aim, in the eyes of a policy with a landing (nn/landing.h): a reward that is
// fitted to goals is not blurred by saccades that fall short.
class GoalReader {
 public:
  // `weights` of a policy with a gaze prior must outlive it.
  explicit GoalReader(const NamedTensors& weights)
      : weights_(weights), network_(weights), landing_(weights) {}

  // The distribution of the goal.
  std::vector<float> Goals(const PolicyInput& input, PolicyActivations& activations) const;
  // Of the goal of a saccade that landed on a cell, by Bayes' rule; the cell itself when nothing
  // that the policy aims at explains it.
  std::vector<float> GoalsGiven(const Gaze& gaze, int landed, std::span<const float> goals) const;

  // The policy's decisions with goals it might have had instead of its landings, and the
  // distribution they were drawn from. Step i draws from (seed, first + i).
  std::vector<Rollout> Aimed(std::span<const Rollout> rollouts, std::span<const Search> searches,
                             std::uint64_t seed, std::uint64_t first) const;
  // People's pairs with goals they might have had; pair i draws from (seed, first + i).
  RewardPairs PairsOf(std::span<const EncodedHumanStep> steps, double uniform_share,
                      std::uint64_t seed, std::uint64_t first) const;

 private:
  const NamedTensors& weights_;
  PolicyInference network_;
  Landing landing_;
};

}  // namespace saccade
