#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/learn/cloning_learner.h"
#include "saccade/learn/irl_options.h"
#include "saccade/learn/reward_pairs.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/search/rollout.h"

namespace saccade {

// Generative adversarial imitation learning with PPO (paper, section 2.2 and appendix): policy and
// critic against a discriminator whose log D is the reward. Begins by cloning people where its
// options say so. A step is a batch of that, then an iteration: rollouts, discriminator, rewards,
// policy.
class IrlLearner : public Learner {
 public:
  // `set` must outlive the learner.
  IrlLearner(const SearchSet& set, const IrlOptions& options, std::uint64_t seed);

  std::vector<LearningPhase> Phases() const override;
  std::int64_t steps_done() const override { return clone_.steps_done() + iterations_; }
  StepReport Step() override;
  Model Learned() const override;

  const NamedTensors& policy() const { return clone_.policy(); }
  const NamedTensors& averaged_policy() const { return clone_.averaged(); }
  const NamedTensors& discriminator() const { return reward_.network; }

 private:
  std::vector<StatePart> Parts() override;
  StepReport Iterate();
  std::int64_t IterationsPerEpoch() const;
  bool PolicyRests() const;  // in the epochs of the reward alone
  std::vector<RolloutRequest> PicturesOf(std::int64_t iteration) const;
  std::vector<EncodedHumanStep> NextHumanPairs(std::size_t count);
  // The policy whose probabilities the discriminator is given; null with log D.
  void TrainDiscriminator(std::span<const Rollout> landed, const PolicyInference* known,
                          StepReport& report);
  DiscriminatorLosses UpdateDiscriminator(const RewardPairs& real, const RewardPairs& fake);
  void TrainPolicy(std::span<const Rollout> rollouts, StepReport& report);
  std::vector<PpoSample> MakePpoSamples(std::span<const Rollout> rollouts,
                                        StepReport& report) const;
  BeliefOptions HumanBeliefs(int task, Random& random) const;

  const SearchSet& set_;
  IrlOptions options_;
  std::uint64_t seed_;
  CloningLearner clone_;  // has the policy
  RewardWeights reward_;
  Adam discriminator_adam_, terms_adam_;
  std::int64_t iterations_ = 0;
  std::int64_t human_pairs_ = 0;  // shown to the discriminator so far
  std::int64_t discriminator_updates_ = 0;
  std::int64_t imitation_batches_ = 0;  // of cloning beside PPO
  DiscriminatorGradient discriminator_gradient_;
  std::vector<HumanStep> human_steps_;
  std::vector<std::size_t> human_order_;
  std::int64_t human_pass_ = -1;
};

}  // namespace saccade
