#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "saccade/search/scanpath_model.h"

namespace saccade {

// The paper's section 4.3, "Search efficiency": what the belief map of one class does for the
// search of another, as TFP-AUC with the map minus TFP-AUC without it. Above 0 it guides, below it
// distracts.

// Of one picture: TFP-AUC of its scanpaths as it is, and without each class that could change them.
struct PictureContext {
  std::string name;
  double with = 0;
  std::map<int, double> without;  // by channel; a class that is not here changes nothing
};

struct ContextRun {
  std::vector<PictureContext> pictures;
  std::size_t searches = 0;  // run, with the class or without
  // Pairs of a picture and a class in it that no search can tell from the full state.
  std::size_t spared = 0;
};

// The searches must be of one target and have target boxes. Each is searched with the same random
// numbers with and without a class: what differs is due to the class. A class that is nowhere in
// the picture, or only in the sharp layer where no scanpath looks, cannot change anything and is
// not searched.
ContextRun MeasureContext(const ScanpathModel& model, std::span<const Search> searches,
                          const PredictOptions& options);

// What a class does for a target, over the target's pictures.
struct ContextEffect {
  int channel = 0;
  std::size_t pictures = 0;  // in which it is seen
  double effect = 0;         // mean over all pictures of the target, as the paper has it
  double low = 0, high = 0;  // 95%, bootstrap over pictures
  double where_present = 0;  // mean over the pictures in which it is seen
  double p = 1;              // exact sign-flip test over pictures
};

// One entry for each of the 133 classes that are not the target, by channel. `samples` is the
// number of scanpaths behind each picture's value.
std::vector<ContextEffect> ContextEffects(int task, std::span<const PictureContext> pictures,
                                          int samples, int bootstrap, std::uint64_t seed);

}  // namespace saccade
