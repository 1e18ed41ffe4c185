#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "saccade/app/predict_folder.h"
#include "saccade/app/predict_pairs.h"
#include "saccade/cli/command.h"

namespace saccade::cli {

// `saccade predict`: what stands on the command line, for pairs of a data set and for photos.
struct PredictCommand {
  app::PredictPairsOptions options;
  app::PredictFolderOptions photos;  // what `options` does not have
  std::string image;
  Frame frame = Frame::kImage;
  std::string maps;
  std::string reward;
  std::vector<std::string> after;  // fixations in a photo, "X,Y"
  std::string heat;
  std::string out;
  JsonOutput json;
  std::string shard;
  std::optional<app::ShareCall> share;  // of pairs, or of a folder
};

// Throws InputError for the first that is given: it would do nothing here.
struct GivenOption {
  bool given = false;
  const char* name = "";
};
void Refuse(std::initializer_list<GivenOption> options, const char* belong_to);

// A photo, and a folder of photos. Throw InputError for options that would do nothing there.
void RunPhoto(const PredictCommand& command);
void RunFolder(const PredictCommand& command);

}  // namespace saccade::cli
