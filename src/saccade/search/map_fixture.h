#pragma once

#include <fmt/format.h>

#include <map>

#include "saccade/formats/named_tensors.h"
#include "saccade/image/picture_features.h"
#include "saccade/search/search_fixture.h"

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

// `count` residual blocks for these features, which change them but leave the target visible.
inline NamedTensors TinyBlocks(int count) {
  constexpr std::int64_t kOut = kTinyChannels, kMiddle = 3;
  NamedTensors blocks;
  for (int block = 0; block < count; ++block) {
    const auto add = [&](const char* layer, std::int64_t out, std::int64_t in, std::int64_t size) {
      const std::string name = fmt::format("{}.{}", block, layer);
      Random random(12, name);
      HostTensor weight{{out, in, size, size}, {}}, bias{{out}, {}};
      for (std::int64_t i = 0; i < ElementCount(weight.shape); ++i) {
        weight.values.push_back(static_cast<float>(random.Uniform(-0.2, 0.3)));
      }
      for (std::int64_t i = 0; i < out; ++i) {
        bias.values.push_back(static_cast<float>(random.Uniform(0, 0.2)));
      }
      blocks[name + ".weight"] = std::move(weight);
      blocks[name + ".bias"] = std::move(bias);
    };
    add("conv1", kMiddle, kOut, 1);
    add("conv2", kMiddle, kMiddle, 3);
    add("conv3", kOut, kMiddle, 1);
  }
  return blocks;
}

}  // namespace saccade::testing
