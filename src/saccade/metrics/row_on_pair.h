#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "saccade/metrics/fixation_density.h"
#include "saccade/metrics/human_set.h"

namespace saccade::metrics {

// A row's scanpaths on one pair beside the people who searched it: what scores of a pair read. Work
// that several share is done here, once.
struct RowOnPair {
  // `human`: the scanpaths are the pair's own trials, each person's set against the others'.
  RowOnPair(const HumanSet& set, const HumanPair& of_pair,
            std::span<const ScoredScanpath> scanpaths, bool of_people);

  // Whether a scanpath stands beside a trial: another person's, in the human row.
  bool IsBeside(std::size_t scanpath, std::size_t trial) const;

  const HumanSet& humans;
  const HumanPair& pair;
  std::span<const ScoredScanpath> scored;
  bool human = false;

  // Where the protocol wants likelihoods: cells of each trial's fixations after the start,
  // densities of the scanpaths beside it and of the other people, and the prior: everybody's
  // fixations on the other pairs, and one spread evenly.
  struct Foreseen {
    std::vector<std::size_t> cells{};
    FixationDensity by_row{};
    FixationDensity by_people{};
  };
  std::vector<Foreseen> foreseen;
  FixationDensity prior;
};

// Formulas: docs/metrics/likelihood.md and docs/metrics/distribution.md. Each adds, trial by trial,
// to a sum and a count whose quotient is the score.

// Bits by which the row's density foresees people's fixations better than the prior, or than the
// other people's density does; the first over the same of the other people.
void AddBitsOverPrior(const RowOnPair& row, std::span<TrialSum> trials);
void AddBitsOverPeople(const RowOnPair& row, std::span<TrialSum> trials);
void AddExplainedShare(const RowOnPair& row, std::span<TrialSum> trials);
// The row's density at people's fixations, in standard deviations above its mean.
void AddDensityNss(const RowOnPair& row, std::span<TrialSum> trials);
// Continuous ranked probability score of people's saccade amplitudes and numbers of fixations under
// the row's, the fair form of samples.
void AddAmplitudeCrps(const RowOnPair& row, std::span<TrialSum> trials);
void AddLengthCrps(const RowOnPair& row, std::span<TrialSum> trials);
// Diversity-aware sequence score (ScanDiff, Eq. 8) and recall sequence score.
void AddDiversityAwareScore(const RowOnPair& row, std::span<TrialSum> trials);
void AddRecall(const RowOnPair& row, std::span<TrialSum> trials);

// Mean |x - y| less half the mean |x - x'| over pairs of different samples; one sample has no
// second term. `samples` must not be empty.
double SampleCrps(std::span<const double> samples, double observed);

}  // namespace saccade::metrics
