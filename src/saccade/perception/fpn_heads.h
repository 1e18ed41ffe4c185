#pragma once

#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "saccade/perception/convolution.h"
#include "saccade/perception/resnet50.h"
#include "saccade/perception/roi_ops.h"
#include "saccade/perception/weights.h"

namespace saccade {

// The parts of Panoptic-FPN behind its backbone, each a module that takes its own parameters by
// their published names.

// Sees every activation by name ("res2", "p3", "box_fc2_out"): for tests and for looking inside.
using Trace = std::function<void(std::string_view name, const Maps& value)>;

// Feature pyramid: p2..p6, 256 channels, strides 4 to 64.
class FeaturePyramid {
 public:
  explicit FeaturePyramid(WeightReader& reader);
  std::array<Maps, 5> operator()(const std::array<Maps, 4>& res) const;

 private:
  std::vector<Convolution> lateral_, output_;  // by level 2..5
};

// 54 classes, class 0 for every thing: logits at stride 4.
class SemanticHead {
 public:
  explicit SemanticHead(WeightReader& reader);
  Maps operator()(std::span<const Maps> pyramid, const Trace& trace) const;

 private:
  struct Unit {
    Convolution convolution;
    std::vector<float> norm_weight, norm_bias;
  };
  std::array<std::vector<Unit>, 4> branches_;
  Convolution predictor_;
};

class RpnHead {
 public:
  struct Output {
    Maps objectness;  // 3 channels, logits
    Maps deltas;      // 12
  };

  explicit RpnHead(WeightReader& reader);
  Output operator()(const Maps& level) const;

 private:
  Convolution shared_, objectness_, deltas_;
};

// Pools each box (network pixels) from its level: a batch of size x size maps of 256 channels.
Maps PoolRegions(std::span<const Maps> pyramid, std::span<const CornerBox> boxes, int size);

class BoxHead {
 public:
  struct Output {   // a batch of boxes, each 1 x 1
    Maps features;  // 1024 channels
    Maps logits;    // 81, background last
    Maps deltas;    // 320
  };
  static constexpr int kPooled = 7;

  explicit BoxHead(WeightReader& reader);
  Output operator()(Maps pooled) const;

 private:
  Convolution fc1_, fc2_, score_, delta_;
};

class MaskHead {
 public:
  static constexpr int kPooled = 14;
  static constexpr int kMaskSize = 28;

  explicit MaskHead(WeightReader& reader);
  // Logits: a batch of 28 x 28 maps of 80 channels.
  Maps operator()(const Maps& pooled) const;

 private:
  std::vector<Convolution> convolutions_;
  Convolution upsampling_, predictor_;
};

}  // namespace saccade
