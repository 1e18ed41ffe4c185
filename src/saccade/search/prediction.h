#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saccade/scene/trial.h"
#include "saccade/search/rollout.h"

namespace saccade {

// Scanpaths of a policy as trials in the image frame: the start at the picture's centre, then the
// centres of the chosen cells; `subject` is the sample's number from 1. With stop_on_target they
// end when a cell's centre is inside the target's box.
std::vector<TrialInImage> PredictScanpaths(const PolicyInference& policy,
                                           std::span<const Search> searches, int samples,
                                           const SamplingOptions& sampling,
                                           const BeliefOptions& beliefs, std::uint64_t seed);

// The searcher's beliefs after the fixations `past`, the start included.
BeliefState StateAfter(const Search& search, std::span<const Cell> past, BeliefOptions beliefs);

// The policy's distribution of the next fixation after the cells `past` (the start included),
// inhibition of return off, temperature 1: what cIG, cNSS and cAUC score.
std::vector<double> NextFixationDistribution(const PolicyInference& policy, const Search& search,
                                             std::span<const Cell> past,
                                             const BeliefOptions& beliefs);

}  // namespace saccade
