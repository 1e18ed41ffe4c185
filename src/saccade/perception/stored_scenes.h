#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "saccade/beliefs/panoptic.h"
#include "saccade/perception/photo_beliefs.h"

namespace saccade {

// Segmentations of photos that somebody made before: no parser is needed to search them. As
// `saccade dataset synthesize` and COCO have them, in one folder:
//   panoptic_sharp.json, panoptic_sharp/NAME.png
//   panoptic_blurred.json, panoptic_blurred/NAME.png
// PNGs are in the image frame or of the photo's own size.
class StoredScenes {
 public:
  // In the folder where the photo lies, or the one above; nothing unless both JSON files are there
  // and list it by its file name. Throws InputError for files that are no panoptic segmentations.
  static std::optional<StoredScenes> Of(const std::filesystem::path& photo);

  // The photo as ParsePhoto gives it. Throws InputError, with the file, for what does not fit.
  ParsedPhoto Read(DownsampleRule rule = kDefaultDownsampleRule) const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path photo_;
  std::filesystem::path folder_;
  PanopticPicture sharp_;
  PanopticPicture blurred_;
};

}  // namespace saccade
