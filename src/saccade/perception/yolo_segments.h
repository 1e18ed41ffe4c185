#pragma once

#include <span>
#include <vector>

#include "saccade/formats/named_tensors.h"
#include "saccade/image/picture.h"
#include "saccade/perception/network_input.h"
#include "saccade/perception/panoptic_merge.h"

namespace saccade {

// Input and output of the YOLO-seg family (v8 and 11: boxes without anchors, scores already between
// 0 and 1, masks as sums of prototypes). No runtime here: tensors in, tensors out.

// A picture shrunk or enlarged with its aspect kept, centred in the smallest block of multiples of
// 32 that holds it, as the family's own tools feed it; the block is the input's top left where the
// input's size is fixed and larger, so that the picture lies on the network's cells in the same
// way.
struct Letterbox {
  PixelSize picture;
  PixelSize network;
  PixelSize resized;  // the picture's part of the input
  int left = 0;
  int top = 0;
};

Letterbox FitLetterbox(PixelSize picture, PixelSize network);

// [1][3][height][width]: red, green, blue from 0 to 1, grey (114) around the picture.
HostTensor LetterboxInput(const Picture& picture, const Letterbox& letterbox);

struct YoloOptions {
  float score_threshold = 0.1f;  // kept when strictly over it
  double nms_threshold = 0.7;    // IoU, within a class
  int best = 300;
};

// Objects in the picture's pixels, best first. `detections` [1][4 + 80 + masks][places]: centre,
// size (network pixels), class scores, mask coefficients; `prototypes` [1][masks][height][width]
// over the whole input. Throws InputError when the shapes are not these.
std::vector<SceneInstance> DecodeYolo(const HostTensor& detections, const HostTensor& prototypes,
                                      const Letterbox& letterbox, const YoloOptions& options = {});

// What another model of the family, one with masks, gave for the same picture.
struct OutlineSource {
  const HostTensor& detections;
  const HostTensor& prototypes;
  Letterbox letterbox;
};

// The same of a detector without masks, `detections` [1][4 + 80][places]. A box takes the outline
// that a source has at the place where its own box lies best: IoU x (1 + .2 x its score for the
// class), over all its places and all `sources`. Where none overlaps, all of the box is the object.
std::vector<SceneInstance> DecodeYoloBoxes(const HostTensor& detections, const Letterbox& letterbox,
                                           std::span<const OutlineSource> sources,
                                           const YoloOptions& options = {});

}  // namespace saccade
