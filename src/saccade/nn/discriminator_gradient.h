#pragma once

#include <memory>
#include <span>
#include <vector>

#include "saccade/nn/discriminator.h"

namespace saccade {

// How the discriminator's slope in the state is held down (design, section 2).
enum class GradientPenalty {
  kSquaredNorm,   // the paper: mean over pairs of ||grad_s D||^2
  kNormMinusOne,  // the released code: mean over pairs and all 640 cells of (||grad_s D||_2 - 1)^2,
                  // the norm over the belief channels of a cell
};

struct DiscriminatorLosses {
  double real = 0;           // mean over human pairs of -log D
  double fake = 0;           // mean over the policy's pairs of -log(1 - D)
  double penalty = 0;        // with its factor
  double real_accuracy = 0;  // share of human pairs with D > .5
  double fake_accuracy = 0;  // share of the policy's pairs with D < .5
  double real_mean = 0;      // mean of D over human pairs: "real_loss" of the released code's logs
  double fake_mean = 0;      // the same over the policy's
};

// Pairs of one kind. What else than the network makes their logits (reward_terms.h) comes as an
// offset each, and dloss/dlogit goes back to whoever made it.
struct DiscriminatorPairs {
  std::span<const StateAction> pairs;
  std::span<const float> offsets = {};  // none: 0
  std::span<float> slopes = {};         // none: not wanted

  DiscriminatorPairs() = default;
  DiscriminatorPairs(std::span<const StateAction> all, std::span<const float> added = {},
                     std::span<float> wanted = {})
      : pairs(all), offsets(added), slopes(wanted) {}
  DiscriminatorPairs(const std::vector<StateAction>& all) : pairs(all) {}

  std::size_t size() const { return pairs.size(); }
  float Offset(std::size_t i) const { return offsets.empty() ? 0 : offsets[i]; }
  DiscriminatorPairs Part(std::size_t first, std::size_t count) const {
    return {pairs.subspan(first, count), offsets.empty() ? offsets : offsets.subspan(first, count),
            slopes.empty() ? slopes : slopes.subspan(first, count)};
  }
};

// Losses and gradients of the GAIL discriminator, penalty included, on windows: value, parameter
// gradient and the gradient with respect to the input never leave the 7x7 (9x9) cells around an
// action, so 640 cells become 25 + 9 + 1. The penalty's own gradient is a second pass through the
// same windows: with ReLU masks held fixed, grad_s D is linear in each layer's weights.
//
// Results are the same bits for any number of threads: a batch is cut into a fixed number of parts
// whose sums are added in order.
class DiscriminatorGradient {
 public:
  explicit DiscriminatorGradient(const DiscriminatorShape& shape);
  ~DiscriminatorGradient();

  struct Options {
    GradientPenalty penalty = GradientPenalty::kNormMinusOne;
    double penalty_factor = 5;
  };

  // Adds d(real + fake + penalty)/dw to `gradient` (shape of EmptyDiscriminator) and returns the
  // losses at `weights`.
  DiscriminatorLosses Compute(const NamedTensors& weights, const DiscriminatorPairs& real,
                              const DiscriminatorPairs& fake, const Options& options,
                              NamedTensors& gradient);

 private:
  struct Part;
  struct Transposed;
  void AddReal(const Discriminator& network, const Transposed& transposed,
               const DiscriminatorPairs& real, const Options& options, double batch,
               Part& part) const;
  void AddFake(const Discriminator& network, const Transposed& transposed,
               const DiscriminatorPairs& fake, double batch, Part& part) const;

  DiscriminatorShape shape_;
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace saccade
