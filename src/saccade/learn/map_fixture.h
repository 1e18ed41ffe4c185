#pragma once

#include <map>

#include "saccade/image/picture_features.h"
#include "saccade/learn/learn_fixture.h"

// Features for the tiny world: where a network could have seen the target, among noise.
namespace saccade::testing {

inline constexpr int kTinyChannels = 8;

// Channel `task` is strong on the target's cells; the other channels and cells are noise, and each
// channel has a size of its own (1, 2, 3, ...), as real ones have.
inline FeatureSource TinyFeatures(const TinyWorld& world) {
  std::map<std::string, PictureFeatures> all;
  for (const TrialInImage& trial : world.trials) {
    if (all.contains(trial.name)) continue;
    PictureFeatures features{kTinyChannels, Grid::kRows, Grid::kColumns, {}};
    Random random(11, trial.name);
    for (int i = 0; i < kTinyChannels * Grid::kCells; ++i) {
      const int channel = i / Grid::kCells;
      const bool target = channel == *TaskIndex(trial.task) &&
                          trial.target->Contains(Grid::PointOf(Grid::At(i % Grid::kCells)));
      const double value = random.Uniform() + (target ? 1 : 0);
      features.values.push_back(static_cast<float>(value * (channel + 1)));
    }
    all[trial.name] = std::move(features);
  }
  return [all = std::move(all)](const std::string& name) { return all.at(name); };
}

}  // namespace saccade::testing
