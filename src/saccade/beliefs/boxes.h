#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/beliefs/downsample.h"
#include "saccade/scene/frame.h"

namespace saccade {

// Beliefs from boxes, for people without segmentations: things only, no stuff.

struct ScoredBox {
  BoxInImage box;
  int channel = 0;
  float score = 1;
  bool operator==(const ScoredBox&) const = default;
};

struct BoxedPicture {
  std::string name;
  std::vector<ScoredBox> boxes;
};

struct BoxFile {
  std::filesystem::path path;
  std::uint64_t checksum = 0;          // of the files read
  std::vector<BoxedPicture> pictures;  // by name; pictures without boxes too
};

// COCO instances JSON: pictures with their sizes, annotations with boxes in the photo's pixels
// (score 1 where there is none). With `detections`, a list of {image_id, category_id, bbox, score}
// as COCO's results format has it, the boxes come from there and `instances` only names the
// pictures. Boxes are taken to the image frame (aspect kept, centred). Throws InputError as
// ReadPanopticFile does.
BoxFile ReadBoxFile(const std::filesystem::path& instances,
                    const std::optional<std::filesystem::path>& detections = std::nullopt);

// A class's map is the score of its boxes, the maximum where several meet; a cell may hold several
// classes, as boxes overlap. kCorner and kCenter ask for that point of the cell, kMajority for half
// of the cell, kArea gives the covered share times the score.
BeliefLayer BoxLayer(const std::vector<ScoredBox>& boxes, DownsampleRule rule);

}  // namespace saccade
