#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/search/scanpath_model.h"

namespace saccade {

// The learned reward of looking at each cell at the start of a search, for several targets in one
// picture: what the same scene is worth depends on what is searched.
struct RewardExample {
  struct Map {
    std::string task;
    std::vector<float> values;  // Grid::kCells, log D
  };
  std::string picture;
  std::vector<Map> maps;
};

// Up to `count` pictures that show two of the 18 targets clearly (by the sharp beliefs), the
// clearest first, no pair of targets twice; two maps each. Empty when the model has no reward.
std::vector<RewardExample> RewardExamples(const ScanpathModel& model,
                                          std::span<const Search> searches, int count);

}  // namespace saccade
