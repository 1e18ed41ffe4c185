#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/search/scanpath_model.h"

namespace saccade {

// The paper's section 4.3, "Directional Prior": where the map of one class sends the eyes. A
// context map is the distribution of the first saccade with the class minus the one without it.

// The class in one picture: the heaviest connected part of its blurred map.
struct ContextObject {
  CellSet cells;
  double column = 0, row = 0;  // its centre of mass, in cells
};
// Nothing when the blurred picture does not hold the class.
std::optional<ContextObject> FindObject(const PictureBeliefs& beliefs, int channel);

struct ContextMap {
  std::string picture;
  std::vector<double> difference;  // a probability for each cell of the grid; sums to 0
  ContextObject object;
};

// Of the searches, all for one target, whose pictures hold the class. Throws InputError when the
// model gives no maps.
std::vector<ContextMap> ContextMaps(const ScanpathModel& model, std::span<const Search> searches,
                                    int channel);

// A frame that is centred on the object, in cells.
inline constexpr int kReachColumns = 12, kReachRows = 8;
inline constexpr int kFrameColumns = 2 * kReachColumns + 1, kFrameRows = 2 * kReachRows + 1;

// What the maps of several pictures have in common.
struct MeanContextMap {
  std::size_t pictures = 0;
  double moved = 0;  // probability that goes elsewhere because of the class, mean
  // Difference at each place of the frame, row by row; NaN where fewer than half of the pictures
  // reach.
  std::vector<double> frame{};
  // Probability gained on the object and next to it, its mean when objects are dealt out to other
  // pictures at random, and how often that differs as much from the mean (two-sided).
  double near = 0, near_elsewhere = 0, near_p = 1;
  // Probability gained above the object minus below it, and right minus left, inside the frame:
  // means and exact sign-flip tests over pictures.
  double above = 0, above_p = 1;
  double right = 0, right_p = 1;
};
MeanContextMap MeanOf(std::span<const ContextMap> maps, std::uint64_t seed,
                      int permutations = 2000);

}  // namespace saccade
