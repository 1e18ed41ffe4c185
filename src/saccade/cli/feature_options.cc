#include "saccade/cli/feature_options.h"

namespace saccade::cli {

void AddFeatureOptions(CLI::App& command, app::FeatureOptions& options) {
  command.add_option("--images", options.images, "Folder of the pictures");
  command.add_option("--features-from", options.weights,
                     "Weights of the network that makes their features (ResNet-50 of ImageNet, or "
                     "Panoptic-FPN)");
  command.add_option("--feature-cache", options.cache,
                     "Folder that keeps features, 1.3 MB a picture; by default "
                     "~/.cache/saccade (XDG_CACHE_HOME)");
}

}  // namespace saccade::cli
