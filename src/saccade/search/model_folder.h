#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "saccade/formats/named_tensors.h"
#include "saccade/formats/safetensors.h"
#include "saccade/scene/category.h"
#include "saccade/scene/grid.h"

namespace saccade {

// A model is a folder: model.json (what it is), weights.safetensors (its tensors) and README.md
// (the model card, made from model.json). All a program needs to use it and a reader to judge it.

inline constexpr const char* kWeightsFile = "weights.safetensors";

// A file that the model was learned from. The checksum (XXH3, base/file.h) tells which version.
struct TrainingFile {
  std::string role;  // "fixations", "validation", "beliefs"
  std::string name;  // file name without folders
  std::uint64_t checksum = 0;
  bool operator==(const TrainingFile&) const = default;
};

// `path` as it is now: name and checksum. Throws InputError when it cannot be read.
TrainingFile DescribeTrainingFile(const std::string& role, const std::filesystem::path& path);

// What the model wants to be shown.
struct ModelBeliefs {
  std::string rule = "paper";  // by which cells get their classes
  double blur_sigma = 2;       // pixels at 512x320, of the layer seen before looking
  bool operator==(const ModelBeliefs&) const = default;
};

struct ModelDescription {
  std::string kind;    // irl, bc-cnn, bc-lstm, detector, ...: who can run it
  std::string preset;  // default, paper, reference
  std::string name;    // title of the card; the kind when empty
  std::vector<std::string> targets{kTaskNames.begin(), kTaskNames.end()};  // by task index
  int channels = kBeliefChannels;
  int columns = Grid::kColumns;
  int rows = Grid::kRows;
  ModelBeliefs beliefs;
  std::vector<TrainingFile> training;
  std::uint64_t seed = 0;
  // What else the kind needs to know, for example {"hidden", "256"}.
  std::map<std::string, std::string> settings;
  // Found on validation data after training. "first_temperature" and "later_temperature" divide a
  // policy's logits when its first fixation and those after it are drawn; "first_short_odds" and
  // "later_short_odds" multiply the odds that such a saccade falls short (landing.h).
  std::map<std::string, double> calibration;
  // How long fixations last, by name (search/durations.h); empty: not learned.
  std::map<std::string, double> durations;
  // By what was scored ("validation"), then by metric ("tfp_auc").
  std::map<std::string, std::map<std::string, double>> scores;
  std::string created_by;  // "saccade 0.1.0"; WriteModelFolder fills it when empty
  std::string license;
  std::string notes;  // Markdown for the card: data, limits, how it was chosen

  bool operator==(const ModelDescription&) const = default;
};

struct Model {
  ModelDescription description;
  NamedTensors tensors;  // with the network's name in front: "policy.feat_enc.weight"
};

// Reads and checks a folder: fields, targets known and all different, channels and grid positive,
// the weights' checksum equal to the one noted in model.json. Throws InputError, naming file and
// field.
Model ReadModelFolder(const std::filesystem::path& folder);
// model.json alone.
ModelDescription ReadModelDescription(const std::filesystem::path& folder);

// Writes beside `folder` and swaps the two: at any moment the name holds nothing, the old model or
// the new one, complete. Refuses, with InputError, to replace a folder that is not a model. Throws
// Failure when the disk refuses.
void WriteModelFolder(const std::filesystem::path& folder, const Model& model,
                      Precision precision = Precision::kFloat);

// Changes what the model in `folder` says of itself; the bytes of its weights stay. Throws as both
// do.
void ReplaceDescription(const std::filesystem::path& folder, const ModelDescription& description);

// The model card (README.md).
std::string ModelCard(const ModelDescription& description, const NamedTensors& tensors);

}  // namespace saccade
