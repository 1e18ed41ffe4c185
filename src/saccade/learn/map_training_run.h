#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "saccade/learn/map_learner.h"
#include "saccade/learn/run_folder.h"
#include "saccade/search/feature_map_model.h"

namespace saccade {

// `saccade train detector` and `saccade train fixation-heuristic` as a value; no beliefs are read.
struct MapRunOptions : RunFiles {
  std::string kind = kDetectorKind;  // what the maps are trained on: target boxes or fixations
  FeatureSource features;
  std::string feature_maker;  // which network makes them; the model is of no use with another's
  NetworkCut cut;             // that network before its last blocks; needed only to fine-tune them
  MapOptions map;
  // The one whose scanpaths are nearest to people on validation becomes the model's.
  std::vector<double> temperatures = {1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3};
};

struct MapRunReport {
  std::int64_t epochs = 0;
  double seconds = 0;
  double validation_loss = 0;  // the best, nats
  double distance = 0;         // Validation::Distance of the model
  double temperature = 1;
};

// Trains and leaves a run folder as TrainRun does (training_run.h): resumable to the same bits,
// saved after every epoch and when the user asks to stop, best checkpoint by validation loss.
MapRunReport TrainMapRun(const MapRunOptions& options);

}  // namespace saccade
