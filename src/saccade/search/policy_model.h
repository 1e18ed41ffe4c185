#pragma once

#include "saccade/nn/discriminator.h"
#include "saccade/search/model_folder.h"
#include "saccade/search/scanpath_model.h"

namespace saccade {

// A policy network on dynamic contextual beliefs, learned by IRL (kind "irl") or by cloning people
// (kind "bc-cnn"). With a discriminator it knows the reward too.
class PolicyModel : public ScanpathModel {
 public:
  explicit PolicyModel(const Model& model, const std::string& origin);

  std::string name() const override { return name_; }
  std::vector<TrialInImage> Predict(std::span<const Search> searches,
                                    const PredictOptions& options) const override;
  std::vector<double> NextFixation(const Search& search, std::span<const Cell> past) const override;
  std::vector<double> RewardMap(const Search& search, std::span<const Cell> past) const override;
  // log D of a policy near people differs little from cell to cell: D to the power 500.
  double RewardTemperature() const override { return adversarial_ ? 1 : 0.002; }

 private:
  std::string name_;
  PolicyInference policy_;
  std::optional<Discriminator> discriminator_;
  bool adversarial_ = false;  // the form of the reward (nn/reward_terms.h)
  SamplingOptions sampling_;
  BeliefOptions beliefs_;
};

}  // namespace saccade
