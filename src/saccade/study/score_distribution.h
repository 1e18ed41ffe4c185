#pragma once

#include <span>
#include <vector>

#include "saccade/metrics/human_set.h"
#include "saccade/metrics/value_distances.h"

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

// Share of the values that are at most each of `at`.
std::vector<double> CumulativeShares(std::vector<double> values, std::span<const double> at);

}  // namespace saccade
