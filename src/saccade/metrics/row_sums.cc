#include "saccade/metrics/row_sums.h"

namespace saccade::metrics {

void Sums::Add(const ScoreVector& scores, double weight) {
  for (std::size_t i = 0; i < kScoreValues; ++i) {
    if (!IsPresent(scores[i])) continue;
    sum[i] += weight * scores[i];
    count[i] += weight;
  }
}

void Sums::Add(const Sums& other, double weight) {
  scanpaths += weight * other.scanpaths;
  for (std::size_t i = 0; i < kTallyNumbers; ++i) tallies[i] += weight * other.tallies[i];
  for (std::size_t i = 0; i < kScoreValues; ++i) {
    sum[i] += weight * other.sum[i];
    count[i] += weight * other.count[i];
  }
}

RowSums::RowSums(const HumanSet& humans, const Row& row, const People& people)
    : of_row_(humans.pairs.size()), once_(humans.pairs.size()), human_(row.human) {
  std::vector<std::vector<Sums>> by_trial;
  for (const HumanPair& pair : humans.pairs) by_trial.emplace_back(pair.trials.size());
  std::vector<std::size_t> next(humans.pairs.size(),
                                0);  // the human row's scanpaths are the trials
  for (const ScanpathScores& scanpath : row.scanpaths) {
    Sums& sums =
        row.human ? by_trial[scanpath.pair][next[scanpath.pair]++] : of_row_[scanpath.pair];
    for (Sums* all : {&sums, &once_[scanpath.pair]}) {
      all->scanpaths += 1;
      for (std::size_t i = 0; i < kTallyNumbers; ++i) all->tallies[i] += scanpath.tallies[i];
      all->Add(scanpath.scores, 1);
    }
  }
  for (std::size_t pair = 0; pair < row.by_pair.size(); ++pair) {
    const auto& trials = row.by_pair[pair].trials;
    for (std::size_t t = 0; t < trials.size(); ++t) {
      for (const ScoreInfo& info : kScoreTable) {
        const std::size_t i = info.slot;
        if (info.of_two == nullptr && info.of_pair == nullptr) continue;
        if (trials[t].count[i] == 0 && trials[t].sum[i] == 0) continue;
        by_trial[pair][t].sum[i] += trials[t].sum[i];
        by_trial[pair][t].count[i] += trials[t].count[i];
        if (info.of_two) continue;  // once_ has the scanpaths' means
        once_[pair].sum[i] += trials[t].sum[i];
        once_[pair].count[i] += trials[t].count[i];
      }
    }
  }
  for (const FixationScores& fixation : row.fixations) {
    once_[fixation.pair].Add(fixation.scores, 1);
    const auto& trials = humans.pairs[fixation.pair].trials;
    for (std::size_t t = 0; t < trials.size(); ++t) {
      if (trials[t].subject != fixation.subject) continue;
      by_trial[fixation.pair][t].Add(fixation.scores, 1);
      break;
    }
  }
  for (std::size_t pair = 0; pair < by_trial.size(); ++pair) {
    for (std::size_t t = 0; t < by_trial[pair].size(); ++t) {
      of_people_.push_back({pair, people.of_trial[pair][t], by_trial[pair][t]});
    }
  }
}

std::vector<Sums> RowSums::Weighted(const std::vector<double>& people) const {
  if (people.empty()) return once_;
  std::vector<Sums> sums(once_.size());
  for (std::size_t pair = 0; pair < sums.size(); ++pair) {
    sums[pair].scanpaths = of_row_[pair].scanpaths;
    sums[pair].tallies = of_row_[pair].tallies;
    for (const ScoreInfo& info : kScoreTable) {
      if (info.of_scanpath == nullptr) continue;
      sums[pair].sum[info.slot] = of_row_[pair].sum[info.slot];
      sums[pair].count[info.slot] = of_row_[pair].count[info.slot];
    }
  }
  for (const PersonSums& one : of_people_) {
    if (people[one.person] > 0) sums[one.pair].Add(one.sums, people[one.person]);
  }
  if (human_) return sums;
  for (std::size_t pair = 0; pair < sums.size(); ++pair) {
    for (const ScoreInfo& info : kScoreTable) {
      double& count = sums[pair].count[info.slot];
      if (info.of_two == nullptr || count == 0) continue;
      sums[pair].sum[info.slot] *= once_[pair].count[info.slot] / count;
      count = once_[pair].count[info.slot];
    }
  }
  return sums;
}

HumanTallies TalliesOfPeople(const HumanSet& humans) {
  HumanTallies tallies;
  for (const HumanPair& pair : humans.pairs) {
    auto& of_pair = tallies.emplace_back();
    for (const ScoredScanpath& trial : pair.trials) of_pair.push_back(TalliesOf(trial));
  }
  return tallies;
}

std::vector<PairMask> CommonPairs(const std::vector<Sums>& first, const std::vector<Sums>& second) {
  std::vector<PairMask> masks(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    masks[i].scanpaths = first[i].scanpaths > 0 && second[i].scanpaths > 0;
    for (const ScoreInfo& info : kScoreTable) {
      const bool both = first[i].count[info.slot] != 0 && second[i].count[info.slot] != 0;
      masks[i].scores[info.slot] = info.of_scanpath ? masks[i].scanpaths : both;
    }
  }
  return masks;
}

void Keep(const std::vector<PairMask>& masks, std::vector<Sums>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (const ScoreInfo& info : kScoreTable) {
      if (!masks[i].scores[info.slot]) sums[i].sum[info.slot] = sums[i].count[info.slot] = 0;
    }
    if (masks[i].scanpaths) continue;
    sums[i].scanpaths = 0;
    sums[i].tallies = {};
  }
}

}  // namespace saccade::metrics
