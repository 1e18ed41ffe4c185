#include "saccade/search/prediction.h"

namespace saccade {

std::vector<TrialInImage> PredictScanpaths(const PolicyInference& policy,
                                           std::span<const Search> searches, int samples,
                                           const SamplingOptions& sampling,
                                           const BeliefOptions& beliefs, std::uint64_t seed) {
  std::vector<RolloutRequest> requests;
  for (std::size_t i = 0; i < searches.size(); ++i) requests.push_back({.search = i});
  SamplingOptions drawn = sampling;
  drawn.stop_on_target = false;  // cells that touch the box end training searches, not these
  drawn.with_states = false;
  const std::vector<Rollout> rollouts =
      RollOut(policy, searches, requests, samples, drawn, beliefs, seed);
  std::vector<TrialInImage> trials;
  trials.reserve(rollouts.size());
  for (std::size_t i = 0; i < rollouts.size(); ++i) {
    const Search& search = searches[rollouts[i].search];
    TrialInImage trial{.name = search.name,
                       .subject = static_cast<int>(i % samples) + 1,
                       .task = std::string(kTaskNames[search.task]),
                       .condition = Condition::kPresent,
                       .target = search.target,
                       .scanpath = {},
                       .correct = true,
                       .reaction_ms = std::nullopt,
                       .fixated_target = std::nullopt,
                       .split = search.split};
    trial.scanpath.push_back({{kImageSize.width / 2, kImageSize.height / 2}, 0});
    for (const RolloutStep& step : rollouts[i].steps) {
      trial.scanpath.push_back({Grid::PointOf(Grid::At(step.action)), 0});
    }
    trials.push_back(sampling.stop_on_target ? CutAtTarget(std::move(trial)) : std::move(trial));
  }
  return trials;
}

BeliefState StateAfter(const Search& search, std::span<const Cell> past, BeliefOptions beliefs) {
  beliefs.task = search.task;
  BeliefState state(search.Beliefs(), beliefs);
  for (const Cell& cell : past) state.Fixate(cell);
  return state;
}

std::vector<double> NextFixationDistribution(const PolicyInference& policy, const Search& search,
                                             std::span<const Cell> past,
                                             const BeliefOptions& beliefs) {
  PolicyActivations activations;
  policy.Evaluate(EncodeState(StateAfter(search, past, beliefs)), search.task, false, activations);
  const Gaze gaze{.cell = past.empty() ? -1 : Grid::Index(past.back()), .first = past.size() <= 1};
  const auto p = FixationDistribution(policy.FixationLogits(activations, search.task, gaze), {});
  return {p.begin(), p.end()};
}

}  // namespace saccade
