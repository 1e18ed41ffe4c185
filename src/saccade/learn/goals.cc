#include "saccade/learn/goals.h"

#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/base/random.h"
#include "saccade/nn/softmax.h"

namespace saccade {

std::vector<float> GoalReader::Goals(const PolicyInput& input,
                                     PolicyActivations& activations) const {
  network_.Evaluate(*input.state, input.task, false, activations);
  std::vector<float> goals(activations.logits.begin(), activations.logits.end());
  AddGazePrior(weights_, input.task, input.gaze, goals);
  Softmax(goals, goals);
  return goals;
}

// The gradient of log p(landing) by the goals' logits is the goals' probability given the landing
// minus their probability.
std::vector<float> GoalReader::GoalsGiven(const Gaze& gaze, int landed,
                                          std::span<const float> goals) const {
  std::vector<float> log_p(Grid::kCells), prior(Grid::kCells), given(Grid::kCells);
  for (int cell = 0; cell < Grid::kCells; ++cell) log_p[cell] = std::log(goals[cell]);
  landing_.Forward(gaze, log_p, prior);
  constexpr float kUnexplained = -60;
  given[static_cast<std::size_t>(landed)] = 1;
  if (log_p[static_cast<std::size_t>(landed)] < kUnexplained) return given;
  std::vector<float> sums(2 * kGainBins * kGains.size());
  landing_.Backward(gaze, log_p, prior, given, sums);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    given[cell] = std::max(0.f, given[cell] + prior[cell]);
  }
  return given;
}

std::vector<Rollout> GoalReader::Aimed(std::span<const Rollout> rollouts,
                                       std::span<const Search> searches, std::uint64_t seed,
                                       std::uint64_t first) const {
  std::vector<Rollout> aimed(rollouts.begin(), rollouts.end());
  struct Place {
    RolloutStep* step;
    int task;
  };
  std::vector<Place> places;
  for (Rollout& rollout : aimed) {
    for (RolloutStep& step : rollout.steps)
      places.push_back({&step, searches[rollout.search].task});
  }
  std::vector<PolicyActivations> activations(static_cast<std::size_t>(Threads()));
  ParallelForWithWorker(places.size(), [&](std::size_t i, int worker) {
    RolloutStep& step = *places[i].step;
    step.probabilities = Goals({step.state, places[i].task, step.gaze},
                               activations[static_cast<std::size_t>(worker)]);
    step.action =
        static_cast<int>(Random(seed, "policy's goals", first + i).Choose(step.probabilities));
  });
  return aimed;
}

RewardPairs GoalReader::PairsOf(std::span<const EncodedHumanStep> steps, double uniform_share,
                                std::uint64_t seed, std::uint64_t first) const {
  RewardPairs pairs;
  for (const EncodedHumanStep& step : steps) pairs.inputs.push_back(step.AsInput());
  pairs.actions.resize(steps.size());
  pairs.log_densities.resize(steps.size());
  std::vector<PolicyActivations> activations(static_cast<std::size_t>(Threads()));
  ParallelForWithWorker(steps.size(), [&](std::size_t i, int worker) {
    const auto goals = Goals(pairs.inputs[i], activations[static_cast<std::size_t>(worker)]);
    const auto given = GoalsGiven(steps[i].gaze, steps[i].action, goals);
    const std::size_t goal = Random(seed, "people's goals", first + i).Choose(given);
    pairs.actions[i] = static_cast<int>(goal);
    pairs.log_densities[i] = LogMixture(goals[goal], uniform_share);
  });
  return pairs;
}

}  // namespace saccade
