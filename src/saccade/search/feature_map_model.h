#pragma once

#include <map>
#include <mutex>

#include "saccade/search/map_sampler.h"
#include "saccade/search/model_folder.h"

namespace saccade {

// The two kinds that draw fixations from one fixed map of the picture.
inline constexpr const char* kDetectorKind = "detector";
inline constexpr const char* kFixationHeuristicKind = "fixation-heuristic";

// The detector and the fixation heuristic (kinds "detector" and "fixation-heuristic"): one map of
// the picture for each target, fixed over all steps, from which fixations are drawn.
class FeatureMapModel : public MapSampler {
 public:
  // Throws InputError when the weights do not fit, or `inputs` has no features or another
  // network's.
  FeatureMapModel(const Model& model, const ModelInputs& inputs, const std::string& origin);

  std::string name() const override { return name_; }
  bool NeedsBeliefs() const override { return false; }
  double Temperature() const override { return temperature_; }
  std::vector<double> Weights(const Search& search, std::span<const Cell> past) const override;

 private:
  std::string name_;
  NamedTensors blocks_;  // fine-tuned, between features and head; mostly none
  NamedTensors head_;
  FeatureSource features_;
  double temperature_ = 1;
  // Every step of every scanpath asks for the same map: 5 KB each, kept.
  mutable std::mutex mutex_;
  mutable std::map<std::pair<int, std::string>, std::vector<double>> maps_;
};

}  // namespace saccade
