#include "saccade/learn/reward_pairs.h"

#include "saccade/base/parallel.h"
#include "saccade/base/random.h"
#include "saccade/nn/adam.h"

namespace saccade {

RewardPairs RewardPairs::Choose(std::span<const std::size_t> places) const {
  RewardPairs chosen;
  for (const std::size_t i : places) {
    chosen.inputs.push_back(inputs[i]);
    chosen.actions.push_back(actions[i]);
    if (!log_densities.empty()) chosen.log_densities.push_back(log_densities[i]);
  }
  return chosen;
}

RewardPairs PairsOf(std::span<const Rollout> rollouts, std::span<const Search> searches,
                    RewardForm form, double uniform_share) {
  RewardPairs pairs;
  for (const Rollout& rollout : rollouts) {
    for (const RolloutStep& step : rollout.steps) {
      pairs.inputs.push_back({step.state, searches[rollout.search].task, step.gaze});
      pairs.actions.push_back(step.action);
      if (form == RewardForm::kAdversarial) {
        pairs.log_densities.push_back(
            LogMixture(step.probabilities[static_cast<std::size_t>(step.action)], uniform_share));
      }
    }
  }
  return pairs;
}

void DrawUniformActions(std::span<const Rollout> rollouts, RewardForm form, double uniform_share,
                        std::uint64_t seed, std::uint64_t first, RewardPairs& pairs) {
  std::size_t i = 0;
  for (const Rollout& rollout : rollouts) {
    for (const RolloutStep& step : rollout.steps) {
      Random random(seed, "uniform pairs", first + i);
      if (random.Uniform() < uniform_share) {
        pairs.actions[i] = static_cast<int>(random.Below(Grid::kCells));
        if (form == RewardForm::kAdversarial) {
          pairs.log_densities[i] = LogMixture(
              step.probabilities[static_cast<std::size_t>(pairs.actions[i])], uniform_share);
        }
      }
      ++i;
    }
  }
}

RewardPairs PairsOf(std::span<const EncodedHumanStep> steps, const PolicyInference* policy,
                    double uniform_share) {
  RewardPairs pairs;
  for (const EncodedHumanStep& step : steps) {
    pairs.inputs.push_back(step.AsInput());
    pairs.actions.push_back(step.action);
  }
  if (policy == nullptr) return pairs;
  pairs.log_densities.resize(steps.size());
  std::vector<PolicyActivations> activations(static_cast<std::size_t>(Threads()));
  ParallelForWithWorker(steps.size(), [&](std::size_t i, int worker) {
    const EncodedHumanStep& step = steps[i];
    PolicyActivations& own = activations[static_cast<std::size_t>(worker)];
    policy->Evaluate(*step.state, step.task, false, own);
    const auto p =
        FixationDistribution(policy->FixationLogits(own, step.task, step.gaze), step.closed);
    pairs.log_densities[i] = LogMixture(p[static_cast<std::size_t>(step.action)], uniform_share);
  });
  return pairs;
}

RewardWeights ZerosLike(const RewardWeights& weights) {
  return {ZerosLike(weights.network), ZerosLike(weights.terms)};
}

std::vector<float> OffsetsOf(const NamedTensors& terms, const RewardPairs& pairs) {
  if (!HasRewardTerms(terms)) return {};
  std::vector<float> offsets(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    offsets[i] = RewardTermsAt(terms, pairs.inputs[i], pairs.actions[i]) - pairs.log_densities[i];
  }
  return offsets;
}

namespace {

// Pairs as the network takes them.
struct Judged {
  std::vector<StateAction> pairs;
  std::vector<float> offsets, slopes;

  Judged(const NamedTensors& terms, const RewardPairs& all)
      : offsets(OffsetsOf(terms, all)), slopes(offsets.size()) {
    for (std::size_t i = 0; i < all.size(); ++i) pairs.push_back(all.At(i));
  }
};

void AddTermsGradient(const RewardPairs& pairs, std::span<const float> slopes,
                      NamedTensors& gradient) {
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    AddRewardTermsGradient(pairs.inputs[i], pairs.actions[i], slopes[i], gradient);
  }
}

}  // namespace

DiscriminatorLosses AddRewardGradient(DiscriminatorGradient& network, const RewardWeights& weights,
                                      const RewardPairs& real, const RewardPairs& fake,
                                      const DiscriminatorGradient::Options& options,
                                      RewardWeights& gradient) {
  Judged people(weights.terms, real), machine(weights.terms, fake);
  const DiscriminatorLosses losses =
      network.Compute(weights.network, {people.pairs, people.offsets, people.slopes},
                      {machine.pairs, machine.offsets, machine.slopes}, options, gradient.network);
  AddTermsGradient(real, people.slopes, gradient.terms);
  AddTermsGradient(fake, machine.slopes, gradient.terms);
  return losses;
}

std::vector<float> RewardsOf(const RewardWeights& weights, const RewardPairs& pairs) {
  const Judged judged(weights.terms, pairs);
  std::vector<float> rewards = Discriminator(weights.network).Logits(judged.pairs);
  for (std::size_t i = 0; i < rewards.size(); ++i) {
    rewards[i] = judged.offsets.empty() ? LogSigmoid(rewards[i]) : rewards[i] + judged.offsets[i];
  }
  return rewards;
}

}  // namespace saccade
