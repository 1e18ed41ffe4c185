#include "saccade/metrics/value_distances.h"

#include <algorithm>
#include <cmath>

#include "saccade/metrics/score.h"

namespace saccade::metrics {
namespace {

constexpr std::size_t kBins = 99;
using Histogram = std::array<double, kBins>;

// Borders of the bins as numpy.linspace gives them.
std::vector<double> Edges(double low, double high) {
  std::vector<double> edges(kBins + 1);
  const double step = (high - low) / kBins;
  for (std::size_t i = 0; i <= kBins; ++i) edges[i] = static_cast<double>(i) * step + low;
  edges.back() = high;
  return edges;
}

// The last bin holds its upper border.
std::size_t BinOf(double value, std::span<const double> edges) {
  const auto above = std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
  return std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(above - 1, 0)), kBins - 1);
}

double Sum(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

double Divergence(const Histogram& real, const Histogram& generated) {
  constexpr double kAdded = 1e-10;
  const double all_real = Sum(real), all_generated = Sum(generated);
  if (all_real == 0 || all_generated == 0) return kAbsent;
  double divergence = 0;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double p = real[i] / all_real;
    const double q = (generated[i] / all_generated + kAdded) / (1 + kBins * kAdded);
    if (p > 0) divergence += p * std::log(p / q);
  }
  return divergence;
}

// Of weights of the values `at`, ascending.
double Area(std::span<const double> at, std::span<const double> a, std::span<const double> b) {
  const double all_a = Sum(a), all_b = Sum(b);
  if (all_a == 0 || all_b == 0) return kAbsent;
  double below_a = 0, below_b = 0, area = 0;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    below_a += a[i] / all_a;
    below_b += b[i] / all_b;
    area += std::abs(below_a - below_b) * (at[i + 1] - at[i]);
  }
  return area;
}

std::vector<double> Distinct(std::vector<double> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::size_t RankOf(double value, std::span<const double> distinct) {
  return static_cast<std::size_t>(std::ranges::lower_bound(distinct, value) - distinct.begin());
}

}  // namespace

double HistogramDivergence(std::span<const double> real, std::span<const double> generated) {
  if (real.empty() || generated.empty()) return 0;
  const double low = std::min(std::ranges::min(real), std::ranges::min(generated));
  const double high = std::max(std::ranges::max(real), std::ranges::max(generated));
  if (low == high) return 0;
  const std::vector<double> edges = Edges(low, high);
  Histogram p{}, q{};
  for (const double value : real) p[BinOf(value, edges)] += 1;
  for (const double value : generated) q[BinOf(value, edges)] += 1;
  return Divergence(p, q);
}

double AreaBetween(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 0;
  std::vector<double> both(a.begin(), a.end());
  both.insert(both.end(), b.begin(), b.end());
  const std::vector<double> at = Distinct(std::move(both));
  std::vector<double> of_a(at.size()), of_b(at.size());
  for (const double value : a) of_a[RankOf(value, at)] += 1;
  for (const double value : b) of_b[RankOf(value, at)] += 1;
  return Area(at, of_a, of_b);
}

ComparisonSpread::ComparisonSpread(std::span<const PairScores> row,
                                   std::span<const std::vector<OneComparison>> people,
                                   const PersonOfTrial& persons) {
  std::array<bool, kComparedValues> any{};
  const auto see = [&](const OneComparison& comparison) {
    for (std::size_t v = 0; v < kComparedValues; ++v) {
      const double value = comparison.values[v];
      if (!IsPresent(value)) continue;
      Range& range = ranges_[v];
      if (!std::exchange(any[v], true)) range = {value, value};
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
    sequence_scores_.push_back(comparison.values[kSequenceValue]);
  };
  for (std::size_t pair = 0; pair < row.size(); ++pair) {
    if (row[pair].comparisons.empty()) continue;
    std::ranges::for_each(row[pair].comparisons, see);
    std::ranges::for_each(people[pair], see);
  }
  for (Range& range : ranges_) range.edges = Edges(range.low, range.high);
  sequence_scores_ = Distinct(std::move(sequence_scores_));
  for (std::size_t pair = 0; pair < row.size(); ++pair) {
    if (row[pair].comparisons.empty()) continue;
    AddBinned(row[pair].comparisons, pair, persons, row_);
    AddBinned(people[pair], pair, persons, people_);
  }
}

void ComparisonSpread::AddBinned(std::span<const OneComparison> comparisons, std::size_t pair,
                                 const PersonOfTrial& persons, std::vector<Binned>& binned) {
  for (const OneComparison& comparison : comparisons) {
    Binned& one = binned.emplace_back();
    one.pair = static_cast<std::uint32_t>(pair);
    one.person = static_cast<std::uint32_t>(persons[pair][comparison.trial]);
    one.other =
        comparison.own ? static_cast<std::uint32_t>(persons[pair][*comparison.own]) : one.person;
    for (std::size_t v = 0; v < kComparedValues; ++v) {
      const double value = comparison.values[v];
      one.bins[v] =
          IsPresent(value) ? static_cast<std::int16_t>(BinOf(value, ranges_[v].edges)) : -1;
    }
    one.rank =
        static_cast<std::int32_t>(RankOf(comparison.values[kSequenceValue], sequence_scores_));
  }
}

std::vector<ValueDistances> ComparisonSpread::Distances(const DrawWeights& weights,
                                                        std::span<const int> group_of_pair,
                                                        std::size_t groups) const {
  using Histograms = std::array<Histogram, kComparedValues>;
  struct Side {
    std::vector<Histograms> histograms;
    std::vector<std::vector<double>> ranks;
  };
  const auto count = [&](std::span<const Binned> comparisons, bool among_people) {
    Side side{std::vector<Histograms>(groups + 1),
              {groups + 1, std::vector<double>(sequence_scores_.size())}};
    for (const Binned& one : comparisons) {
      double weight = weights.pairs[one.pair];
      if (!weights.people.empty()) {
        weight *= weights.people[one.person];
        if (among_people) weight *= weights.people[one.other];
      }
      if (weight == 0) continue;
      const auto group = static_cast<std::size_t>(group_of_pair[one.pair]);
      for (std::size_t v = 0; v < kComparedValues; ++v) {
        if (one.bins[v] >= 0) side.histograms[group][v][one.bins[v]] += weight;
      }
      side.ranks[group][one.rank] += weight;
    }
    for (std::size_t group = 0; group < groups; ++group) {
      for (std::size_t v = 0; v < kComparedValues; ++v) {
        for (std::size_t bin = 0; bin < kBins; ++bin) {
          side.histograms[groups][v][bin] += side.histograms[group][v][bin];
        }
      }
      for (std::size_t i = 0; i < sequence_scores_.size(); ++i) {
        side.ranks[groups][i] += side.ranks[group][i];
      }
    }
    return side;
  };
  const Side real = count(people_, true), generated = count(row_, false);
  std::vector<ValueDistances> distances(groups + 1);
  for (std::size_t group = 0; group <= groups; ++group) {
    distances[group].area.fill(kAbsent);
    for (std::size_t v = 0; v < kComparedValues; ++v) {
      distances[group].divergence[v] =
          Divergence(real.histograms[group][v], generated.histograms[group][v]);
    }
    distances[group].area[kSequenceValue] =
        Area(sequence_scores_, real.ranks[group], generated.ranks[group]);
  }
  return distances;
}

}  // namespace saccade::metrics
