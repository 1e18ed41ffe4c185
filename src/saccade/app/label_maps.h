#pragma once

#include <filesystem>

#include "saccade/metrics/semantic.h"

namespace saccade::app {

// Label maps for semantic scores from
//   a COCO panoptic JSON (its PNGs in the folder of the JSON's name without .json): the label of a
//     pixel is its segment's category, 0 where there is no segment;
//   a folder of grey PNGs at 512x320, NAME.png for picture NAME.jpg: the label is the grey value.
// PNGs are decoded when asked for. Throws InputError when `source` cannot be read; so does the
// returned function for a bad PNG.
metrics::FindLabelMap OpenLabelMaps(const std::filesystem::path& source);

}  // namespace saccade::app
