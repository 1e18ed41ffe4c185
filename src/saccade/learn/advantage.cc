#include "saccade/learn/advantage.h"

#include <cmath>

namespace saccade {

std::vector<float> DiscountedReturns(std::span<const float> rewards, double discount) {
  std::vector<float> returns(rewards.size());
  double sum = 0;
  for (std::size_t i = rewards.size(); i > 0; --i) {
    sum = rewards[i - 1] + discount * sum;
    returns[i - 1] = static_cast<float>(sum);
  }
  return returns;
}

std::vector<float> GeneralizedAdvantages(std::span<const float> rewards,
                                         std::span<const float> values, double discount,
                                         double gae_factor) {
  std::vector<float> advantages(rewards.size());
  double sum = 0;
  for (std::size_t i = rewards.size(); i > 0; --i) {
    const double delta = rewards[i - 1] + discount * values[i] - values[i - 1];
    sum = delta + discount * gae_factor * sum;
    advantages[i - 1] = static_cast<float>(sum);
  }
  return advantages;
}

void Normalize(std::span<float> values) {
  if (values.size() < 2) return;
  double mean = 0, squares = 0;
  for (const float value : values) mean += value;
  mean /= static_cast<double>(values.size());
  for (const float value : values) squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / static_cast<double>(values.size() - 1)) + 1e-8;
  for (float& value : values) value = static_cast<float>((value - mean) / deviation);
}

}  // namespace saccade
