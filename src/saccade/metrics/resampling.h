#pragma once

#include <cstdint>
#include <vector>

#include "saccade/metrics/value_distances.h"

namespace saccade::metrics {

// What is drawn with replacement: pictures, each with all of its pairs; people, each with all of
// their trials; or both, independently of one another.
enum class ResampleUnit { kPictures, kPeople, kBoth };

// 95% percentile intervals. Every row sees the same draws, so differences are paired.
struct BootstrapOptions {
  int draws = 1000;  // 0: no intervals
  std::uint64_t seed = 0;
  ResampleUnit unit = ResampleUnit::kPictures;
};

// The same number for the trials of one person on all pictures. A trial of somebody unknown is a
// person of its own.
struct People {
  PersonOfTrial of_trial;
  std::size_t count = 0;
};
People PeopleOf(const HumanSet& humans);

// How often each pair and person counts in each draw.
std::vector<DrawWeights> DrawsOf(const HumanSet& humans, const People& people,
                                 const BootstrapOptions& options);
// Each once.
DrawWeights Once(const HumanSet& humans);

// Pictures by number, of each pair.
std::vector<std::size_t> PictureOfPair(const HumanSet& humans);

// Linear interpolation between order statistics, as numpy does by default. `sorted` must not be
// empty.
double Percentile(const std::vector<double>& sorted, double share);

}  // namespace saccade::metrics
