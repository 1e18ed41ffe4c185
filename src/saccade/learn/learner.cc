#include "saccade/learn/learner.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "saccade/base/error.h"

namespace saccade {

LearnerState Learner::State() {
  LearnerState state;
  for (const StatePart& part : Parts()) {
    if (auto* const* tensors = std::get_if<NamedTensors*>(&part.place)) {
      state.tensors.merge(WithPrefix(**tensors, part.name + "."));
    } else if (auto* const* counter = std::get_if<std::int64_t*>(&part.place)) {
      state.counters[part.name] = **counter;
    } else {
      const Adam& adam = *std::get<Adam*>(part.place);
      state.tensors.merge(WithPrefix(adam.first(), part.name + "_first."));
      state.tensors.merge(WithPrefix(adam.second(), part.name + "_second."));
      state.counters[part.name + "_adam_steps"] = adam.steps();
    }
  }
  return state;
}

void Learner::Restore(const LearnerState& state) {
  for (const StatePart& part : Parts()) {
    if (auto* const* tensors = std::get_if<NamedTensors*>(&part.place)) {
      **tensors = WithoutPrefix(state.tensors, part.name + ".");
    } else if (auto* const* counter = std::get_if<std::int64_t*>(&part.place)) {
      **counter = state.counters.at(part.name);
    } else {
      std::get<Adam*>(part.place)
          ->Restore(WithoutPrefix(state.tensors, part.name + "_first."),
                    WithoutPrefix(state.tensors, part.name + "_second."),
                    state.counters.at(part.name + "_adam_steps"));
    }
  }
}

double CosineRate(double rate, double done) {
  return rate * (0.1 + 0.9 * 0.5 * (1 + std::cos(std::numbers::pi * done)));
}

void RequireNumber(double value, const char* what, std::int64_t step) {
  if (std::isfinite(value)) return;
  throw Failure(
      fmt::format("training diverged: {} is not a number in step {}; lower the learning rates, or "
                  "go on from an earlier checkpoint",
                  what, step));
}

std::vector<std::size_t> ShuffledIndices(std::size_t count, Random random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.Shuffle(order);
  return order;
}

}  // namespace saccade
