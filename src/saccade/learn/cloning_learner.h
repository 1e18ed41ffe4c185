#pragma once

#include <cstdint>

#include "saccade/learn/cloning.h"
#include "saccade/learn/learner.h"
#include "saccade/nn/adam.h"
#include "saccade/nn/policy_gradient.h"

namespace saccade {

// Behaviour cloning (kind "bc-cnn"): the policy network learns to look where people looked. IRL
// begins with it and goes on with its policy.
class CloningLearner : public Learner {
 public:
  // `set` must outlive the learner; `first`: the policy's first weights, drawn where there are
  // none. Throws InputError when the set holds no human decision.
  CloningLearner(const SearchSet& set, const PolicyOptions& options, std::uint64_t seed,
                 NamedTensors first = {});

  std::vector<LearningPhase> Phases() const override;
  std::int64_t steps_done() const override { return batches_; }
  StepReport Step() override;
  Model Learned() const override;

  // For those who go on with the policy.
  const NamedTensors& policy() const { return policy_; }
  // The policy to validate and to keep.
  const NamedTensors& averaged() const { return averaged_.empty() ? policy_ : averaged_; }
  PolicyGradient& network() { return network_; }
  // Adds the gradient of another batch of cloning, beside a gradient of something else.
  double AddImitation(std::int64_t batch, double weight, NamedTensors& gradient);
  // One update by the policy's gradient: hook, clipping, decay, Adam, running average.
  void Update(NamedTensors& gradient, double rate);
  std::vector<StatePart> Parts() override;

 private:
  PolicyOptions options_;
  Cloner cloner_;
  PolicyGradient network_;
  NamedTensors policy_;
  NamedTensors averaged_;  // empty without averaging
  Adam adam_;
  std::int64_t batches_ = 0;
};

}  // namespace saccade
