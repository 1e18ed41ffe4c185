#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/scene/trial.h"

namespace saccade::metrics {

// The paper's random baseline: somebody's scanpath for the same target in another picture of the
// same split. Drawn uniformly with replacement from the correct trials, with its recorded start,
// not cut at its own target; the first seven points. `trials` are those of the file, whole. One
// draw depends only on the seed, the pair and the sample. Pairs without a trial to draw from are
// left out.
std::vector<TrialInImage> RandomScanpaths(const HumanSet& humans,
                                          std::span<const TrialInImage> trials, std::uint64_t seed,
                                          int samples = 10);

}  // namespace saccade::metrics
