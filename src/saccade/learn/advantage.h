#pragma once

#include <span>
#include <vector>

namespace saccade {

// Discounted sums of what comes, no bootstrap: the critic's targets.
std::vector<float> DiscountedReturns(std::span<const float> rewards, double discount);

// Generalised advantage estimation: `values` has one entry more than `rewards`, the value of the
// last state, which counts also after the target is found (as the released code does).
std::vector<float> GeneralizedAdvantages(std::span<const float> rewards,
                                         std::span<const float> values, double discount,
                                         double gae_factor);

// Mean 0 and unbiased deviation 1 (+ 1e-8) over all values. One value stays as it is.
void Normalize(std::span<float> values);

}  // namespace saccade
