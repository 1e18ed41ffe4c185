#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/search/search_set.h"

namespace saccade {

// What the maps of the detector and of the fixation heuristic are trained to be: 640 probabilities.

// One degree of visual angle in the image frame: the display spanned 54 degrees, 512 pixels here.
inline constexpr double kPixelsPerDegree = 512.0 / 54;

// The detector's: each cell's share of the target's box, by area. The box must overlap the picture.
std::vector<float> TargetBoxMap(const BoxInImage& box);

// The heuristic's: a Gaussian of `sigma` pixels around every fixation, summed within cells (not
// sampled at their centres), cut at the picture's border, then normalised. Fixations outside the
// picture are left out; empty when none is left.
std::vector<float> FixationDensityMap(std::span<const PointInImage> fixations, double sigma);

// A search and what its map should be.
struct MapTarget {
  int task = 0;
  std::string name;  // of the picture
  std::vector<float> map;
};

// Of every search with a box, sorted by task, then name.
std::vector<MapTarget> TargetBoxMaps(std::span<const Search> searches);

struct DensityOptions {
  double sigma = kPixelsPerDegree;  // pixels
  bool cut_at_target = false;       // leave out what follows the first fixation on target
};

// Of all people who answered correctly, all their fixations but the first. Searches without any are
// left out. Same order.
std::vector<MapTarget> FixationDensityMaps(std::span<const TrialInImage> trials,
                                           const DensityOptions& options);

}  // namespace saccade
