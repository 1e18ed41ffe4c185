#pragma once

#include <cstdint>
#include <string>

#include "saccade/learn/calibration.h"
#include "saccade/learn/irl_options.h"
#include "saccade/learn/run_folder.h"

namespace saccade {

// `saccade train irl` as a value.
struct TrainingRunOptions : RunFiles {
  IrlOptions irl;
  std::string kind = "irl";  // "bc-cnn" when only the warm start is wanted
  // Those nearest to people on validation become the model's; odds only where it has a landing.
  CalibrationGrid grid{.first = {0.6, 0.5, 0.7, 0.8, 0.9, 1.0},
                       .later = {0.4, 0.3, 0.5, 0.7, 1.0, 0.2},
                       .first_short_odds = {4, 1, 2, 3, 5, 6, 8},
                       .later_short_odds = {1, 1.5, 2, 0.5}};
};

struct TrainingReport {
  std::int64_t iterations = 0;
  double seconds = 0;
  double best_distance = 0;  // Validation::Distance of the model
  SamplingOptions sampling;  // its calibration
};

// Trains and leaves a run folder: config.json, metrics.jsonl, TensorBoard events,
// checkpoints/{last,best}.safetensors and model/. Every file appears whole; `kill -9` at any moment
// and `resume` go on to the same bits as a run that was never stopped. Throws Interrupted after
// saving when the user asks to stop, InputError when `out` holds another run.
TrainingReport TrainRun(const TrainingRunOptions& options);

}  // namespace saccade
