#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "saccade/perception/convolution.h"
#include "saccade/perception/weights.h"

namespace saccade {

// How a checkpoint names the parameters of ResNet-50.
enum class ResNetNames {
  kDetectron2,   // backbone.bottom_up.res2.0.conv1.weight, .conv1.norm.weight
  kTorchvision,  // layer1.0.conv1.weight, layer1.0.bn1.weight
};

// ResNet-50 for inference, batch norm folded, in the original stride layout: the stride 2 of a
// stage stands in its first 1x1 convolution, not in the 3x3.
class ResNet50 {
 public:
  struct Stages {
    Maps stem;                // 64 channels, stride 4
    std::array<Maps, 4> res;  // res2..res5: 256, 512, 1024, 2048 channels, stride 4 to 32
  };

  ResNet50(WeightReader& reader, ResNetNames names);

  // `x`: 3 channels, normalised as the checkpoint wants it; both sizes multiples of 32. Stages
  // after `last` (2..5) are not computed.
  Stages operator()(const Maps& x, int last = 5) const;

  // The output of stage `stage` (3..5) without its last `blocks` blocks. Without all of them it is
  // the stage before, every second row and column: the stride stands in 1x1 convolutions, which see
  // no others.
  Maps BeforeLast(const Maps& x, int stage, int blocks) const;
  // Those blocks, batch norm folded, as nn/residual_blocks.h names their weights.
  NamedTensors LastBlocks(int stage, int blocks) const;

 private:
  struct Block {
    std::optional<Convolution> shortcut;
    Convolution conv1, conv2, conv3;
  };

  // The first `count` blocks of stages_[stage].
  Maps RunBlocks(int stage, std::size_t count, const Maps& x) const;

  Convolution stem_;
  std::array<std::vector<Block>, 4> stages_;
};

}  // namespace saccade
