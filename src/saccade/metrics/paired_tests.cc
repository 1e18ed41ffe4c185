#include "saccade/metrics/paired_tests.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace saccade::metrics {
namespace {

std::vector<std::size_t> Ascending(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  return order;
}

}  // namespace

double SignFlipP(std::span<const double> differences, double step) {
  double largest = 0;
  for (const double d : differences) largest = std::max(largest, std::abs(d));
  if (largest == 0) return 1;
  if (step <= 0) step = largest / 1000;
  std::vector<long> sizes;
  long observed = 0, reach = 0;
  for (const double d : differences) {
    const long k = std::lround(d / step);
    observed += k;
    if (k == 0) continue;
    sizes.push_back(std::abs(k));
    reach += std::abs(k);
  }
  // Probability of each sum, from -reach to reach, one difference after the other.
  std::vector<double> chance(2 * reach + 1), next(2 * reach + 1);
  chance[reach] = 1;
  long so_far = 0;
  for (const long size : sizes) {
    std::ranges::fill(next, 0.0);
    for (long sum = reach - so_far; sum <= reach + so_far; ++sum) {
      next[sum - size] += chance[sum] / 2;
      next[sum + size] += chance[sum] / 2;
    }
    so_far += size;
    chance.swap(next);
  }
  double p = 0;
  for (long sum = -reach; sum <= reach; ++sum) {
    if (std::abs(sum) >= std::abs(observed)) p += chance[sum + reach];
  }
  return std::min(1.0, p);
}

std::vector<double> HolmAdjusted(std::span<const double> p) {
  const auto order = Ascending(p);
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, p[order[i]] * static_cast<double>(p.size() - i));
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

std::vector<double> FalseDiscoveryRates(std::span<const double> p) {
  const auto order = Ascending(p);
  std::vector<double> rates(p.size());
  double smallest = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    smallest = std::min(smallest,
                        p[order[i]] * static_cast<double>(p.size()) / static_cast<double>(i + 1));
    rates[order[i]] = smallest;
  }
  return rates;
}

Interval BootstrapMean(std::span<const double> values, int draws, Random random) {
  const double mean = MeanOf(values);
  if (draws <= 0 || values.empty()) return {mean, mean};
  std::vector<double> means(static_cast<std::size_t>(draws));
  for (double& drawn : means) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[random.Below(values.size())];
    drawn = sum / static_cast<double>(values.size());
  }
  std::ranges::sort(means);
  // Between the neighbours of the place, as numpy's percentile.
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(means.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, means.size() - 1);
    return std::lerp(means[below], means[above], place - static_cast<double>(below));
  };
  return {at(.025), at(.975)};
}

double MeanOf(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double SpreadOf(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = MeanOf(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double EffectSize(std::span<const double> differences) {
  const double spread = SpreadOf(differences);
  return spread > 0 ? MeanOf(differences) / spread : 0;
}

double DetectableDifference(double spread, std::size_t n, double power) {
  if (n < 2) return std::numeric_limits<double>::infinity();
  // Quantile of the standard normal by bisection of erfc.
  const auto normal = [](double p) {
    double low = -10, high = 10;
    for (int i = 0; i < 80; ++i) {
      const double middle = (low + high) / 2;
      (std::erfc(-middle / std::sqrt(2.0)) / 2 < p ? low : high) = middle;
    }
    return (low + high) / 2;
  };
  // Quantile of Student's t from that of the normal: Cornish and Fisher's first two terms.
  const double free = static_cast<double>(n - 1);
  const auto student = [&](double z) {
    const double z3 = z * z * z, z5 = z3 * z * z;
    return z + (z3 + z) / (4 * free) + (5 * z5 + 16 * z3 + 3 * z) / (96 * free * free);
  };
  return (student(normal(.975)) + student(normal(power))) * spread /
         std::sqrt(static_cast<double>(n));
}

}  // namespace saccade::metrics
