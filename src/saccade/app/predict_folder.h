#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "saccade/app/predict_photo.h"
#include "saccade/app/share.h"

namespace saccade::app {

// The photos of a folder, each searched for the same targets.
struct PredictFolderOptions {
  std::filesystem::path images{};  // a folder, or a pattern in one: photos/*.jpg
  PhotoSearcherOptions searcher{};
  PredictPhotoOptions predict{};
  std::optional<Shard> shard{};  // only its photos
  bool lenient = false;          // photos that cannot be read are named and left out

  // A JSON of each photo, PHOTO.json; those that are there from an earlier run are left as they
  // are, so that what was stopped goes on. Its predict.json says how they were made: a run that
  // would make others is refused. Empty: none.
  std::filesystem::path out_folder{};
  // A folder for a drawing of each photo, or a picture (.png, .jpg): the first twelve on one sheet.
  // Empty: none.
  std::filesystem::path draw{};

  // Throws InputError as PredictPhotoOptions, and for a folder that is none.
  void Check() const;
};

OptionList OptionsOf(PredictFolderOptions& options);

struct PredictFolderResult {
  // What `predict --out` has of each photo, by name; empty for those of an earlier run.
  std::vector<nlohmann::ordered_json> photos;
  // The same as items of a share: a line a photo of its own, "null" for one that could not be read.
  std::vector<ShareItem> items;
  std::size_t searched = 0;
  std::size_t kept = 0;     // of an earlier run
  std::size_t skipped = 0;  // could not be read
};

// Photos are parsed side by side. Throws InputError when there is no photo, and without `lenient`
// for the first that cannot be read.
PredictFolderResult PredictFolder(const PredictFolderOptions& options);

}  // namespace saccade::app
