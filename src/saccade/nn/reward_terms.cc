#include "saccade/nn/reward_terms.h"

#include <cmath>

namespace saccade {
namespace {

constexpr float kUnit = 1.0f / 64;

}  // namespace

NamedTensors EmptyRewardTerms(int channels) {
  NamedTensors terms;
  AddEmptyGazePrior(terms);
  terms["state.belief"] = {{channels}, std::vector<float>(static_cast<std::size_t>(channels))};
  terms["state.task"] = {{kTasks}, std::vector<float>(kTasks)};
  terms["state.first"] = {{2}, std::vector<float>(2)};
  return terms;
}

bool HasRewardTerms(const NamedTensors& terms) { return terms.contains("state.belief"); }

float RewardTermsAt(const NamedTensors& terms, const PolicyInput& input, int action) {
  const std::vector<float>& belief = terms.at("state.belief").values;
  float potential = terms.at("state.task").values[static_cast<std::size_t>(input.task)] +
                    terms.at("state.first").values[input.gaze.first ? 0 : 1];
  for (const auto& entry : input.state->entries) {
    potential += kUnit * entry.value * belief[static_cast<std::size_t>(entry.channel)];
  }
  return GazePriorAt(terms, input.task, input.gaze, action) - potential;
}

void AddRewardTermsGradient(const PolicyInput& input, int action, float slope,
                            NamedTensors& gradient) {
  AddGazePriorGradientAt(slope, input.task, input.gaze, action, gradient);
  std::vector<float>& belief = gradient.at("state.belief").values;
  for (const auto& entry : input.state->entries) {
    belief[static_cast<std::size_t>(entry.channel)] -= slope * kUnit * entry.value;
  }
  gradient.at("state.task").values[static_cast<std::size_t>(input.task)] -= slope;
  gradient.at("state.first").values[input.gaze.first ? 0 : 1] -= slope;
}

float LogMixture(float probability, double uniform_share) {
  return static_cast<float>(
      std::log((1 - uniform_share) * probability + uniform_share / Grid::kCells));
}

}  // namespace saccade
