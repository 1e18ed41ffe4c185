#include "saccade/metrics/row.h"

#include <fmt/format.h>

#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"

namespace saccade::metrics {
namespace {

// What cannot be had of two scanpaths.
unsigned Missing(const Compared& two, bool with_durations) {
  unsigned missing = 0;
  if (two.labels.empty() || two.human_labels.empty()) missing |= kNeedsLabels;
  if (!with_durations) missing |= kNeedsDurations;
  return missing;
}

// `other_subjects_only`: the scored scanpath is one of the pair's own trials.
ScanpathScores ScoreScanpath(const HumanSet& humans, std::size_t pair_index,
                             const ScoredScanpath& scored, bool other_subjects_only,
                             bool with_durations) {
  ScanpathScores result{pair_index, scored.subject, scored.first_on_target};
  ScoreVector sums{}, counts{};
  for (const ScoredScanpath& human : humans.pairs[pair_index].trials) {
    if (other_subjects_only && human.subject == scored.subject) continue;
    const Compared two(scored, human, humans.protocol);
    const unsigned missing = Missing(two, with_durations);
    for (const ScoreInfo& info : kScoreTable) {
      if (info.of_two == nullptr || (info.needs & missing) != 0) continue;
      if (const auto value = info.of_two(two)) {
        sums[info.slot] += *value;
        counts[info.slot] += 1;
      }
    }
  }
  for (const ScoreInfo& info : kScoreTable) {
    double& score = result.scores[info.slot];
    if (info.of_scanpath) score = info.of_scanpath(scored).value_or(kAbsent);
    if (counts[info.slot] > 0) score = sums[info.slot] / counts[info.slot];
  }
  return result;
}

// Joins what was computed pair by pair, in the order of the pairs.
void Finish(std::vector<std::vector<ScanpathScores>>& by_pair, Row& row) {
  for (std::vector<ScanpathScores>& scores : by_pair) {
    row.pairs += !scores.empty();
    for (ScanpathScores& scanpath : scores) {
      const int n = scanpath.first_on_target.value_or(0);
      const bool has_ratio = IsPresent(scanpath.scores[kScanpathRatio]);
      row.zero_length_paths += 2 <= n && n <= kScoredPoints && !has_ratio;
      row.scanpaths.push_back(scanpath);
    }
  }
}

}  // namespace

TallyVector TalliesOf(std::span<const ScoredScanpath> scanpaths) {
  TallyVector tallies{};
  std::array<bool, kTallyNumbers> done{};  // scores may share a tally
  for (const ScoreInfo& info : kScoreTable) {
    if (info.tally == nullptr || std::exchange(done[info.tally_slot], true)) continue;
    const std::span numbers = std::span(tallies).subspan(info.tally_slot, info.tally->size);
    for (const ScoredScanpath& scanpath : scanpaths) info.tally->add(scanpath, numbers);
  }
  return tallies;
}

Row ScoreHumans(const HumanSet& humans) {
  Row row;
  row.name = "human";
  row.human = true;
  row.tallies.resize(humans.pairs.size());
  std::vector<std::vector<ScanpathScores>> by_pair(humans.pairs.size());
  ParallelFor(humans.pairs.size(), [&](std::size_t i) {
    for (const ScoredScanpath& trial : humans.pairs[i].trials) {
      by_pair[i].push_back(ScoreScanpath(humans, i, trial, true, true));
    }
    row.tallies[i] = TalliesOf(humans.pairs[i].trials);
  });
  Finish(by_pair, row);
  return row;
}

Row ScorePredictions(const HumanSet& humans, std::string name,
                     std::span<const TrialInImage> predictions, CellPoint predicted_cell) {
  Row row;
  row.name = std::move(name);
  std::vector<std::vector<const TrialInImage*>> by_pair(humans.pairs.size());
  bool with_durations = false;
  for (const TrialInImage& prediction : predictions) {
    const auto pair = humans.Find(prediction.task, prediction.name);
    if (!pair) {
      const bool unused = humans.unused_pairs.contains({prediction.task, prediction.name});
      ++(unused ? row.unused_scanpaths : row.unknown_scanpaths);
      continue;
    }
    by_pair[*pair].push_back(&prediction);
    for (const FixationInImage& fixation : prediction.scanpath) {
      with_durations = with_durations || fixation.duration_ms > 0;
    }
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
  row.tallies.resize(humans.pairs.size());
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
      scores[i].push_back(ScoreScanpath(humans, i, scored.back(), false, with_durations));
    }
    row.tallies[i] = TalliesOf(scored);
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
        std::vector<double> map = maps(pair, trial.subject, next);
        if (map.empty()) continue;
        const MapAtFixation at =
            AtResolution(std::move(map), next.point, prior->second, resolution);
        const ForeseenFixation foreseen(at);
        FixationScores& fixation = by_pair[i].emplace_back();
        fixation = {i, trial.subject, next.step};
        for (const ScoreInfo& info : kScoreTable) {
          if (info.of_map) fixation.scores[info.slot] = info.of_map(foreseen);
        }
      }
    }
  });
  for (const auto& scores : by_pair) {
    row.fixations.insert(row.fixations.end(), scores.begin(), scores.end());
  }
}

}  // namespace saccade::metrics
