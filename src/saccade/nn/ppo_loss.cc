#include "saccade/nn/ppo_loss.h"

#include <algorithm>
#include <cmath>

#include "saccade/nn/softmax.h"

namespace saccade {
namespace {

// log p as PyTorch's Categorical has it, for PpoOptions::probability_floor.
class Floor {
 public:
  explicit Floor(double floor) : floor_(floor) {}
  bool Cuts(double p) const { return floor_ > 0 && (p < floor_ || p > 1 - floor_); }
  double Log(double p) const {
    return std::log(floor_ > 0 ? std::clamp(p, floor_, 1 - floor_) : p);
  }
  // d(-p log p)/dp.
  double EntropySlope(double p) const {
    if (p <= 0 && floor_ == 0) return 0;
    return -Log(p) - (Cuts(p) ? 0 : 1);
  }

 private:
  double floor_;
};

}  // namespace

PpoLosses AddPpoGradient(PolicyGradient& network, const NamedTensors& weights,
                         std::span<const PpoSample> batch, const PpoOptions& options,
                         NamedTensors& gradient) {
  std::vector<PolicyInput> inputs;
  for (const PpoSample& sample : batch) inputs.push_back(sample.input);
  std::vector<PpoLosses> losses(batch.size());
  const double share = 1.0 / static_cast<double>(batch.size());
  network.Compute(
      weights, inputs, true,
      [&](PolicyGradient::Sample& sample) {
        const PpoSample& step = batch[sample.index];
        PpoLosses& loss = losses[sample.index];
        std::vector<float> p(sample.logits.size());
        Softmax(sample.logits, p);
        // The map that the action is one of; entropy is that of all cells.
        std::vector<float> open = WithoutCells(sample.logits, step.closed);
        double log_p = LogSoftmaxAt(open, step.action);
        Softmax(open, open);
        const Floor floor(options.probability_floor);
        for (const float q : p) loss.entropy -= q > 0 ? q * floor.Log(q) : 0;
        const float own = open[static_cast<std::size_t>(step.action)];
        if (floor.Cuts(own)) log_p = floor.Log(own);

        const double ratio = std::exp(log_p - step.old_log_probability);
        const double clipped = std::clamp(ratio, 1 - options.clip, 1 + options.clip);
        const double a = step.advantage;
        loss.policy = -std::min(ratio * a, clipped * a);
        loss.clipped = ratio != clipped;
        // Where the clipped term is the smaller one the loss is flat.
        const double by_log_p = ratio * a <= clipped * a && !floor.Cuts(own) ? -a * ratio : 0;
        // d entropy / d p, less what is the same for all cells.
        double mean_slope = 0;
        for (const float q : p) mean_slope += q * floor.EntropySlope(q);

        const double error = sample.value - step.target_value;
        loss.value = std::abs(error) < 1 ? 0.5 * error * error : std::abs(error) - 0.5;
        sample.value_gradient =
            static_cast<float>(share * options.value_weight * std::clamp(error, -1.0, 1.0));

        for (std::size_t i = 0; i < p.size(); ++i) {
          const double by_entropy = p[i] * (floor.EntropySlope(p[i]) - mean_slope);
          sample.logit_gradient[i] = static_cast<float>(
              share * (-by_log_p * open[i] - options.entropy_weight * by_entropy));
        }
        sample.logit_gradient[static_cast<std::size_t>(step.action)] +=
            static_cast<float>(share * by_log_p);
      },
      gradient);
  PpoLosses mean;
  for (const PpoLosses& loss : losses) {
    mean.policy += share * loss.policy;
    mean.value += share * loss.value;
    mean.entropy += share * loss.entropy;
    mean.clipped += share * loss.clipped;
  }
  return mean;
}

}  // namespace saccade
