#pragma once

#include <cstddef>
#include <span>

#include "saccade/metrics/human_set.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {

// What a learned reward says of people's searches, taken as it is: no colours scaled, no exponent.
// The policy of the same model stands beside it.
struct RewardMeasures {
  std::size_t pairs = 0;      // of task and picture: all that are searched
  std::size_t fixations = 0;  // of the human trials used, foreseen from their true past
  // People's next fixation under each map: share of the other cells with less, ties half.
  double map_auc = 0;
  double policy_auc = 0;
  // Bits by which the softmax of the reward map at temperature 1, or the policy, is better than a
  // uniform guess. Means over the fixations of a scanpath, then over scanpaths.
  double map_bits = 0;
  double policy_bits = 0;
  // Of the pairs whose target the parser sees in the target's box: the share whose best target cell
  // is among the best 5% (1%) of the initial map.
  std::size_t seen_pairs = 0;
  double target_in_top5 = 0;
  double target_in_top1 = 0;
  double range_nats = 0;  // median over pairs of the initial map's maximum minus minimum
};

// Throws InputError when `searches` lacks a pair of `humans`, or the model has learned no reward.
RewardMeasures MeasureReward(const ScanpathModel& model, std::span<const Search> searches,
                             const metrics::HumanSet& humans);

}  // namespace saccade
