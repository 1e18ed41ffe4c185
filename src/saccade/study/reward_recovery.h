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
  // The highest that a map without equal values could reach: most cells of a true map are worth
  // exactly the same, which no network gives.
  double rank_ceiling = 0;
  // Of the pairs of cells of different true reward: the share that the learned one orders alike;
  // chance is .5. Equal cells do not enter.
  double pair_agreement = 0;
  double share_positive = 0;  // of the searches
  // Share of searches whose highest learned reward lies among the true map's best 5% of cells;
  // chance is .05.
  double top_agreement = 0;
};

// What the searchers gain on average from each cell at the start of a search.
std::vector<double> MeanTrueReward(const Search& search,
                                   std::span<const synth::Searcher> searchers);

// Throws InputError when the model has learned no reward.
RewardRecovery MeasureRewardRecovery(const ScanpathModel& model, std::span<const Search> searches,
                                     std::span<const synth::Searcher> searchers);

// The highest rank correlation with `truth` that values without ties can have; 0 when it is
// constant.
double HighestRankCorrelation(std::span<const double> truth);
// RewardRecovery::pair_agreement of one map.
double PairAgreement(std::span<const double> learned, std::span<const double> truth);

// Spearman's rank correlation; equal values share their mean rank. Values are equal that differ by
// less than a billionth of the range. 0 when one side is constant.
double RankCorrelation(std::span<const double> a, std::span<const double> b);

}  // namespace saccade
