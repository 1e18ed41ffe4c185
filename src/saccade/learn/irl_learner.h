#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "saccade/learn/cloning.h"
#include "saccade/learn/irl_options.h"
#include "saccade/nn/adam.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/nn/policy_gradient.h"
#include "saccade/search/rollout.h"

namespace saccade {

// Everything that learning changes, and nothing else: what a checkpoint holds. All random choices
// are derived from the seed and these counters, so a restored state continues to the same bits.
struct IrlState {
  NamedTensors policy, discriminator;
  NamedTensors averaged_policy;  // empty without averaging
  Adam policy_adam, discriminator_adam;
  std::int64_t cloning_batches = 0;  // of the warm start, done
  std::int64_t iterations = 0;       // of adversarial training, done
  std::int64_t human_pairs = 0;      // shown to the discriminator so far
  std::int64_t discriminator_updates = 0;
  std::int64_t imitation_batches = 0;  // of cloning beside PPO

  // The policy to validate and to keep.
  const NamedTensors& Learned() const { return averaged_policy.empty() ? policy : averaged_policy; }
};

// What one iteration did, in numbers for metrics.jsonl ("discriminator/real_loss"), and what it
// cost.
struct IterationReport {
  std::map<std::string, double> numbers;
  double rollout_seconds = 0;
  double discriminator_seconds = 0;
  double reward_seconds = 0;
  double policy_seconds = 0;
  std::size_t states = 0;
};

// Generative adversarial imitation learning with PPO (paper, section 2.2 and appendix): policy and
// critic against a discriminator whose log D is the reward.
class IrlLearner {
 public:
  IrlLearner(const SearchSet& set, const IrlOptions& options, std::uint64_t seed);

  IrlState& state() { return state_; }
  const IrlState& state() const { return state_; }

  std::int64_t cloning_batches() const;  // of the whole warm start
  std::int64_t iterations_per_epoch() const;
  std::int64_t total_iterations() const;

  // One update of the warm start.
  IterationReport CloneBatch();
  // Rollouts, discriminator, rewards, policy. Throws Failure when a loss is not a number.
  IterationReport Iterate();

 private:
  std::vector<RolloutRequest> PicturesOf(std::int64_t iteration) const;
  std::vector<EncodedHumanStep> NextHumanPairs(std::size_t count);
  void TrainDiscriminator(std::span<const Rollout> rollouts, IterationReport& report);
  void TrainPolicy(std::span<const Rollout> rollouts, IterationReport& report);
  std::vector<PpoSample> MakePpoSamples(std::span<const Rollout> rollouts,
                                        IterationReport& report) const;
  BeliefOptions HumanBeliefs(int task, Random& random) const;
  void StepPolicy(NamedTensors& gradient, double rate);

  const SearchSet& set_;
  IrlOptions options_;
  std::uint64_t seed_;
  IrlState state_;
  Cloner cloner_;
  PolicyGradient policy_gradient_;
  DiscriminatorGradient discriminator_gradient_;
  std::vector<HumanStep> human_steps_;
  std::vector<std::size_t> human_order_;
  std::int64_t human_pass_ = -1;
};

}  // namespace saccade
