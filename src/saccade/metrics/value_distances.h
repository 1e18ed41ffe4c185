#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/metrics/row.h"

namespace saccade::metrics {

// How two samples of scores differ as distributions. docs/metrics/distribution.md

// Kullback-Leibler divergence, in nats, of two samples' histograms as ScanDiff computes it: 99
// equal bins from the smallest to the largest value of both (numpy's edges), 1e-10 added to the
// second's shares, which are then normalised. 0 when all values are equal.
double HistogramDivergence(std::span<const double> real, std::span<const double> generated);

// The area between the cumulative distributions of two samples: by how much scores must be moved,
// on average, to turn one into the other. 0 when one is empty.
double AreaBetween(std::span<const double> a, std::span<const double> b);

// How often each pair and each person counts in a draw; a person's place is that of a trial in
// PersonOfTrial. Without `people` each counts once.
struct DrawWeights {
  std::vector<double> pairs;
  std::vector<double> people{};
};
using PersonOfTrial = std::vector<std::vector<std::size_t>>;  // [pair][trial]

// The distances of a row's comparisons from people's among themselves, again and again with other
// weights: what has a bin is given it once. Only pairs that the row has comparisons on count.
class ComparisonSpread {
 public:
  // `people` by pair: ComparisonsAmongPeople.
  ComparisonSpread(std::span<const PairScores> row,
                   std::span<const std::vector<OneComparison>> people,
                   const PersonOfTrial& persons);

  bool empty() const { return row_.empty(); }
  // By group (task) of pairs and, last, of all. kAbsent where one side has nothing.
  std::vector<ValueDistances> Distances(const DrawWeights& weights,
                                        std::span<const int> group_of_pair,
                                        std::size_t groups) const;

 private:
  struct Binned {
    std::uint32_t pair, person, other;               // other == person but among people
    std::array<std::int16_t, kComparedValues> bins;  // -1: absent
    std::int32_t rank;                               // of the sequence score
  };
  void AddBinned(std::span<const OneComparison> comparisons, std::size_t pair,
                 const PersonOfTrial& persons, std::vector<Binned>& binned);

  struct Range {
    double low = 0, high = 0;
    std::vector<double> edges{};
  };
  std::array<Range, kComparedValues> ranges_;
  std::vector<double> sequence_scores_;  // distinct, ascending
  std::vector<Binned> row_, people_;
};

}  // namespace saccade::metrics
