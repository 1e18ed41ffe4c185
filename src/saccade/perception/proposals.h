#pragma once

#include <span>
#include <vector>

#include "saccade/perception/network_input.h"
#include "saccade/perception/roi_ops.h"

namespace saccade {

// Choosing boxes: which anchors become proposals (RPN) and which proposals become detections (box
// head), from the networks' raw outputs.

inline constexpr int kAnchorsPerPlace = 3;  // height/width 0.5, 1, 2

// Raw RPN output of one pyramid level, channels last, on the padded map.
struct RpnLevel {
  int height = 0;
  int width = 0;
  int stride = 0;
  int anchor_size = 0;                // pixels: 32 on p2 to 512 on p6
  const float* objectness = nullptr;  // [height][width][3], logits
  const float* deltas = nullptr;      // [height][width][3][4]
};

// Anchors of a level in the order of its outputs. The first is centred on the picture's corner (0,
// 0).
std::vector<CornerBox> Anchors(int height, int width, int stride, int anchor_size);

struct RpnOptions {
  int best_per_level = 1000;   // before suppression
  int best = 1000;             // after it, all levels together
  double nms_threshold = 0.7;  // IoU
};

struct Proposal {
  CornerBox box;  // network pixels, clipped to the unpadded size
  float logit = 0;
};

// Best first. `network` is the size before padding.
std::vector<Proposal> SelectProposals(std::span<const RpnLevel> levels, PixelSize network,
                                      const RpnOptions& options = {});

struct DetectionOptions {
  float score_threshold = 0.05f;  // kept when strictly over it
  double nms_threshold = 0.5;     // IoU, within a class
  int best = 100;
};

struct Detection {
  CornerBox box;     // network pixels, clipped to the unpadded size
  int category = 0;  // thing 0..79
  float score = 0;   // softmax probability
  int proposal = 0;  // index of the proposal it came from
};

// `logits`: [proposal][81], background last. `deltas`: [proposal][80][4]. Best first.
std::vector<Detection> SelectDetections(std::span<const CornerBox> proposals,
                                        std::span<const float> logits,
                                        std::span<const float> deltas, PixelSize network,
                                        const DetectionOptions& options = {});

}  // namespace saccade
