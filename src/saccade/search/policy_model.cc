#include "saccade/search/policy_model.h"

#include "saccade/nn/reward_terms.h"
#include "saccade/search/prediction.h"

namespace saccade {

PolicyModel::PolicyModel(const Model& model, const std::string& origin)
    : name_(model.description.kind), policy_([&] {
        const NamedTensors weights = WithoutPrefix(model.tensors, "policy.");
        PolicyShapeOf(weights, origin);  // a clear error that names the folder
        return PolicyInference(weights);
      }()) {
  const NamedTensors reward = WithoutPrefix(model.tensors, "discriminator.");
  if (!reward.empty()) {
    DiscriminatorShapeOf(reward, origin);
    discriminator_.emplace(reward);
    adversarial_ = HasRewardTerms(WithoutPrefix(model.tensors, "reward."));
  }
  beliefs_.channels = policy_.shape().channels;
  sampling_ = SamplingOf(model.description.calibration);
}

std::vector<TrialInImage> PolicyModel::Predict(std::span<const Search> searches,
                                               const PredictOptions& options) const {
  return PredictScanpaths(policy_, searches, options.samples, SamplingFor(options, sampling_),
                          beliefs_, options.seed);
}

std::vector<double> PolicyModel::NextFixation(const Search& search,
                                              std::span<const Cell> past) const {
  return NextFixationDistribution(policy_, search, past, beliefs_);
}

std::vector<double> PolicyModel::RewardMap(const Search& search, std::span<const Cell> past) const {
  if (!discriminator_) return {};
  const SparseState state = EncodeState(StateAfter(search, past, beliefs_));
  const auto logits = discriminator_->LogitMap(state, search.task);
  std::vector<double> reward;
  for (const float logit : logits) reward.push_back(adversarial_ ? logit : LogSigmoid(logit));
  return reward;
}

}  // namespace saccade
