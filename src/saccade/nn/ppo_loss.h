#pragma once

#include <span>

#include "saccade/beliefs/cell_set.h"
#include "saccade/nn/policy_gradient.h"

namespace saccade {

// One step of a rollout as the policy update sees it.
struct PpoSample {
  PolicyInput input;
  int action = 0;
  float old_log_probability = 0;  // of the action, among the cells that are not in `closed`
  CellSet closed{};               // none: the map without inhibition, as the released code has it
  float advantage = 0;
  float target_value = 0;  // discounted sum of rewards
};

struct PpoOptions {
  double clip = 0.2;
  double entropy_weight = 0.01;
  double value_weight = 1;
  // Probabilities below it, or above 1 - it, count as that, in log-probability and entropy, and
  // have no gradient there: PyTorch's Categorical of the released code. 0: none.
  double probability_floor = 0;
};
inline constexpr double kReleasedFloor = 1.1920928955078125e-07;

struct PpoLosses {
  double policy = 0;   // -mean min(r A, clip(r) A)
  double value = 0;    // smooth L1 of value and return, beta 1, mean
  double entropy = 0;  // mean entropy of the map without inhibition of return, nats
  double clipped = 0;  // share of samples whose ratio left the clip range
};

// Loss and gradient of one minibatch: policy + value_weight * value - entropy_weight * entropy
// (Eq. 4 and the appendix). Adds to `gradient`.
PpoLosses AddPpoGradient(PolicyGradient& network, const NamedTensors& weights,
                         std::span<const PpoSample> batch, const PpoOptions& options,
                         NamedTensors& gradient);

}  // namespace saccade
