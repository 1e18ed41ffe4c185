#pragma once

#include <span>
#include <vector>

#include "saccade/metrics/human_set.h"

namespace saccade {

// One scanpath against the people of its pair.
struct ScanpathSequenceScores {
  std::size_t pair = 0;        // in HumanSet::pairs
  Identifier subject{};        // or the sample's number
  std::vector<double> scores;  // sequence scores, one for each human trial it is compared with
  double Mean() const;
};

// Each trial against those of other subjects on its pair; trials alone on their pair are left out.
std::vector<ScanpathSequenceScores> HumanSequenceScores(const metrics::HumanSet& humans);
// Scanpaths that are cut as they are scored, each against all human trials of its pair.
std::vector<ScanpathSequenceScores> SequenceScores(const metrics::HumanSet& humans,
                                                   std::span<const TrialInImage> scanpaths);

// Scores of single comparisons, all of them.
std::vector<double> AllScores(std::span<const ScanpathSequenceScores> scanpaths);

// Kullback-Leibler divergence, in nats, of two samples' histograms as ScanDiff computes it: 99
// equal bins from the smallest to the largest value of both, 1e-10 added to the second's shares,
// which are then normalised. 0 when all values are equal.
double HistogramDivergence(std::span<const double> real, std::span<const double> generated);

// The area between the cumulative distributions of two samples: by how much scores must be moved,
// on average, to turn one into the other. 0 when one is empty.
double AreaBetween(std::vector<double> a, std::vector<double> b);

// Share of the values that are at most each of `at`.
std::vector<double> CumulativeShares(std::vector<double> values, std::span<const double> at);

}  // namespace saccade
