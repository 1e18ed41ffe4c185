#pragma once

#include <array>
#include <optional>
#include <string>

#include "saccade/perception/fpn_heads.h"
#include "saccade/perception/resnet50.h"
#include "saccade/perception/resnet_features.h"

namespace saccade {

// The inside of FeatureExtractor, for its tests.
struct FeatureExtractor::Impl {
  std::string description;
  int threads = 0;
  ResNet50 backbone;
  std::optional<FeaturePyramid> pyramid;  // of a Panoptic-FPN checkpoint

  // As the network's weights want it.
  Maps Prepare(const Picture& picture) const;
  // Throws InputError when the network cannot be cut before its last `blocks` blocks.
  void CheckCut(int blocks) const;
};

}  // namespace saccade
