#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/beliefs/belief_state.h"
#include "saccade/learn/search_set.h"
#include "saccade/nn/policy_inference.h"

namespace saccade {

// The networks' view of a belief state.
SparseState EncodeState(const BeliefState& state);

// How scanpaths are drawn from a policy.
struct SamplingOptions {
  int max_fixations = 6;         // after the start
  double first_temperature = 1;  // of the softmax for the first saccade; below 1 is surer of itself
  double later_temperature = 1;  // for those that follow
  // Times the odds of falling short, for policies with a landing (nn/landing.h).
  double first_short_odds = 1;
  double later_short_odds = 1;
  bool greedy = false;         // always the likeliest cell
  bool inhibit = true;         // inhibition of return (3x3 around every fixation, the start's too)
  bool stop_on_target = true;  // when the chosen cell overlaps the target's box
  bool with_value = false;     // the critic's values too: three quarters of the work
  // Log-probabilities are those of the map without inhibition, as the released code takes them.
  bool free_probability = false;
};

// One decision of a rollout, as the learners need it.
struct RolloutStep {
  SparseState state;
  Gaze gaze;
  int action = 0;
  float log_probability = 0;  // among the cells that are not in `closed`
  CellSet closed{};           // where it could not look, or none with free_probability
  float value = 0;            // the critic's
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

// The next fixation's distribution: softmax at a temperature, with the cells of `inhibited` at 0.
std::vector<float> FixationDistribution(std::span<const float> logits, const CellSet* inhibited,
                                        double temperature = 1);

}  // namespace saccade
