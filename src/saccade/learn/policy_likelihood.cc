#include "saccade/learn/policy_likelihood.h"

#include "saccade/base/parallel.h"
#include "saccade/nn/softmax.h"
#include "saccade/search/prediction.h"
#include "saccade/search/sampling.h"

namespace saccade {

PolicyLikelihood::PolicyLikelihood(const Model& model, const Validation& validation)
    : policy_(WithoutPrefix(model.tensors, "policy.")) {
  struct State {
    const Search* search;
    std::vector<Cell> past;
  };
  std::vector<State> states;
  for (std::size_t store = 0; store < validation.stores(); ++store) {
    for (const Search& search : validation.searches(store).searches) {
      const auto pair = validation.humans().Find(kTaskNames[search.task], search.name);
      if (!pair) continue;
      std::map<std::vector<int>, std::size_t> known;  // people share their first states
      for (const metrics::ScoredScanpath& trial : validation.humans().pairs[*pair].trials) {
        for (const metrics::NextFixation& next : metrics::NextFixations(trial.scanpath)) {
          std::vector<int> past;
          for (const Cell& cell : next.past) past.push_back(Grid::Index(cell));
          const auto [place, is_new] = known.emplace(past, states.size());
          if (is_new) {
            states.push_back({&search, next.past});
            decisions_.push_back(
                {.task = search.task,
                 .gaze = {.cell = past.empty() ? -1 : past.back(), .first = past.size() <= 1},
                 .logits = {},
                 .fixations = {}});
          }
          ++decisions_[place->second]
                .fixations[static_cast<std::size_t>(Grid::Index(*Grid::CellOf(next.point)))];
        }
      }
    }
  }
  ParallelFor(states.size(), [&](std::size_t i) {
    PolicyActivations activations;
    const BeliefState state =
        StateAfter(*states[i].search, states[i].past, {.channels = policy_.shape().channels});
    policy_.Evaluate(EncodeState(state), decisions_[i].task, false, activations);
    decisions_[i].logits = activations.logits;
  });
}

double PolicyLikelihood::Nats(const Calibration& calibration) const {
  const SamplingOptions sampling = SamplingOf(calibration);
  std::vector<double> nats(decisions_.size()), counts(decisions_.size());
  std::vector<PolicyActivations> seen(static_cast<std::size_t>(Threads()));
  ParallelForWithWorker(decisions_.size(), [&](std::size_t i, int worker) {
    const Decision& decision = decisions_[i];
    seen[static_cast<std::size_t>(worker)].logits = decision.logits;
    const bool first = decision.gaze.first;
    const auto logits =
        policy_.FixationLogits(seen[static_cast<std::size_t>(worker)], decision.task, decision.gaze,
                               first ? sampling.first_temperature : sampling.later_temperature,
                               first ? sampling.first_short_odds : sampling.later_short_odds);
    for (const auto& [cell, times] : decision.fixations) {
      nats[i] -= times * LogSoftmaxAt(logits, static_cast<int>(cell));
      counts[i] += times;
    }
  });
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < nats.size(); ++i) sum += nats[i], count += counts[i];
  return sum / std::max(1.0, count);
}

}  // namespace saccade
