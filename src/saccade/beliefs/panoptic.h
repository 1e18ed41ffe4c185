#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/beliefs/downsample.h"
#include "saccade/image/raster.h"
#include "saccade/scene/category.h"
#include "saccade/scene/frame.h"

namespace saccade {

// COCO panoptic segmentations: a JSON file and, for each picture, a PNG whose pixels are segment
// ids (R + 256 G + 65536 B; 0 is void). The PNGs lie in the folder named as the JSON without
// ".json".

// One region of a segmentation, from a file, a parser or the simulated one.
struct PanopticSegment {
  std::uint32_t id = 0;
  int channel = 0;        // of its category (scene/category.h): 0..79 things, 80..133 stuff
  float score = 1;        // how sure the parser was; 1 for stuff and where a file does not say
  std::int64_t area = 0;  // pixels, where they were counted
  BoxInImage box = {};    // whole pixels, where measured

  bool is_thing() const { return channel < kThingChannels; }
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

// Counts areas and boxes: (0, 0) pixels for a segment that is not there.
void MeasureSegments(const Raster<std::uint32_t>& ids, std::span<PanopticSegment> segments);

// Ids of a photo of any size in the image frame, 512x320: aspect kept, centred, padding void.
Raster<std::uint32_t> FitSegments(const Raster<std::uint32_t>& segments);

// Belief maps from ids in the image frame: a class's map is its segments' scores, the maximum where
// several instances meet in a cell. `segments` stand by id. Throws InputError with `file` when the
// picture shows an id that they do not list.
BeliefLayer PanopticLayer(const Raster<std::uint32_t>& ids,
                          std::span<const PanopticSegment> segments,
                          const std::filesystem::path& file, DownsampleRule rule);

// Both from a PNG's bytes.
BeliefLayer DecodePanopticLayer(std::span<const std::byte> png, const PanopticPicture& picture,
                                DownsampleRule rule);

}  // namespace saccade
