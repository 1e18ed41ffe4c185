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

// The cells looked at after `start`, it included: in proportion to their weight, with inhibition of
// return; never those of `beside`. Where all weights left are zero, every open cell is equally
// likely.
std::vector<Cell> DrawCells(Cell start, const CellSet& beside, const MapWeights& weights,
                            const MapSamplingOptions& options, Random random);

// One scanpath of a search: the start at the picture's centre, then DrawCells (appendix, "Scanpath
// Generation"). `sample` counts from 0.
TrialInImage DrawFromMap(const Search& search, int sample, const MapWeights& weights,
                         const MapSamplingOptions& options, Random random);

}  // namespace saccade
