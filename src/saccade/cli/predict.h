#pragma once

#include <string>
#include <vector>

#include "saccade/cli/feature_options.h"
#include "saccade/models/scanpath_model.h"

namespace saccade::cli {

// What `saccade predict` was told.
struct PredictCommand {
  std::string model;
  std::string image;
  std::vector<std::string> targets;
  bool all_targets = false;
  std::vector<std::string> parser;
  int input_size = 0;
  std::string beliefs;
  std::string pairs;
  PredictOptions options;
  std::string frame = "image";
  std::string maps;
  std::string reward;
  FeatureOptions features;  // its --images also for --draw
  std::string draw;
  std::string out;
};

// One photo: parsed into beliefs, searched, written in its own pixels, drawn.
void PredictFromPhoto(const PredictCommand& command, const ScanpathModel& model);

}  // namespace saccade::cli
