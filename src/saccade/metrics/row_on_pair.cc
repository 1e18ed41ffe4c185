#include "saccade/metrics/row_on_pair.h"

#include <algorithm>
#include <cmath>

#include "saccade/scene/grid.h"

namespace saccade::metrics {
namespace {

double Amplitude(const FixationInImage& from, const FixationInImage& to) {
  return std::hypot(to.point.x - from.point.x, to.point.y - from.point.y);
}

std::vector<double> Amplitudes(const ScoredScanpath& scanpath) {
  std::vector<double> amplitudes;
  for (std::size_t i = 1; i < scanpath.scanpath.size(); ++i) {
    amplitudes.push_back(Amplitude(scanpath.scanpath[i - 1], scanpath.scanpath[i]));
  }
  return amplitudes;
}

std::vector<double> Length(const ScoredScanpath& scanpath) {
  return {static_cast<double>(scanpath.scanpath.size())};
}

// Of what `values_of` gives of a scanpath.
template <typename ValuesOf>
void AddCrps(const RowOnPair& row, std::span<TrialSum> trials, const ValuesOf& values_of) {
  for (std::size_t t = 0; t < trials.size(); ++t) {
    std::vector<double> samples;
    for (std::size_t i = 0; i < row.scored.size(); ++i) {
      if (!row.IsBeside(i, t)) continue;
      const std::vector<double> values = values_of(row.scored[i]);
      samples.insert(samples.end(), values.begin(), values.end());
    }
    if (samples.empty()) continue;
    for (const double observed : values_of(row.pair.trials[t])) {
      trials[t].sum += SampleCrps(samples, observed);
      trials[t].count += 1;
    }
  }
}

double Sequence(const RowOnPair& row, const ScoredScanpath& a, const ScoredScanpath& b) {
  const CutOptions& cut = row.humans.protocol.cut;
  return SequenceSimilarity(cut.Prediction(a.clusters), cut.Human(b.clusters));
}

// Mean over all pairs of different scanpaths; nothing for fewer than two.
template <typename Scanpaths>
std::optional<double> AmongThemselves(const RowOnPair& row, const Scanpaths& scanpaths) {
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < scanpaths.size(); ++i) {
    for (std::size_t j = i + 1; j < scanpaths.size(); ++j) {
      sum += Sequence(row, scanpaths[i], scanpaths[j]);
      count += 1;
    }
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace

RowOnPair::RowOnPair(const HumanSet& set, const HumanPair& of_pair,
                     std::span<const ScoredScanpath> scanpaths, bool of_people)
    : humans(set), pair(of_pair), scored(scanpaths), human(of_people) {
  if (!set.protocol.Wants(kLikelihood)) return;
  const auto densities_of = [](std::span<const ScoredScanpath> all) {
    std::vector<FixationDensity> densities;
    for (const ScoredScanpath& one : all) densities.push_back(DensityOf(one.scanpath));
    return densities;
  };
  const auto people = densities_of(pair.trials);
  const auto of_row = human ? people : densities_of(scored);
  prior = set.density;
  for (const FixationDensity& one : people) prior.Add(one, -1);
  prior.AddEvenly();
  foreseen.resize(people.size());
  for (std::size_t t = 0; t < people.size(); ++t) {
    const ScanpathInImage& scanpath = pair.trials[t].scanpath;
    for (std::size_t i = 1; i < scanpath.size(); ++i) {
      if (const auto cell = Grid::CellOf(scanpath[i].point)) {
        foreseen[t].cells.push_back(Grid::Index(*cell));
      }
    }
    for (std::size_t i = 0; i < of_row.size(); ++i) {
      if (IsBeside(i, t)) foreseen[t].by_row.Add(of_row[i]);
    }
    for (std::size_t i = 0; i < people.size(); ++i) {
      if (i != t && !IsSamePerson(pair.trials[i].subject, pair.trials[t].subject)) {
        foreseen[t].by_people.Add(people[i]);
      }
    }
  }
}

bool RowOnPair::IsBeside(std::size_t scanpath, std::size_t trial) const {
  return !human || (scanpath != trial &&
                    !IsSamePerson(pair.trials[scanpath].subject, pair.trials[trial].subject));
}

void AddBitsOverPrior(const RowOnPair& row, std::span<TrialSum> trials) {
  for (std::size_t t = 0; t < row.foreseen.size(); ++t) {
    const auto& [cells, by_row, by_people] = row.foreseen[t];
    if (row.human && by_row.fixations == 0) continue;  // nobody else
    for (const std::size_t cell : cells) {
      trials[t].sum +=
          std::log2(by_row.ShareOf(cell, row.prior) * row.prior.fixations / row.prior.cells[cell]);
      trials[t].count += 1;
    }
  }
}

void AddBitsOverPeople(const RowOnPair& row, std::span<TrialSum> trials) {
  if (row.human) return;
  for (std::size_t t = 0; t < row.foreseen.size(); ++t) {
    const auto& [cells, by_row, by_people] = row.foreseen[t];
    if (by_people.fixations == 0) continue;
    for (const std::size_t cell : cells) {
      trials[t].sum +=
          std::log2(by_row.ShareOf(cell, row.prior) / by_people.ShareOf(cell, row.prior));
      trials[t].count += 1;
    }
  }
}

void AddExplainedShare(const RowOnPair& row, std::span<TrialSum> trials) {
  if (row.human) return;
  for (std::size_t t = 0; t < row.foreseen.size(); ++t) {
    const auto& [cells, by_row, by_people] = row.foreseen[t];
    if (by_people.fixations == 0) continue;
    for (const std::size_t cell : cells) {
      const double before = row.prior.cells[cell] / row.prior.fixations;
      trials[t].sum += std::log2(by_row.ShareOf(cell, row.prior) / before);
      trials[t].count += std::log2(by_people.ShareOf(cell, row.prior) / before);
    }
  }
}

void AddDensityNss(const RowOnPair& row, std::span<TrialSum> trials) {
  for (std::size_t t = 0; t < row.foreseen.size(); ++t) {
    const auto& [cells, by_row, by_people] = row.foreseen[t];
    if ((row.human && by_row.fixations == 0) || cells.empty()) continue;
    constexpr double kMean = 1.0 / Grid::kCells;
    double squares = 0;
    for (std::size_t cell = 0; cell < Grid::kCells; ++cell) {
      const double above = by_row.ShareOf(cell, row.prior) - kMean;
      squares += above * above;
    }
    const double deviation = std::sqrt(squares / (Grid::kCells - 1));
    if (deviation == 0) continue;
    for (const std::size_t cell : cells) {
      trials[t].sum += (by_row.ShareOf(cell, row.prior) - kMean) / deviation;
      trials[t].count += 1;
    }
  }
}

void AddAmplitudeCrps(const RowOnPair& row, std::span<TrialSum> trials) {
  AddCrps(row, trials, Amplitudes);
}

void AddLengthCrps(const RowOnPair& row, std::span<TrialSum> trials) {
  AddCrps(row, trials, Length);
}

void AddDiversityAwareScore(const RowOnPair& row, std::span<TrialSum> trials) {
  if (row.human) return;
  const auto of_row = AmongThemselves(row, row.scored);
  const auto of_people = AmongThemselves(row, row.pair.trials);
  if (!of_row || !of_people) return;
  const double denominator = 1 + std::abs(*of_row - *of_people);
  const double share = 1.0 / static_cast<double>(trials.size());  // of one pair
  for (std::size_t t = 0; t < trials.size(); ++t) {
    double sum = 0;
    for (const ScoredScanpath& scored : row.scored)
      sum += Sequence(row, scored, row.pair.trials[t]);
    trials[t] = {share * sum / static_cast<double>(row.scored.size()) / denominator, share};
  }
}

void AddRecall(const RowOnPair& row, std::span<TrialSum> trials) {
  for (std::size_t t = 0; t < trials.size(); ++t) {
    double best = -1;
    for (std::size_t i = 0; i < row.scored.size(); ++i) {
      if (row.IsBeside(i, t)) {
        best = std::max(best, Sequence(row, row.scored[i], row.pair.trials[t]));
      }
    }
    if (best < 0) continue;
    trials[t] = {best > row.humans.consistency ? 1.0 : 0.0, 1};
  }
}

double SampleCrps(std::span<const double> samples, double observed) {
  const double n = static_cast<double>(samples.size());
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  double from_observed = 0, among = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    from_observed += std::abs(sorted[i] - observed);
    // Of all n (n-1) / 2 differences: how often it is the larger less how often the smaller.
    among += sorted[i] * (2 * static_cast<double>(i) - n + 1);
  }
  return from_observed / n - (n > 1 ? among / (n * (n - 1)) : 0);
}

}  // namespace saccade::metrics
