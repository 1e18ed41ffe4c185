#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/beliefs/panoptic.h"
#include "saccade/perception/roi_ops.h"

namespace saccade {

// What a parser spent its time on.
struct ParseTiming {
  double features = 0;  // seconds; of networks that find things and stuff in the same features
  double things = 0;
  double stuff = 0;
  double merge = 0;

  ParseTiming& operator+=(const ParseTiming& other) {
    features += other.features;
    things += other.things;
    stuff += other.stuff;
    merge += other.merge;
    return *this;
  }
};

// A panoptic segmentation: every pixel belongs to at most one segment.
struct SceneParse {
  Raster<std::uint32_t> ids;              // 0: unlabelled
  std::vector<PanopticSegment> segments;  // by id
  ParseTiming seconds = {};
};

// An object found by an instance segmenter.
struct SceneInstance {
  int category = 0;  // thing 0..79
  float score = 0;
  PastedMask mask;
};

struct MergeOptions {
  float overlap = 0.5f;            // an instance is dropped when more of it than this is taken
  std::int64_t stuff_area = 4096;  // pixels; smaller stuff regions are dropped
  float confidence = 0.5f;         // instances under it are dropped
};

// The panoptic rule: instances by descending score (equal scores keep their order) take the pixels
// that are still free; then each stuff label 1..53 of `labels` (empty, or width * height; 0 stands
// for things) takes what is left of its region, in ascending order.
SceneParse MergePanoptic(std::span<const SceneInstance> instances,
                         std::span<const std::uint8_t> labels, int width, int height,
                         const MergeOptions& options = {});

}  // namespace saccade
