#include "saccade/metrics/row.h"

#include <fmt/format.h>

#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/metrics/row_on_pair.h"

namespace saccade::metrics {
namespace {

std::array<double, kComparedValues> ValuesOf(const Compared& two, unsigned missing) {
  std::array<double, kComparedValues> values;
  values.fill(kAbsent);
  values[kSequenceValue] = SequenceSimilarity(two.clusters, two.human_clusters);
  values[kScanMatchValue] = ScanMatch(two.scored.bins, two.human.bins).value_or(kAbsent);
  if (two.multimatch) {
    values[kShapeValue] = two.multimatch->shape;
    values[kDirectionValue] = two.multimatch->direction;
    values[kLengthValue] = two.multimatch->length;
    values[kPositionValue] = two.multimatch->position;
  }
  const bool timed = (missing & kNeedsDurations) == 0, labelled = (missing & kNeedsLabels) == 0;
  if (timed && two.multimatch) values[kDurationValue] = two.multimatch->duration;
  if (timed) values[kSequenceDurationValue] = two.SequenceInTime();
  if (timed) {
    values[kScanMatchDurationValue] =
        ScanMatch(two.scored.bins_with_durations, two.human.bins_with_durations).value_or(kAbsent);
  }
  if (labelled) values[kSemanticValue] = SequenceSimilarity(two.labels, two.human_labels);
  if (labelled && timed) values[kSemanticDurationValue] = two.SemanticInTime();
  return values;
}

// One scanpath of a row against the people of the pair.
ScanpathScores ScoreScanpath(const RowOnPair& row, std::size_t i, PairScores& rest) {
  const ScoredScanpath& scored = row.scored[i];
  const Protocol& protocol = row.humans.protocol;
  ScanpathScores result{0, scored.subject, scored.first_on_target};
  result.tallies = TalliesOf(scored);
  ScoreVector sums{}, counts{};
  for (std::size_t t = 0; t < row.pair.trials.size(); ++t) {
    if (!row.IsBeside(i, t)) continue;
    const Compared two(scored, row.pair.trials[t], protocol);
    const unsigned missing = Missing(two);
    for (const ScoreInfo& info : kScoreTable) {
      if (info.of_two == nullptr || !protocol.Wants(info.family)) continue;
      if ((info.needs & missing) != 0) continue;
      const auto value = info.of_two(two);
      if (!value) continue;
      sums[info.slot] += *value;
      counts[info.slot] += 1;
      if (row.human) continue;  // there the scored trial is the person's
      rest.trials[t].sum[info.slot] += *value;
      rest.trials[t].count[info.slot] += 1;
    }
    if (protocol.Wants(kDistribution) && !row.human) {
      rest.comparisons.push_back({t, {}, ValuesOf(two, missing)});
    }
  }
  for (const ScoreInfo& info : kScoreTable) {
    double& score = result.scores[info.slot];
    const bool can = scored.target || !info.Needs(kNeedsBox);
    if (info.of_scanpath && can && protocol.Wants(info.family)) {
      score = info.of_scanpath(scored).value_or(kAbsent);
    }
    if (counts[info.slot] > 0) score = sums[info.slot] / counts[info.slot];
  }
  return result;
}

// Joins what was computed pair by pair, in the order of the pairs.
void Finish(const Protocol& protocol, std::vector<std::vector<ScanpathScores>>& by_pair, Row& row) {
  for (std::vector<ScanpathScores>& scores : by_pair) {
    row.pairs += !scores.empty();
    for (ScanpathScores& scanpath : scores) {
      const int n = scanpath.first_on_target.value_or(0);
      const bool has_ratio = IsPresent(scanpath.scores[kScanpathRatio]);
      const bool wants_ratio = protocol.Wants(kStandard) && 2 <= n && n <= kScoredPoints;
      row.zero_length_paths += wants_ratio && !has_ratio;
      row.scanpaths.push_back(scanpath);
    }
  }
}

}  // namespace

// What cannot be had of two scanpaths.
unsigned Missing(const Compared& two) {
  unsigned missing = 0;
  if (two.labels.empty() || two.human_labels.empty()) missing |= kNeedsLabels;
  if (two.scored.bins_with_durations.empty() || two.human.bins_with_durations.empty()) {
    missing |= kNeedsDurations;
  }
  return missing;
}

std::vector<ScanpathScores> ScoreOnPair(const HumanSet& humans, std::size_t pair,
                                        const RowOnPair& row, PairScores& rest) {
  rest.trials.resize(row.pair.trials.size());
  std::vector<ScanpathScores> scanpaths;
  for (std::size_t i = 0; i < row.scored.size(); ++i) {
    scanpaths.push_back(ScoreScanpath(row, i, rest));
    scanpaths.back().pair = pair;
  }
  std::vector<TrialSum> sums(row.pair.trials.size());
  for (const ScoreInfo& info : kScoreTable) {
    if (info.of_pair == nullptr || !humans.protocol.Wants(info.family)) continue;
    std::ranges::fill(sums, TrialSum{});
    info.of_pair(row, sums);
    for (std::size_t t = 0; t < sums.size(); ++t) {
      rest.trials[t].sum[info.slot] = sums[t].sum;
      rest.trials[t].count[info.slot] = sums[t].count;
    }
  }
  return scanpaths;
}

TallyVector TalliesOf(const ScoredScanpath& scanpath) {
  TallyVector tallies{};
  std::array<bool, kTallyNumbers> done{};  // scores may share a tally
  for (const ScoreInfo& info : kScoreTable) {
    if (info.tally == nullptr || std::exchange(done[info.tally_slot], true)) continue;
    info.tally->add(scanpath, std::span(tallies).subspan(info.tally_slot, info.tally->size));
  }
  return tallies;
}

std::vector<OneComparison> ComparisonsAmongPeople(const HumanSet& humans, const HumanPair& pair) {
  std::vector<OneComparison> comparisons;
  for (std::size_t i = 0; i < pair.trials.size(); ++i) {
    for (std::size_t t = 0; t < pair.trials.size(); ++t) {
      if (i == t || IsSamePerson(pair.trials[i].subject, pair.trials[t].subject)) continue;
      const Compared two(pair.trials[i], pair.trials[t], humans.protocol);
      comparisons.push_back({t, i, ValuesOf(two, Missing(two))});
    }
  }
  return comparisons;
}

Row ScoreHumans(const HumanSet& humans) {
  Row row;
  row.name = "human";
  row.human = true;
  row.by_pair.resize(humans.pairs.size());
  std::vector<std::vector<ScanpathScores>> scores(humans.pairs.size());
  ParallelFor(humans.pairs.size(), [&](std::size_t i) {
    const RowOnPair people(humans, humans.pairs[i], humans.pairs[i].trials, true);
    scores[i] = ScoreOnPair(humans, i, people, row.by_pair[i]);
  });
  Finish(humans.protocol, scores, row);
  return row;
}

Row ScorePredictions(const HumanSet& humans, std::string name,
                     std::span<const TrialInImage> predictions, CellPoint predicted_cell) {
  Row row;
  row.name = std::move(name);
  std::vector<std::vector<const TrialInImage*>> by_pair(humans.pairs.size());
  for (const TrialInImage& prediction : predictions) {
    const auto pair = humans.Find(prediction.task, prediction.name);
    if (!pair) {
      const bool unused = humans.unused_pairs.contains({prediction.task, prediction.name});
      ++(unused ? row.unused_scanpaths : row.unknown_scanpaths);
      continue;
    }
    by_pair[*pair].push_back(&prediction);
  }
  if (row.unused_scanpaths + row.unknown_scanpaths == predictions.size()) {
    throw InputError(
        fmt::format("{}: none of the {} predicted scanpaths belongs to a (task, picture) pair with "
                    "human trials; "
                    "predict for the pairs of the fixations file",
                    row.name, predictions.size()));
  }
  Protocol protocol = humans.protocol;
  protocol.predicted_cell = predicted_cell;
  row.by_pair.resize(humans.pairs.size());
  std::vector<std::vector<ScanpathScores>> scores(humans.pairs.size());
  ParallelFor(humans.pairs.size(), [&](std::size_t i) {
    const HumanPair& pair = humans.pairs[i];
    if (by_pair[i].empty()) return;
    const std::optional<LabelMap> labels = LabelsOf(humans, pair);
    std::vector<ScoredScanpath> scored;
    for (const TrialInImage* prediction : by_pair[i]) {
      scored.push_back(PrepareScanpath(PredictionUsed(prediction->scanpath, pair.target, protocol),
                                       prediction->subject, pair.target, pair.clusters,
                                       labels ? &*labels : nullptr, protocol));
    }
    scores[i] = ScoreOnPair(humans, i, RowOnPair(humans, pair, scored, false), row.by_pair[i]);
  });
  Finish(humans.protocol, scores, row);
  return row;
}

namespace {

// Stands where there is none; no score that needs one is made of it.
const TaskPrior& EvenPrior() {
  static const TaskPrior kEven{0, std::vector<double>(kImagePixels, 1. / kImagePixels),
                               std::vector<double>(Grid::kCells, 1. / Grid::kCells)};
  return kEven;
}

// `prior_of` gives a pair's prior; null where there are none at all.
void ScoreMapsBeside(const HumanSet& humans, const NextFixationMap& maps,
                     const std::function<const TaskPrior*(const HumanPair&)>& prior_of,
                     MapResolution resolution, Row& row) {
  std::vector<std::vector<FixationScores>> by_pair(humans.pairs.size());
  ParallelFor(humans.pairs.size(), [&](std::size_t i) {
    const HumanPair& pair = humans.pairs[i];
    const TaskPrior* const prior = prior_of(pair);
    for (const ScoredScanpath& trial : pair.trials) {
      for (const NextFixation& next : NextFixations(trial.scanpath)) {
        std::vector<double> map = maps(pair, trial.subject, next);
        if (map.empty()) continue;
        const MapAtFixation at = AtResolution(std::move(map), next.point,
                                              prior != nullptr ? *prior : EvenPrior(), resolution);
        const ForeseenFixation foreseen(at);
        FixationScores& fixation = by_pair[i].emplace_back();
        fixation = {i, trial.subject, next.step};
        for (const ScoreInfo& info : kScoreTable) {
          const bool can = prior != nullptr || !info.Needs(kNeedsPrior);
          if (info.of_map && can) fixation.scores[info.slot] = info.of_map(foreseen);
        }
      }
    }
  });
  for (const auto& scores : by_pair) {
    row.fixations.insert(row.fixations.end(), scores.begin(), scores.end());
  }
}

}  // namespace

void ScoreMaps(const HumanSet& humans, const NextFixationMap& maps,
               const std::map<std::string, TaskPrior>& priors, MapResolution resolution, Row& row) {
  const auto prior_of = [&](const HumanPair& pair) {
    const auto prior = priors.find(pair.task);
    if (prior == priors.end()) {
      throw InputError(fmt::format(
          "{}: no fixations for task \"{}\" in the training trials; cIG needs them for its prior",
          row.name, pair.task));
    }
    return &prior->second;
  };
  ScoreMapsBeside(humans, maps, prior_of, resolution, row);
}

void ScoreMapsWithoutPriors(const HumanSet& humans, const NextFixationMap& maps,
                            MapResolution resolution, Row& row) {
  ScoreMapsBeside(
      humans, maps, [](const HumanPair&) { return nullptr; }, resolution, row);
}

}  // namespace saccade::metrics
