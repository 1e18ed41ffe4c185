#pragma once

#include "saccade/search/scanpath_model.h"

namespace saccade {

// The one number that such a model is calibrated by.
inline constexpr const char* kTemperature = "temperature";

// A model that draws fixations from a map of weights, with inhibition of return: the way the paper
// uses its detector and its fixation heuristic (appendix, "Scanpath Generation").
class MapSampler : public ScanpathModel {
 public:
  // Weight of each cell, not negative, given the cells looked at so far. All zeros mean no
  // preference.
  virtual std::vector<double> Weights(const Search& search, std::span<const Cell> past) const = 0;
  // Weights are taken to the power 1 / Temperature() when fixations are drawn, unless the caller
  // wants another one.
  virtual double Temperature() const { return 1; }

  std::vector<TrialInImage> Predict(std::span<const Search> searches,
                                    const PredictOptions& options) const override;
  std::vector<double> NextFixation(const Search& search, std::span<const Cell> past) const override;
};

// The target's own belief channel, of the sharp or of the blurred picture: a detector that needs no
// pixels.
class TargetChannelModel : public MapSampler {
 public:
  enum class Layer { kSharp, kBlurred };
  explicit TargetChannelModel(Layer layer) : layer_(layer) {}

  std::string name() const override;
  std::vector<double> Weights(const Search& search, std::span<const Cell> past) const override;

 private:
  Layer layer_;
};

// Scanpaths by immediate reward instead of the policy (appendix, "Greedy vs. Non-greedy"): the next
// fixation is where the reward is highest, or nearly: drawn from the softmax of the reward map at the
// model's RewardTemperature().
class ImmediateRewardModel : public MapSampler {
 public:
  explicit ImmediateRewardModel(std::unique_ptr<ScanpathModel> model) : model_(std::move(model)) {}

  std::string name() const override { return "immediate reward"; }
  double Temperature() const override { return model_->RewardTemperature(); }
  std::vector<double> Weights(const Search& search, std::span<const Cell> past) const override;

 private:
  std::unique_ptr<ScanpathModel> model_;
};

}  // namespace saccade
