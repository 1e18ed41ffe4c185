#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/beliefs/belief_state.h"
#include "saccade/nn/policy_inference.h"
#include "saccade/search/sampling.h"
#include "saccade/search/search_set.h"

namespace saccade {

// The networks' view of a belief state.
SparseState EncodeState(const BeliefState& state);

// One decision of a rollout, as the learners need it.
struct RolloutStep {
  SharedState state;  // null without with_states
  Gaze gaze;
  int action = 0;
  float log_probability = 0;           // among the cells that are not in `closed`
  CellSet closed{};                    // where it could not look, or none with free_probability
  float value = 0;                     // the critic's
  std::vector<float> probabilities{};  // of every cell as it was drawn from; only if asked for
};

struct Rollout {
  std::size_t search = 0;
  std::size_t variant = 0;
  std::vector<RolloutStep> steps;
  float last_value = 0;  // of the state after the last step: bootstraps the advantages
  bool found = false;
};

struct RolloutRequest {
  std::size_t search = 0;
  std::size_t variant = 0;
  ChannelMask off{};  // channels that the searcher does not see this time
};

// Searches each request `scanpaths` times with the policy, in parallel over requests. The first
// state is computed once for all of a request's scanpaths, later ones only where the fixation
// changed them. Random numbers come from (seed, request): the same for any number of threads.
std::vector<Rollout> RollOut(const PolicyInference& policy, std::span<const Search> searches,
                             std::span<const RolloutRequest> requests, int scanpaths,
                             const SamplingOptions& sampling, const BeliefOptions& beliefs,
                             std::uint64_t seed);

// The next fixation's distribution: softmax at a temperature, with the `closed` cells at 0.
std::vector<float> FixationDistribution(std::span<const float> logits, const CellSet& closed,
                                        double temperature = 1);

}  // namespace saccade
