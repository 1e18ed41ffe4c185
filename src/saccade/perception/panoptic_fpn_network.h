#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "saccade/perception/fpn_heads.h"
#include "saccade/perception/panoptic_fpn.h"
#include "saccade/perception/proposals.h"

namespace saccade {

// The inside of PanopticFpn, stage by stage, for its tests.
struct PanopticFpn::Network {
  PanopticFpnOptions options;
  ResNet50 backbone;
  FeaturePyramid pyramid;
  SemanticHead semantic;
  RpnHead rpn;
  BoxHead box;
  MaskHead mask;

  Network(WeightReader& reader, const PanopticFpnOptions& wanted)
      : options(wanted),
        backbone(reader, ResNetNames::kDetectron2),
        pyramid(reader),
        semantic(reader),
        rpn(reader),
        box(reader),
        mask(reader) {}

  // A picture as the network takes it: resized, BGR, mean subtracted, padded with 0.
  struct Input {
    Maps pixels;     // both sizes multiples of 32
    PixelSize size;  // before padding
  };
  Input Prepare(const Picture& picture) const;

  std::array<Maps, 5> Pyramid(const Maps& pixels, const Trace& trace = {}) const;
  std::vector<Proposal> Propose(std::span<const Maps> pyramid, PixelSize size,
                                const Trace& trace = {}) const;
  std::vector<Detection> Detect(std::span<const Maps> pyramid, std::span<const Proposal> proposals,
                                PixelSize size, const Trace& trace = {}) const;
  // One SceneInstance for each detection whose box is not empty at the size `out`.
  std::vector<SceneInstance> Segment(std::span<const Maps> pyramid,
                                     std::span<const Detection> detections, PixelSize size,
                                     PixelSize out, const Trace& trace = {}) const;
  // Stuff labels of every pixel at the size `out`.
  std::vector<std::uint8_t> Label(std::span<const Maps> pyramid, PixelSize size, PixelSize out,
                                  const Trace& trace = {}) const;
};

// A detection's box in the pixels of the picture, clipped to it.
CornerBox ToOutput(const CornerBox& box_in_network, PixelSize network, PixelSize out);

}  // namespace saccade
