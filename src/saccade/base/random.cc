#include "saccade/base/random.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace saccade {
namespace {

template <typename T>
std::size_t ChooseWeighted(Random& random, std::span<const T> weights) {
  double total = 0;
  for (const T weight : weights) total += weight;
  if (!(total > 0)) throw std::invalid_argument("no weight is positive");
  const double threshold = random.Uniform() * total;
  double sum = 0;
  std::size_t last_positive = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    last_positive = i;
    sum += weights[i];
    if (threshold < sum) return i;
  }
  return last_positive;  // Rounding left the threshold at the total.
}

}  // namespace

std::uint64_t Random::Below(std::uint64_t bound) {
  // Rejection keeps it unbiased: values under 2^64 mod bound are drawn again.
  const std::uint64_t threshold = (0 - bound) % bound;
  for (;;) {
    const std::uint64_t value = (*this)();
    if (value >= threshold) return value % bound;
  }
}

double Random::Normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - Uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * Uniform());
}

std::size_t Random::Choose(std::span<const double> weights) {
  return ChooseWeighted(*this, weights);
}

std::size_t Random::Choose(std::span<const float> weights) {
  return ChooseWeighted(*this, weights);
}

}  // namespace saccade
