#pragma once

#include "saccade/formats/named_tensors.h"

namespace saccade {

// Adam as PyTorch computes it: no decay, bias-corrected, eps added to the root.
struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
};

class Adam {
 public:
  Adam() = default;
  explicit Adam(const NamedTensors& weights);

  void Step(const NamedTensors& gradient, const AdamOptions& options, NamedTensors& weights);

  // The whole state, for checkpoints: first and second moments and the number of steps.
  const NamedTensors& first() const { return first_; }
  const NamedTensors& second() const { return second_; }
  std::int64_t steps() const { return steps_; }
  void Restore(NamedTensors first, NamedTensors second, std::int64_t steps);

 private:
  NamedTensors first_, second_;
  std::int64_t steps_ = 0;
};

// Zeros with the shapes of `weights`.
NamedTensors ZerosLike(const NamedTensors& weights);
void SetZero(NamedTensors& tensors);
// Length of all values taken as one vector.
double GlobalNorm(const NamedTensors& tensors);
void Scale(NamedTensors& tensors, double factor);
// tensors += share * (goal - tensors).
void MoveTowards(const NamedTensors& goal, double share, NamedTensors& tensors);

}  // namespace saccade
