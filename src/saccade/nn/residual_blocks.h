#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "saccade/formats/named_tensors.h"
#include "saccade/image/picture_features.h"

namespace saccade {

// The last bottleneck blocks of ResNet-50's fourth stage, as fine-tuning trains them: a 1x1, a 3x3
// (zero padding) and a 1x1 convolution, their sum with the block's input, a ReLU after each. Batch
// norm is folded into weights and biases and stays so. Weights of block 0, 1, ... from the first
// on:
//   "0.conv1.weight" [middle, in, 1, 1], "0.conv1.bias" [middle], "0.conv2.weight" [middle, middle,
//   3, 3], "0.conv2.bias", "0.conv3.weight" [out, middle, 1, 1], "0.conv3.bias" [out]; where in is
//   not out, "0.shortcut.weight" [out, in, 1, 1] and "0.shortcut.bias" are applied to the input.
// There are no strides: in the original layout those of a stage stand in the 1x1 convolutions of
// its first block, which see every second row and column of their input. Who gives the features
// leaves the others out.

// Of the stage whose output the features are.
inline constexpr int kLastStageBlocks = 6;

// A network cut before its last blocks: what enters them, and their weights as they were learned
// before. No blocks: the features themselves.
struct CutNetwork {
  FeatureSource features;
  NamedTensors blocks = {};
};
// Cuts before the last `blocks` blocks. Throws InputError when the network cannot be cut there.
using NetworkCut = std::function<CutNetwork(int blocks)>;

// How many blocks these weights are. Throws InputError (with `origin` as the file) when a name is
// missing, unknown or of another size.
int CountResidualBlocks(const NamedTensors& weights, const std::string& origin);

// What the blocks make of features, and the gradient back through them. Runs on the calling thread;
// the same bits whatever else runs.
class ResidualPass {
 public:
  // `weights`, of which CountResidualBlocks approves, must outlive the pass. Throws InputError when
  // the features have another number of channels.
  ResidualPass(const NamedTensors& weights, PictureFeatures features);

  const PictureFeatures& output() const { return output_; }
  // Adds the gradient of a loss, given its gradient with respect to the output's values. That of
  // the features is not wanted by anybody: what makes them stays as it is.
  void AddGradient(std::span<const float> output_gradient, NamedTensors& gradient) const;

 private:
  // What the gradient of a block needs.
  struct Activations {
    std::vector<float> input;          // of the block
    std::vector<float> first, second;  // after conv1 and conv2
  };

  const NamedTensors& weights_;
  std::vector<Activations> blocks_;
  PictureFeatures output_;
};

// The output alone; without blocks the features themselves.
PictureFeatures ApplyResidualBlocks(const NamedTensors& weights, PictureFeatures features);

}  // namespace saccade
