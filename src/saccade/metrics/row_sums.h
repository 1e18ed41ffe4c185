#pragma once

#include <bitset>
#include <map>
#include <vector>

#include "saccade/metrics/resampling.h"
#include "saccade/metrics/row.h"

namespace saccade::metrics {

// What a pair or a task adds to a row. A draw then costs one weighted sum over pairs instead of one
// over comparisons.
struct Sums {
  double scanpaths = 0;
  TallyVector tallies{};
  ScoreVector sum{};
  ScoreVector count{};

  void Add(const Sums& other, double weight);
  void Add(const ScoreVector& scores, double weight);
};

// The pairs, and scores of pairs, that two rows both have.
struct PairMask {
  bool scanpaths = true;
  std::bitset<kScoreValues> scores = std::bitset<kScoreValues>().set();
};

// A row pair by pair, for any weights of people: a person's trials, and what others score against
// them, count as often as the person is drawn. With scores of two scanpaths the pair as a whole
// counts as before, whoever was drawn on it.
class RowSums {
 public:
  RowSums(const HumanSet& humans, const Row& row, const People& people);

  // Each person once.
  const std::vector<Sums>& Once() const { return once_; }
  std::vector<Sums> Weighted(const std::vector<double>& people) const;

 private:
  struct PersonSums {
    std::size_t pair = 0, person = 0;
    Sums sums;
  };
  std::vector<Sums> of_row_;           // by pair: what hangs on no person
  std::vector<PersonSums> of_people_;  // scanpaths of persons, scores against persons
  std::vector<Sums> once_;
  bool human_ = false;
};

// People's tallies, pair by pair, by trial.
using HumanTallies = std::vector<std::vector<TallyVector>>;
HumanTallies TalliesOfPeople(const HumanSet& humans);

// What both have; a scanpath that a score of its own does not exist for (no ratio, since the target
// was not found) is no gap of a row.
std::vector<PairMask> CommonPairs(const std::vector<Sums>& first, const std::vector<Sums>& second);
void Keep(const std::vector<PairMask>& masks, std::vector<Sums>& sums);

}  // namespace saccade::metrics
