#include "saccade/nn/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saccade {

std::vector<float> WithoutCells(std::span<const float> logits, const CellSet& closed) {
  std::vector<float> open(logits.begin(), logits.end());
  closed.ForEach([&](int cell) { open[cell] = -std::numeric_limits<float>::infinity(); });
  return open;
}

void Softmax(std::span<const float> logits, std::span<float> probabilities) {
  const float largest = *std::ranges::max_element(logits);
  double total = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    probabilities[i] = std::exp(logits[i] - largest);
    total += probabilities[i];
  }
  const float scale = static_cast<float>(1 / total);
  for (float& p : probabilities) p *= scale;
}

float LogSoftmaxAt(std::span<const float> logits, int index) {
  const float largest = *std::ranges::max_element(logits);
  double total = 0;
  for (const float logit : logits) total += std::exp(logit - largest);
  return static_cast<float>(logits[static_cast<std::size_t>(index)] - largest - std::log(total));
}

}  // namespace saccade
