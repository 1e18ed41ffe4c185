#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "saccade/search/scanpath_model.h"
#include "saccade/synth/searcher.h"

namespace saccade {

// Does the learned reward rank places like the true one? Only simulated searchers have a known
// reward: what they gain from a cell by target evidence and context (saccade cost and inhibition
// depend on the way, not on the place).
struct RewardRecovery {
  std::size_t searches = 0;
  double rank_correlation = 0;  // Spearman's over the 640 cells at the start, mean over searches
  double share_positive = 0;    // of the searches
  // Share of searches whose highest learned reward lies among the true map's best 5% of cells;
  // chance is .05.
  double top_agreement = 0;
};

// Throws InputError when the model has learned no reward.
RewardRecovery MeasureRewardRecovery(const ScanpathModel& model, std::span<const Search> searches,
                                     std::span<const synth::Searcher> searchers);

// Spearman's rank correlation; equal values share their mean rank. 0 when one side is constant.
double RankCorrelation(std::span<const double> a, std::span<const double> b);

}  // namespace saccade
