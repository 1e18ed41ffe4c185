#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/cli/feature_options.h"
#include "saccade/search/scanpath_model.h"

namespace saccade::cli {

// What `saccade predict` was told.
struct PredictCommand {
  std::string model;
  std::string image;
  std::vector<std::string> targets;
  std::vector<std::string> without;  // classes, or groups of them, that are not seen
  bool all_targets = false;
  std::vector<std::string> parser;
  int input_size = 0;
  std::optional<double> blur;
  std::string beliefs;
  std::string pairs;
  std::size_t searches = 0;
  PredictOptions options;
  std::string frame = "image";
  std::string maps;
  std::string reward;
  FeatureOptions features;  // its --images also for --draw
  std::string draw;
  std::string out;
  JsonOutput json;
};

// One photo: parsed into beliefs, searched, written in its own pixels, drawn.
void PredictFromPhoto(const PredictCommand& command);

// The beliefs of pictures in the folder --images, parsed in parallel.
std::vector<PictureBeliefs> ParsePictures(const PredictCommand& command,
                                          const std::vector<std::string>& names);

// Scanpaths over the pictures of --images: a picture a search in the folder --draw, or a contact
// sheet when it is named *.png or *.jpg.
void DrawSearches(const PredictCommand& command, std::span<const Search> searches,
                  std::span<const TrialInImage> trials);

}  // namespace saccade::cli
