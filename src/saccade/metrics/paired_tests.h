#pragma once

#include <span>
#include <vector>

#include "saccade/base/random.h"

namespace saccade::metrics {

// The two-sided p-value of the mean of paired differences: the share of all 2^n ways to give them
// signs whose sum is at least as far from 0. Exact on a lattice of `step`, to which differences are
// rounded; 0: a thousandth of the largest. 1 when all are 0.
double SignFlipP(std::span<const double> differences, double step = 0);

// Holm's correction: adjusted p-values that hold the chance of any false finding among all.
std::vector<double> HolmAdjusted(std::span<const double> p);
// Benjamini and Hochberg's: the share of false ones among all findings up to this one.
std::vector<double> FalseDiscoveryRates(std::span<const double> p);

struct Interval {
  double low = 0;
  double high = 0;
};
// 95% percentile bootstrap of the mean. Both ends are the mean without draws.
Interval BootstrapMean(std::span<const double> values, int draws, Random random);

double MeanOf(std::span<const double> values);  // 0 of none
// Standard deviation (n - 1); 0 of fewer than two.
double SpreadOf(std::span<const double> values);

// Cohen's d of paired differences: mean over standard deviation; 0 where they do not differ.
double EffectSize(std::span<const double> differences);
// The smallest mean difference that a two-sided paired t-test at 5% finds with this power, given
// the spread of differences over n: normal approximation with Student's correction for small n.
double DetectableDifference(double spread, std::size_t n, double power = .8);

}  // namespace saccade::metrics
