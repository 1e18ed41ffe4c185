#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/image/picture_features.h"
#include "saccade/nn/residual_blocks.h"
#include "saccade/scene/trial.h"
#include "saccade/search/model_folder.h"
#include "saccade/search/rollout.h"
#include "saccade/search/search_set.h"

namespace saccade {

// How scanpaths are asked for. What is not set is the model's own (its calibrated temperatures).
struct PredictOptions {
  int samples = 10;  // scanpaths a search
  int max_fixations = 6;
  bool greedy = false;
  bool until_target = false;                         // end when a fixation is on the target
  std::optional<double> temperature = std::nullopt;  // of every draw
  // Instead of the model's own calibration, by the names of its card; what is missing is 1.
  std::optional<std::map<std::string, double>> calibration = std::nullopt;
  std::uint64_t seed = 0;
};

// `calibration` is for programs alone.
OptionList OptionsOf(PredictOptions& options);

// What a model with these calibrated settings draws with when it is asked so.
SamplingOptions SamplingFor(const PredictOptions& options, const SamplingOptions& calibrated);

// Anything that predicts where people look while they search. Adding one is a file and a line in
// registry.cc (CONTRIBUTING.md). Methods may be called from several threads.
class ScanpathModel {
 public:
  virtual ~ScanpathModel() = default;

  // Name of a row.
  virtual std::string name() const = 0;

  // False when searches need no belief variants (MakeSearchSet without a library).
  virtual bool NeedsBeliefs() const { return true; }

  // Scanpaths in the image frame, `samples` a search in the order of `searches`: the start at the
  // picture's centre, then cell centres; `subject` is the sample's number from 1.
  virtual std::vector<TrialInImage> Predict(std::span<const Search> searches,
                                            const PredictOptions& options) const = 0;

  // The distribution of the next fixation (640 values) after the cells `past`, the start included,
  // without inhibition of return. Empty when the model has none.
  virtual std::vector<double> NextFixation(const Search& search,
                                           std::span<const Cell> past) const = 0;

  // The learned reward of looking at each cell after `past`. Empty when the model has none.
  virtual std::vector<double> RewardMap(const Search& search, std::span<const Cell> past) const;
  // At which the softmax of that map is searched by. 1: the reward has a scale of its own.
  virtual double RewardTemperature() const { return 1; }
};

// What models are given beside the searches. Who opens a model knows where pictures lie and what
// makes their features; the models only ask.
struct ModelInputs {
  FeatureSource features;     // empty: none to be had
  std::string feature_maker;  // which network makes them
  NetworkCut cut = {};        // that network cut before its last blocks, for models that tuned them
};

// A model by the folder it was trained into, by the name of an installed one, or by one of the
// built-in names of BuiltInModels(). Throws InputError, with the known names, for anything else,
// and when the model needs inputs that are not given, with the options that give them.
std::unique_ptr<ScanpathModel> OpenModel(const std::string& folder_or_name,
                                         const ModelInputs& inputs = {});

// A model that is in memory: `origin` names it in errors.
std::unique_ptr<ScanpathModel> OpenModel(const Model& model, const ModelInputs& inputs,
                                         const std::string& origin);

// In front of a model's folder or name: its reward instead of its policy.
inline constexpr const char* kRewardPrefix = "reward:";

struct BuiltInModel {
  std::string name;
  std::string description;
};
std::vector<BuiltInModel> BuiltInModels();

}  // namespace saccade
