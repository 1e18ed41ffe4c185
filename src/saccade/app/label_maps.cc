#include "saccade/app/label_maps.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "saccade/base/error.h"
#include "saccade/beliefs/panoptic.h"
#include "saccade/image/picture_file.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;
using metrics::LabelMap;

// 0 is void, so a category is its channel + 1.
LabelMap ReadPanopticLabels(const PanopticPicture& picture) {
  std::map<std::uint32_t, std::uint16_t> labels;
  for (const PanopticSegment& segment : picture.segments) {
    labels[segment.id] = static_cast<std::uint16_t>(segment.channel + 1);
  }
  const Raster<std::uint32_t> segments = FitSegments(ReadSegmentPng(picture.png));
  LabelMap map;
  map.labels.reserve(segments.values.size());
  for (const std::uint32_t id : segments.values) {
    const auto found = labels.find(id);
    map.labels.push_back(found == labels.end() ? 0 : found->second);
  }
  return map;
}

LabelMap ReadGreyLabels(const fs::path& png) {
  Raster<std::uint16_t> grey = ReadGreyPng(png);
  if (grey.width != LabelMap::kWidth || grey.height != LabelMap::kHeight) {
    throw InputError(png, "",
                     "is {}x{}; label maps must be 512x320, as the pictures were displayed",
                     grey.width, grey.height);
  }
  return {std::move(grey.values)};
}

}  // namespace

metrics::FindLabelMap OpenLabelMaps(const fs::path& source) {
  if (fs::is_directory(source)) {
    return [source](std::string_view picture) -> std::optional<LabelMap> {
      const fs::path png = source / fs::path(picture).stem().concat(".png");
      if (!fs::exists(png)) return std::nullopt;
      return ReadGreyLabels(png);
    };
  }
  const auto pictures = std::make_shared<std::map<std::string, PanopticPicture, std::less<>>>();
  PanopticFile file = ReadPanopticFile(source);
  for (PanopticPicture& picture : file.pictures) {
    std::string name = picture.name;
    pictures->emplace(std::move(name), std::move(picture));
  }
  return [pictures](std::string_view picture) -> std::optional<LabelMap> {
    const auto found = pictures->find(picture);
    if (found == pictures->end()) return std::nullopt;
    return ReadPanopticLabels(found->second);
  };
}

}  // namespace saccade::app
