#pragma once

#include <functional>
#include <span>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/search/search_set.h"

namespace saccade {

// How fixations are drawn from a map of weights.
struct MapSamplingOptions {
  int max_fixations = 6;
  bool greedy = false;     // the heaviest cell instead of a draw
  double temperature = 1;  // weights are taken to the power 1 / temperature
  bool until_target = false;
};

// Weight of each cell, not negative, given the cells looked at so far, the start included.
using MapWeights = std::function<std::vector<double>(std::span<const Cell> past)>;

// One scanpath of a search: the start at the picture's centre, then cells in proportion to their
// weight, with inhibition of return (appendix, "Scanpath Generation"). Where all weights left are
// zero, every cell that is not closed is equally likely. `sample` counts from 0.
TrialInImage DrawFromMap(const Search& search, int sample, const MapWeights& weights,
                         const MapSamplingOptions& options, Random random);

}  // namespace saccade
