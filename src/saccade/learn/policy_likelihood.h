#pragma once

#include <array>
#include <map>
#include <vector>

#include "saccade/learn/calibration.h"
#include "saccade/learn/validation.h"
#include "saccade/nn/policy_inference.h"
#include "saccade/search/model_folder.h"

namespace saccade {

// How well a policy foresees people's next fixation when it is drawn with a calibration: a proper
// score, which none of the reported ones enters. What the policy makes of each state is computed
// once, so that a calibration costs little more than a softmax a state.
class PolicyLikelihood {
 public:
  // Over the human trials that the validation uses, each store by itself.
  PolicyLikelihood(const Model& model, const Validation& validation);

  // Minus the logarithm of the probability of the next fixation given the true past, without
  // inhibition of return (people do return); nats, mean over fixations and stores.
  double Nats(const Calibration& calibration) const;

 private:
  struct Decision {
    int task = 0;
    Gaze gaze;
    std::array<float, Grid::kCells> logits;   // before tables and landing
    std::map<std::size_t, double> fixations;  // how often each cell was looked at next
  };

  PolicyInference policy_;
  std::vector<Decision> decisions_;
};

}  // namespace saccade
