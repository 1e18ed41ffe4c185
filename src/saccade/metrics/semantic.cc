#include "saccade/metrics/semantic.h"

#include <algorithm>
#include <stdexcept>

namespace saccade::metrics {

std::vector<int> SemanticString(const LabelMap& map, std::span<const FixationInImage> scanpath) {
  if (map.labels.size() != std::size_t{LabelMap::kWidth} * LabelMap::kHeight) {
    throw std::invalid_argument("a label map must have 512x320 labels");
  }
  std::vector<int> string;
  string.reserve(scanpath.size());
  for (const FixationInImage& fixation : scanpath) {
    const int x = static_cast<int>(std::clamp(fixation.point.x, 0.0, LabelMap::kWidth - 1.0));
    const int y = static_cast<int>(std::clamp(fixation.point.y, 0.0, LabelMap::kHeight - 1.0));
    string.push_back(map.labels[std::size_t(y) * LabelMap::kWidth + x]);
  }
  return string;
}

}  // namespace saccade::metrics
