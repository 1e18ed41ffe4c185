#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/beliefs/downsample.h"
#include "saccade/image/raster.h"

namespace saccade {

// COCO panoptic segmentations: a JSON file and, for each picture, a PNG whose pixels are segment
// ids (R + 256 G + 65536 B; 0 is void). The PNGs lie in the folder named as the JSON without
// ".json".

struct PanopticSegment {
  std::uint32_t id = 0;
  int channel = 0;  // of its category
  float score = 1;  // how sure the parser was; 1 where the file does not say
  bool operator==(const PanopticSegment&) const = default;
};

struct PanopticPicture {
  std::string name;  // of the picture, from "images"
  std::filesystem::path png;
  std::vector<PanopticSegment> segments;  // by id
};

struct PanopticFile {
  std::filesystem::path path;
  std::uint64_t checksum = 0;             // of the JSON
  std::vector<PanopticPicture> pictures;  // by name
};

// Throws InputError: not JSON, missing fields, an annotation for an unknown picture or a second one
// for the same, a repeated segment id, a score outside 0..1, and, all named in one error, category
// ids that are not COCO panoptic's.
PanopticFile ReadPanopticFile(const std::filesystem::path& path);
PanopticFile ParsePanopticFile(std::string text, const std::filesystem::path& path);

// Ids of a photo of any size in the image frame, 512x320: aspect kept, centred, padding void.
Raster<std::uint32_t> FitSegments(const Raster<std::uint32_t>& segments);

// Belief maps from ids in the image frame: a class's map is its segments' scores, the maximum where
// several instances meet in a cell. Throws InputError with `picture.png` when the picture shows an
// id that its annotation does not list.
BeliefLayer PanopticLayer(const Raster<std::uint32_t>& segments, const PanopticPicture& picture,
                          DownsampleRule rule);

// Both from a PNG's bytes.
BeliefLayer DecodePanopticLayer(std::span<const std::byte> png, const PanopticPicture& picture,
                                DownsampleRule rule);

}  // namespace saccade
