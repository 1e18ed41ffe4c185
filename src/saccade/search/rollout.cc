#include "saccade/search/rollout.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/nn/softmax.h"

namespace saccade {

SparseState EncodeState(const BeliefState& state) {
  SparseState encoded;
  encoded.entries.reserve(Grid::kCells + Grid::kCells / 2);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    state.ForEach(cell, [&](int channel, float value) {
      encoded.entries.push_back({channel, value});
    });
    encoded.offsets[cell + 1] = static_cast<std::uint16_t>(encoded.entries.size());
  }
  return encoded;
}

std::vector<float> FixationDistribution(std::span<const float> logits, const CellSet& closed,
                                        double temperature) {
  std::vector<float> p(logits.begin(), logits.end());
  if (temperature != 1) {
    for (float& logit : p) logit = static_cast<float>(logit / temperature);
  }
  p = WithoutCells(p, closed);
  Softmax(p, p);
  return p;
}

namespace {

class Searcher {
 public:
  Searcher(const PolicyInference& policy, const Search& search, const RolloutRequest& request,
           const SamplingOptions& sampling, BeliefOptions beliefs)
      : policy_(policy), search_(search), request_(request), sampling_(sampling) {
    beliefs.off |= request.off;
    beliefs.task = search.task;
    const PictureBeliefs& picture = search.Beliefs(request.variant);
    start_ = sampling.recorded_start && search.recorded_start
                 ? BeliefState::StartAt(picture, beliefs, *search.recorded_start)
                 : BeliefState::Start(picture, beliefs);
    if (search.target && sampling.stop_on_target) {
      goal_ = CellsOverlapping(search.IsMirrored(request.variant) ? Mirrored(*search.target)
                                                                  : *search.target);
    }
    start_encoded_ = std::make_shared<SparseState>(EncodeState(*start_));
    policy_.Evaluate(*start_encoded_, search_.task, sampling.with_value, start_activations_);
  }

  Rollout Run(Random random) {
    Rollout rollout{.search = request_.search, .variant = request_.variant, .steps = {}};
    BeliefState state = *start_;
    SharedState encoded = start_encoded_;
    PolicyActivations activations = start_activations_;
    Gaze gaze{.cell = Grid::Index(Grid::Center()), .first = true};
    for (int step = 0; step < sampling_.max_fixations; ++step) {
      const double temperature =
          gaze.first ? sampling_.first_temperature : sampling_.later_temperature;
      const double short_odds =
          gaze.first ? sampling_.first_short_odds : sampling_.later_short_odds;
      const auto logits =
          policy_.FixationLogits(activations, search_.task, gaze, temperature, short_odds);
      const CellSet closed = search_.ClosedAfter(sampling_.inhibit ? state.closed() : CellSet());
      auto p = FixationDistribution(logits, closed);
      const int action =
          static_cast<int>(sampling_.greedy ? std::ranges::max_element(p) - p.begin()
                                            : static_cast<std::ptrdiff_t>(random.Choose(p)));
      const CellSet recorded = sampling_.free_probability ? CellSet() : closed;
      rollout.steps.push_back(
          {.state = sampling_.with_states ? encoded : nullptr,
           .gaze = gaze,
           .action = action,
           .log_probability = Floored(LogSoftmaxAt(WithoutCells(logits, recorded), action)),
           .closed = recorded,
           .value = activations.value});
      if (sampling_.with_map) rollout.steps.back().probabilities = std::move(p);
      const CellSet& changed = state.Fixate(Grid::At(action));
      encoded = std::make_shared<SparseState>(EncodeState(state));
      policy_.Update(*encoded, search_.task, changed, sampling_.with_value, activations);
      gaze = {.cell = action, .first = false};
      if (goal_.Contains(action)) {
        rollout.found = true;
        break;
      }
    }
    rollout.last_value = activations.value;
    return rollout;
  }

 private:
  float Floored(float log_probability) const {
    const double floor = sampling_.probability_floor;
    return floor == 0 ? log_probability
                      : static_cast<float>(std::log(
                            std::clamp<double>(std::exp(log_probability), floor, 1 - floor)));
  }

  const PolicyInference& policy_;
  const Search& search_;
  const RolloutRequest& request_;
  const SamplingOptions& sampling_;
  std::optional<BeliefState> start_;
  CellSet goal_;
  SharedState start_encoded_;
  PolicyActivations start_activations_;
};

}  // namespace

std::vector<Rollout> RollOut(const PolicyInference& policy, std::span<const Search> searches,
                             std::span<const RolloutRequest> requests, int scanpaths,
                             const SamplingOptions& sampling, const BeliefOptions& beliefs,
                             std::uint64_t seed) {
  std::vector<Rollout> rollouts(requests.size() * scanpaths);
  ParallelFor(requests.size(), [&](std::size_t i) {
    Searcher searcher(policy, searches[requests[i].search], requests[i], sampling, beliefs);
    for (int k = 0; k < scanpaths; ++k) {
      const std::size_t index = i * scanpaths + k;
      rollouts[index] = searcher.Run(Random(seed, "rollout", index));
    }
  });
  return rollouts;
}

}  // namespace saccade
