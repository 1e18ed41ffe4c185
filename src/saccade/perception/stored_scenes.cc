#include "saccade/perception/stored_scenes.h"

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/base/stopwatch.h"
#include "saccade/image/picture_file.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

std::optional<PanopticPicture> PictureIn(const fs::path& json, const std::string& name) {
  PanopticFile file = ReadPanopticFile(json);
  const auto found = std::ranges::find(file.pictures, name, &PanopticPicture::name);
  if (found == file.pictures.end()) return std::nullopt;
  return std::move(*found);
}

SceneParse SceneOf(const PanopticPicture& picture) {
  const Raster<std::uint32_t> ids = FitSegments(ReadSegmentPng(picture.png));
  SceneParse parse{ids, picture.segments};
  MeasureSegments(parse.ids, parse.segments);
  return parse;
}

}  // namespace

std::optional<StoredScenes> StoredScenes::Of(const fs::path& photo) {
  const std::string name = photo.filename().string();
  const fs::path beside = photo.has_parent_path() ? photo.parent_path() : ".";
  for (const fs::path& folder : {beside, beside / ".."}) {
    const fs::path sharp = (folder / "panoptic_sharp.json").lexically_normal();
    const fs::path blurred = (folder / "panoptic_blurred.json").lexically_normal();
    if (!fs::is_regular_file(sharp) || !fs::is_regular_file(blurred)) continue;
    StoredScenes scenes;
    scenes.photo_ = photo;
    scenes.folder_ = folder.lexically_normal();
    auto in_sharp = PictureIn(sharp, name), in_blurred = PictureIn(blurred, name);
    if (!in_sharp || !in_blurred) continue;
    scenes.sharp_ = *std::move(in_sharp);
    scenes.blurred_ = *std::move(in_blurred);
    return scenes;
  }
  return std::nullopt;
}

ParsedPhoto StoredScenes::Read(DownsampleRule rule) const {
  Stopwatch watch;
  Picture picture = ReadPicture(photo_);
  const double read = watch.Lap();
  const auto views = [&](const Picture&, PhotoTiming& timing) -> SceneViews {
    Stopwatch reading;
    SceneViews stored{SceneOf(sharp_), SceneOf(blurred_)};
    timing.read += reading.Lap();
    return stored;
  };
  ParsedPhoto photo = PhotoOfViews(std::move(picture), photo_.filename().string(), views, rule);
  photo.timing.read += read;
  return photo;
}

}  // namespace saccade
