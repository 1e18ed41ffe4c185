#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/formats/named_tensors.h"
#include "saccade/image/picture_features.h"

namespace saccade {

// The network behind the detector and the fixation heuristic (appendix, "Additional details on two
// baseline methods"): features of a picture -> a map of 20x32 logits for each of the 18 targets.
// Only the map of one target is ever computed: the others are not asked for, and in training not
// known.
struct MapHeadShape {
  int channels = 1024;  // of the features
  int hidden = 128;     // maps of a 1x1 convolution with ReLU before the last; 0: none (the paper)
  int kernel = 3;       // of the last convolution, odd, zero padding
  bool operator==(const MapHeadShape&) const = default;
};

// "hidden.weight", "hidden.bias" (when there is a hidden layer) and "maps.weight" [18, in, k, k]. A
// bias of a map would be lost in the softmax, so there is none.
NamedTensors EmptyMapHead(const MapHeadShape& shape);
// Uniform in +-1/sqrt(fan in).
NamedTensors InitialMapHead(const MapHeadShape& shape, Random random);
// The shape that weights have. Throws InputError (with `origin` as the file) when a name is
// missing, unknown or of another size.
MapHeadShape MapHeadShapeOf(const NamedTensors& weights, const std::string& origin);

// The logits of the 640 cells for `task`. Throws InputError when the features are of another size.
std::vector<float> MapLogits(const NamedTensors& weights, const PictureFeatures& features,
                             int task);

// Softmax of logits / temperature.
std::vector<double> MapProbabilities(std::span<const float> logits, double temperature = 1);

// What the map of one target should be: a view of the caller's features and maps, for one call.
struct MapExample {
  const PictureFeatures* features = nullptr;
  int task = 0;
  std::span<const float> target;  // 640 probabilities
  // A factor for each map that enters the last convolution: dropout of whole maps. Empty: none.
  std::span<const float> dropout;
};

// Adds `weight` times the gradient of the Kullback-Leibler divergence of the target from the
// softmax of the logits, and returns that divergence in nats. Unless it is empty,
// `features_gradient` is overwritten with `weight` times the gradient with respect to the features'
// values. Runs on the calling thread; the same bits whatever else runs.
double AddMapGradient(const NamedTensors& weights, const MapExample& example, double weight,
                      NamedTensors& gradient, std::span<float> features_gradient = {});
// The divergence alone.
double MapDivergence(std::span<const float> logits, std::span<const float> target);

// Multiplies the first layer by a factor per channel of the features: the head of features f then
// gives what the old one gave of `factors` * f.
void ScaleMapInputs(std::span<const float> factors, NamedTensors& weights);

}  // namespace saccade
