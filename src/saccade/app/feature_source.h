#pragma once

#include <filesystem>

#include "saccade/base/options_fwd.h"
#include "saccade/search/scanpath_model.h"

namespace saccade::app {

// Where the features of pictures come from.
struct FeatureOptions {
  std::filesystem::path images{};   // folder of the pictures
  std::filesystem::path weights{};  // ResNet-50 of ImageNet, or Panoptic-FPN; empty: no features
  std::filesystem::path cache{};    // folder that keeps features; empty: ~/.cache/saccade
};

OptionList OptionsOf(FeatureOptions& options);

// Extractor, cache and folder of pictures as one source; without weights an empty one.
// Throws InputError when the weights cannot be read, or there is no folder of pictures.
ModelInputs OpenFeatures(const FeatureOptions& options);

}  // namespace saccade::app
