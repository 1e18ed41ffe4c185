#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/app/predict_photo.h"

namespace saccade::app {

// What a searcher of a photo believes, foresees and values after some fixations. Maps are on the
// 20x32 grid of the image frame, row by row; a cell that lies beside the photo is never looked at.
struct PhotoMaps {
  int target = 0;
  ScanpathInPhoto past;         // the start, then the fixations given
  std::vector<float> beliefs;   // [134][20][32], by class (scene/category.h)
  std::vector<double> next;     // probability of the next fixation; empty: the model gives none
  std::vector<double> rewards;  // of a look at each cell; empty: the model has learned none
};

// By the target's name. Throws InputError for a fixation beside the photo, and as
// PhotoSearcher::Search.
std::vector<PhotoMaps> MapsOf(const PhotoSearcher& searcher, const ParsedPhoto& photo,
                              const PredictPhotoOptions& options,
                              std::span<const PointInPhoto> after);

enum class PhotoMap { kBelief, kNext, kReward };

// As an array (.npy) and laid over the photo (.png): FOLDER/PHOTO_TARGET_{belief,next,reward}; of
// beliefs the array has all classes and the picture the target. Throws InputError for a map that
// the model does not have.
void WritePhotoMaps(const std::filesystem::path& folder, const ParsedPhoto& photo,
                    std::span<const PhotoMaps> maps, std::span<const PhotoMap> which);

}  // namespace saccade::app
