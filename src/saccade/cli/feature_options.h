#pragma once

#include <string>

#include "saccade/cli/command.h"
#include "saccade/search/scanpath_model.h"

namespace saccade::cli {

// Where the features of pictures come from: the options --images, --features-from and
// --feature-cache, the same on every command that runs a model on them.
struct FeatureOptions {
  std::string images;
  std::string weights;
  std::string cache;
};
void AddFeatureOptions(CLI::App& command, FeatureOptions& options);

// Extractor, cache and folder of pictures as one source; without --features-from an empty one.
// Throws InputError when the weights cannot be read, or there is no folder of pictures.
ModelInputs OpenFeatures(const FeatureOptions& options);

}  // namespace saccade::cli
