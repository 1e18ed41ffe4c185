#pragma once

#include <ATen/ATen.h>

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
// their published names. All tensors are float, channels last. Includes libtorch: only for the .cc
// files of this layer.

// Sees every activation by name ("res2", "p3", "box_fc2_out"): for tests and for looking inside.
using Trace = std::function<void(std::string_view name, const at::Tensor& value)>;

// Feature pyramid: p2..p6, 256 channels, strides 4 to 64.
class FeaturePyramid {
 public:
  explicit FeaturePyramid(WeightReader& reader);
  std::array<at::Tensor, 5> operator()(const std::array<at::Tensor, 4>& res) const;

 private:
  std::vector<Convolution> lateral_, output_;  // by level 2..5
};

// 54 classes at stride 4, class 0 for every thing: logits [1][54][height/4][width/4].
class SemanticHead {
 public:
  explicit SemanticHead(WeightReader& reader);
  at::Tensor operator()(std::span<const at::Tensor> pyramid, const Trace& trace) const;

 private:
  struct Unit {
    Convolution convolution;
    at::Tensor norm_weight, norm_bias;
  };
  std::array<std::vector<Unit>, 4> branches_;
  Convolution predictor_;
};

class RpnHead {
 public:
  struct Output {
    at::Tensor objectness;  // [1][3][height][width], logits
    at::Tensor deltas;      // [1][12][height][width]
  };

  explicit RpnHead(WeightReader& reader);
  Output operator()(const at::Tensor& level) const;

 private:
  Convolution shared_, objectness_, deltas_;
};

// Pools each box (network pixels) from its level: [boxes][256][size][size].
at::Tensor PoolRegions(std::span<const at::Tensor> pyramid, std::span<const CornerBox> boxes,
                       int size);

class BoxHead {
 public:
  struct Output {
    at::Tensor features;  // [boxes][1024]
    at::Tensor logits;    // [boxes][81], background last
    at::Tensor deltas;    // [boxes][320]
  };
  static constexpr int kPooled = 7;

  explicit BoxHead(WeightReader& reader);
  Output operator()(const at::Tensor& pooled) const;

 private:
  Convolution fc1_, fc2_, score_, delta_;
};

class MaskHead {
 public:
  static constexpr int kPooled = 14;
  static constexpr int kMaskSize = 28;

  explicit MaskHead(WeightReader& reader);
  // Logits [boxes][80][28][28].
  at::Tensor operator()(const at::Tensor& pooled) const;

 private:
  std::vector<Convolution> convolutions_;
  Convolution upsampling_, predictor_;
};

}  // namespace saccade
