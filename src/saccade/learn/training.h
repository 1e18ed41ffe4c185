#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/learn/calibration.h"
#include "saccade/learn/run_folder.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {

// `saccade train KIND` as a value.
struct TrainingOptions : RunFiles {
  std::string kind = "irl";           // of TrainingKinds()
  std::string preset = "default";     // of the kind's presets
  std::vector<std::string> settings;  // NAME=VALUE, on top of the preset
  ModelInputs inputs = {};            // features of pictures, for kinds that need them
  bool quick = false;                 // a tiny training, to try the machinery
};

struct TrainingReport {
  std::filesystem::path model;  // the folder
  std::int64_t steps = 0;
  double seconds = 0;   // of this call
  double distance = 0;  // Validation::Distance of the model
  Calibration calibration;
  std::optional<double> validation_loss;  // of learners that are selected by it
};

// Trains and leaves a run folder: config.json, metrics.jsonl, TensorBoard events,
// checkpoints/{last,best}.safetensors and model/. Every file appears whole; `kill -9` at any moment
// and `resume` go on to the same bits as a run that was never stopped. The checkpoint kept is the
// best on validation, on the mean over all belief stores where there are several; channels that
// training never showed have no weight in it; its calibration is the one nearest to people. Throws
// Interrupted after saving when the user asks to stop, InputError when `out` holds another run.
TrainingReport Train(const TrainingOptions& options);

// One option of a kind, for --help and documents.
struct TrainingSetting {
  std::string name;
  std::string value;  // as JSON, in the preset
  std::string help;
};

// A kind of model that can be trained. Adding one is a learner, a line in training_kinds.cc and,
// for those who open it, one in search/registry.cc.
struct TrainingPlan;  // training_plan.h
struct TrainingKind {
  std::string kind;
  std::string description;
  std::vector<std::string> presets;
  bool needs_features = false;  // of pictures; else beliefs
  TrainingPlan (*plan)(const TrainingOptions&);
};
std::span<const TrainingKind> TrainingKinds();
// Throws InputError, with the known kinds, for another one.
const TrainingKind& TrainingKindCalled(const std::string& kind);
// Throws InputError for settings that the kind does not have or that lie outside their ranges:
// known before files are opened and features computed.
void CheckSettings(TrainingOptions options);
// What can be set, in the order of its description.
std::vector<TrainingSetting> SettingsOf(const TrainingKind& kind, const std::string& preset);

}  // namespace saccade
