#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "saccade/learn/irl_options.h"

namespace saccade {

// `saccade train irl` as a value.
struct TrainingRunOptions {
  std::filesystem::path fixations;
  std::filesystem::path validation;
  std::vector<std::filesystem::path> beliefs;  // variants of the same pictures; the first is scored
  std::filesystem::path out;
  bool resume = false;
  std::uint64_t seed = 0;
  IrlOptions irl;
  std::string kind = "irl";  // "bc-cnn" when only the warm start is wanted
  // Temperatures of first and later saccades; the pair nearest to people on validation becomes the
  // model's.
  std::vector<double> first_temperatures = {1.0, 0.9, 0.8, 0.7, 0.6};
  std::vector<double> later_temperatures = {1.0, 0.7, 0.5, 0.4, 0.3, 0.2};
};

struct TrainingReport {
  std::int64_t iterations = 0;
  double seconds = 0;
  double best_distance = 0;  // Validation::Distance of the model
  double first_temperature = 1;
  double later_temperature = 1;
};

// Trains and leaves a run folder: config.json, metrics.jsonl, TensorBoard events,
// checkpoints/{last,best}.safetensors and model/. Every file appears whole; `kill -9` at any moment
// and `resume` go on to the same bits as a run that was never stopped. Throws Interrupted after
// saving when the user asks to stop, InputError when `out` holds another run.
TrainingReport TrainRun(const TrainingRunOptions& options);

}  // namespace saccade
