#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade::metrics {

// A label for every pixel of the image frame, row by row. What a label means is the caller's; the
// void label is a symbol like any other. Semantic sequence score and distance are
// SequenceSimilarity and EditDistance (alignment.h) of these strings. docs/metrics/semantic.md
struct LabelMap {
  static constexpr int kWidth = 512;
  static constexpr int kHeight = 320;
  std::vector<std::uint16_t> labels;  // kWidth x kHeight
};

// The label map of a picture, nothing when there is none. Asked once a row and picture, from
// several threads.
using FindLabelMap = std::function<std::optional<LabelMap>(std::string_view picture)>;

// The label of the pixel (int(x), int(y)) of each fixation, clamped to the picture. Throws
// std::invalid_argument when the map does not have 512x320 labels.
std::vector<int> SemanticString(const LabelMap& map, std::span<const FixationInImage> scanpath);

}  // namespace saccade::metrics
