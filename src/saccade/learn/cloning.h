#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "saccade/learn/demonstrator.h"
#include "saccade/learn/policy_options.h"
#include "saccade/nn/policy_gradient.h"

namespace saccade {

// A state with the distribution of where people looked next. The first state of a search is the
// same for all its searchers, so their decisions are one sample of weight n.
struct CloningSample {
  HumanStep step;            // any one of those that share the state
  std::vector<int> actions;  // of all of them
};

std::vector<CloningSample> CloningSamples(const SearchSet& set);

// The target map of a sample: its actions, spread with a Gaussian of `smoothing` cells, sums to 1.
// With `mirrored` the actions are mirrored first.
std::vector<float> CloningTarget(const CloningSample& sample, double smoothing, bool mirrored);

// Feeds human decisions to a policy: KL divergence from the target map, a decision weighs the same
// wherever it stands.
class Cloner {
 public:
  Cloner(const SearchSet& set, const PolicyOptions& options, std::uint64_t seed);

  std::size_t batches_per_epoch() const;
  // Adds `weight` times the gradient of one batch (0, 1, ... without end; the order of samples is
  // drawn anew for each pass) and returns its mean cross-entropy in nats per decision.
  double AddGradient(PolicyGradient& network, const NamedTensors& policy, std::size_t batch,
                     double weight, NamedTensors& gradient) const;

 private:
  const SearchSet& set_;
  const PolicyOptions& options_;
  std::uint64_t seed_;
  std::vector<CloningSample> samples_;
  mutable std::optional<std::size_t> shuffled_pass_;
  mutable std::vector<std::size_t> order_;
};

// Decoupled weight decay on the convolutions' weights.
void DecayWeights(double factor, NamedTensors& weights);
// Shortens a gradient that is longer than `longest` (0: leaves it).
void ClipGradient(double longest, NamedTensors& gradient);

}  // namespace saccade
