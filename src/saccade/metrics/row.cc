#include "saccade/metrics/row.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/metrics/alignment.h"
#include "saccade/metrics/scanmatch.h"

namespace saccade::metrics {
namespace {

// Mean of a score over the comparisons that have it.
class MeanScores {
 public:
  void Add(Score score, double value) {
    sums_[score - kFirstMean] += value;
    counts_[score - kFirstMean] += 1;
  }
  std::array<double, kMeans> Result() const {
    std::array<double, kMeans> means;
    for (int i = 0; i < kMeans; ++i) means[i] = counts_[i] > 0 ? sums_[i] / counts_[i] : kAbsent;
    return means;
  }

 private:
  std::array<double, kMeans> sums_{};
  std::array<int, kMeans> counts_{};
};

void AddComparison(const ScoredScanpath& scored, const ScoredScanpath& human,
                   const Protocol& protocol, MeanScores& means) {
  const auto first = protocol.cut.Prediction(scored.clusters);
  const auto second = protocol.cut.Human(human.clusters);
  means.Add(kSequenceScore, SequenceSimilarity(first, second));
  means.Add(kFixationEditDistance, EditDistance(first, second));
  if (const auto scores = MultiMatch(scored.saccades, human.saccades)) {
    means.Add(kShape, scores->shape);
    means.Add(kDirection, scores->direction);
    means.Add(kLength, scores->length);
    means.Add(kPosition, scores->position);
  }
  if (!scored.labels.empty() && !human.labels.empty()) {
    const auto first_labels = protocol.cut.Prediction(scored.labels);
    const auto second_labels = protocol.cut.Human(human.labels);
    means.Add(kSemanticSequenceScore, SequenceSimilarity(first_labels, second_labels));
    means.Add(kSemanticEditDistance, EditDistance(first_labels, second_labels));
  }
  if (const auto score = ScanMatch(scored.bins, human.bins)) means.Add(kScanMatch, *score);
  if (!scored.bins_with_durations.empty() && !human.bins_with_durations.empty()) {
    const auto score = ScanMatch(scored.bins_with_durations, human.bins_with_durations);
    if (score) means.Add(kScanMatchDuration, *score);
  }
  means.Add(kEditDistance, EditDistance(scored.bins, human.bins));
}

// `other_subjects_only`: the scored scanpath is one of the pair's own trials.
ScanpathScores ScoreScanpath(const HumanSet& humans, std::size_t pair_index,
                             const ScoredScanpath& scored, bool other_subjects_only) {
  MeanScores means;
  if (scored.target) {
    const auto ratio = ScanpathRatio(scored.scanpath, *scored.target);
    if (ratio) means.Add(kScanpathRatio, *ratio);
  }
  for (const ScoredScanpath& human : humans.pairs[pair_index].trials) {
    if (other_subjects_only && (&human == &scored || IsSamePerson(human.subject, scored.subject))) {
      continue;
    }
    AddComparison(scored, human, humans.protocol, means);
  }
  return {pair_index, scored.subject, scored.first_on_target, means.Result()};
}

// Joins what was computed pair by pair, in the order of the pairs.
void Finish(std::vector<std::vector<ScanpathScores>>& by_pair, Row& row) {
  for (std::vector<ScanpathScores>& scores : by_pair) {
    row.pairs += !scores.empty();
    for (ScanpathScores& scanpath : scores) {
      const int n = scanpath.first_on_target.value_or(0);
      const bool has_ratio = IsPresent(scanpath.means[kScanpathRatio - kFirstMean]);
      row.zero_length_paths += 2 <= n && n <= kScoredPoints && !has_ratio;
      row.scanpaths.push_back(scanpath);
    }
  }
}

}  // namespace

Row ScoreHumans(const HumanSet& humans) {
  Row row;
  row.name = "human";
  row.human = true;
  std::vector<std::vector<ScanpathScores>> by_pair(humans.pairs.size());
  ParallelFor(humans.pairs.size(), [&](std::size_t i) {
    for (const ScoredScanpath& trial : humans.pairs[i].trials) {
      by_pair[i].push_back(ScoreScanpath(humans, i, trial, true));
    }
  });
  Finish(by_pair, row);
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
  std::vector<std::vector<ScanpathScores>> scores(humans.pairs.size());
  ParallelFor(humans.pairs.size(), [&](std::size_t i) {
    const HumanPair& pair = humans.pairs[i];
    if (by_pair[i].empty()) return;
    const std::optional<LabelMap> labels = LabelsOf(humans, pair);
    for (const TrialInImage* prediction : by_pair[i]) {
      const ScoredScanpath scored = PrepareScanpath(
          PredictionUsed(prediction->scanpath, pair.target, protocol), prediction->subject,
          pair.target, pair.clusters, labels ? &*labels : nullptr, protocol);
      scores[i].push_back(ScoreScanpath(humans, i, scored, false));
    }
  });
  Finish(scores, row);
  return row;
}

void ScoreMaps(const HumanSet& humans, const NextFixationMap& maps,
               const std::map<std::string, TaskPrior>& priors, MapResolution resolution, Row& row) {
  std::vector<std::vector<FixationScores>> by_pair(humans.pairs.size());
  ParallelFor(humans.pairs.size(), [&](std::size_t i) {
    const HumanPair& pair = humans.pairs[i];
    const auto prior = priors.find(pair.task);
    if (prior == priors.end()) {
      throw InputError(fmt::format(
          "{}: no fixations for task \"{}\" in the training trials; cIG needs them for its prior",
          row.name, pair.task));
    }
    for (const ScoredScanpath& trial : pair.trials) {
      for (const NextFixation& next : NextFixations(trial.scanpath)) {
        const std::vector<double> map = maps(pair, trial.subject, next);
        if (map.empty()) continue;
        by_pair[i].push_back({i, trial.subject, next.step,
                              ScoreNextFixation(map, next.point, prior->second, resolution)});
      }
    }
  });
  for (const auto& scores : by_pair) {
    row.fixations.insert(row.fixations.end(), scores.begin(), scores.end());
  }
}

}  // namespace saccade::metrics
