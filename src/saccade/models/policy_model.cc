#include "saccade/models/policy_model.h"

#include "saccade/learn/prediction.h"

namespace saccade {
namespace {

double CalibrationOf(const ModelDescription& description, const char* name) {
  const auto found = description.calibration.find(name);
  return found == description.calibration.end() ? 1 : found->second;
}

}  // namespace

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
  }
  beliefs_.channels = policy_.shape().channels;
  sampling_.first_temperature = CalibrationOf(model.description, "first_temperature");
  sampling_.later_temperature = CalibrationOf(model.description, "later_temperature");
}

std::vector<TrialInImage> PolicyModel::Predict(std::span<const Search> searches,
                                               const PredictOptions& options) const {
  SamplingOptions sampling = sampling_;
  sampling.max_fixations = options.max_fixations;
  sampling.greedy = options.greedy;
  sampling.stop_on_target = options.until_target;
  if (options.temperature) {
    sampling.first_temperature = sampling.later_temperature = *options.temperature;
  }
  return PredictScanpaths(policy_, searches, options.samples, sampling, beliefs_, options.seed);
}

std::vector<double> PolicyModel::NextFixation(const Search& search,
                                              std::span<const Cell> past) const {
  return NextFixationDistribution(policy_, search, past, beliefs_);
}

std::vector<double> PolicyModel::RewardMap(const Search& search, std::span<const Cell> past) const {
  if (!discriminator_) return {};
  BeliefState state(search.Beliefs(), beliefs_);
  for (const Cell& cell : past) state.Fixate(cell);
  const auto logits = discriminator_->LogitMap(EncodeState(state), search.task);
  std::vector<double> reward;
  for (const float logit : logits) reward.push_back(LogSigmoid(logit));
  return reward;
}

}  // namespace saccade
