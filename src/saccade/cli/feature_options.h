#pragma once

#include "saccade/app/feature_source.h"
#include "saccade/cli/command.h"

namespace saccade::cli {

// The options --images, --features-from and --feature-cache, the same on every command that runs a
// model on features of pictures.
void AddFeatureOptions(CLI::App& command, app::FeatureOptions& options);

}  // namespace saccade::cli
