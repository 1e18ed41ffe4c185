#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "saccade/base/options_fwd.h"
#include "saccade/search/durations.h"
#include "saccade/search/model_exchange.h"
#include "saccade/search/model_folder.h"

namespace saccade::app {

// Makes a model folder of the authors' PyTorch checkpoints.
struct ImportModelOptions {
  std::vector<std::filesystem::path> files{};  // a policy, a discriminator, or one of each
  std::optional<NetworkKind> kind{};           // what the file must be; empty: found
  bool half = false;                           // store weights with 16 bits
  std::filesystem::path out{};
};
OptionList OptionsOf(ImportModelOptions& options);
// Returns the model as it was written. Throws InputError as ImportAuthorsModel.
Model ImportModel(const ImportModelOptions& options);

// ExportModel (search/model_exchange.h) with TorchScript where the build has libtorch.
void ExportModelFile(const std::filesystem::path& model, const std::filesystem::path& out,
                     const ExportOptions& options);

// The numbers of all tensors.
std::int64_t Parameters(const NamedTensors& tensors);
// Card, checksum and tensors of what ReadWeightsFile(path) has read.
nlohmann::ordered_json ToJson(const WeightsFile& file, const std::filesystem::path& path);

// Changes what a model's card says; what is empty stays, and so do the weights.
struct DescribeModelOptions {
  std::filesystem::path model{};
  std::string name{};             // title of the card
  std::string license{};          // of the weights
  std::filesystem::path notes{};  // Markdown file: data, limits, how it was chosen
  std::optional<double> blur_sigma{};
  std::string rule{};  // of the beliefs it was trained on
};
OptionList OptionsOf(DescribeModelOptions& options);
void DescribeModel(const DescribeModelOptions& options);

// Learns from people how long fixations last and adds it to a model, which then predicts durations
// too; the weights stay.
struct LearnDurationsOptions {
  std::filesystem::path model{};
  std::filesystem::path fixations{};
  std::filesystem::path beliefs{};  // store of the pictures
};
OptionList OptionsOf(LearnDurationsOptions& options);
// Throws InputError as LearnDurations (search/durations.h), and for models that see no beliefs.
Durations AddDurations(const LearnDurationsOptions& options);

}  // namespace saccade::app
