#pragma once

#include <memory>
#include <span>

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
  DiscriminatorLosses Compute(const NamedTensors& weights, std::span<const StateAction> real,
                              std::span<const StateAction> fake, const Options& options,
                              NamedTensors& gradient);

 private:
  struct Part;
  struct Transposed;
  void AddReal(const Discriminator& network, const Transposed& transposed,
               std::span<const StateAction> pairs, const Options& options, double batch,
               Part& part) const;
  void AddFake(const Discriminator& network, const Transposed& transposed,
               std::span<const StateAction> pairs, double batch, Part& part) const;

  DiscriminatorShape shape_;
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace saccade
