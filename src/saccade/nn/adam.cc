#include "saccade/nn/adam.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "saccade/base/parallel.h"
#include "saccade/kernels/loops.h"

namespace saccade {

NamedTensors ZerosLike(const NamedTensors& weights) {
  NamedTensors zeros = weights;
  SetZero(zeros);
  return zeros;
}

void SetZero(NamedTensors& tensors) {
  for (auto& [name, tensor] : tensors) std::ranges::fill(tensor.values, 0.0f);
}

double GlobalNorm(const NamedTensors& tensors) {
  double squares = 0;
  for (const auto& [name, tensor] : tensors) {
    for (const float value : tensor.values) squares += double{value} * value;
  }
  return std::sqrt(squares);
}

void Scale(NamedTensors& tensors, double factor) {
  for (auto& [name, tensor] : tensors) {
    for (float& value : tensor.values) value *= static_cast<float>(factor);
  }
}

void MoveTowards(const NamedTensors& goal, double share, NamedTensors& tensors) {
  for (auto& [name, tensor] : tensors) {
    const std::vector<float>& wanted = goal.at(name).values;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      tensor.values[i] += static_cast<float>(share) * (wanted[i] - tensor.values[i]);
    }
  }
}

Adam::Adam(const NamedTensors& weights) : first_(ZerosLike(weights)), second_(first_) {}

void Adam::Restore(NamedTensors first, NamedTensors second, std::int64_t steps) {
  first_ = std::move(first);
  second_ = std::move(second);
  steps_ = steps;
}

void Adam::Step(const NamedTensors& gradient, const AdamOptions& options, NamedTensors& weights) {
  ++steps_;
  const double steps = static_cast<double>(steps_);
  const double correction1 = 1 - std::pow(options.beta1, steps);
  const double correction2 = std::sqrt(1 - std::pow(options.beta2, steps));
  const AdamLoop loop{.count = 0,
                      .beta1 = static_cast<float>(options.beta1),
                      .beta2 = static_cast<float>(options.beta2),
                      .rate = static_cast<float>(options.learning_rate / correction1),
                      .root_scale = static_cast<float>(1 / correction2),
                      .epsilon = static_cast<float>(options.epsilon)};
  for (auto& [name, weight] : weights) {
    const float* g = gradient.at(name).values.data();
    float* m = first_.at(name).values.data();
    float* v = second_.at(name).values.data();
    float* w = weight.values.data();
    constexpr std::size_t kBlock = 1 << 16;
    const std::size_t size = weight.values.size();
    ParallelFor((size + kBlock - 1) / kBlock, [&](std::size_t block) {
      const std::size_t i = block * kBlock;
      AdamLoop part = loop;
      part.count = std::min(kBlock, size - i);
      CurrentLoops().adam(part, g + i, m + i, v + i, w + i);
    });
  }
}

}  // namespace saccade
