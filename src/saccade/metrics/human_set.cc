#include "saccade/metrics/human_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/metrics/scanmatch.h"

namespace saccade::metrics {
namespace {

std::string SplitName(std::span<const TrialInImage> trials) {
  std::set<std::string> splits;
  for (const TrialInImage& trial : trials) {
    splits.insert(trial.split == "valid" ? "validation" : trial.split);
  }
  splits.erase("");
  if (splits.empty()) return "unknown";
  return fmt::format("{}", fmt::join(splits, "+"));
}

void AddStringsInTime(ScoredScanpath& scored) {
  const std::span<const FixationInImage> fixations = scored.scanpath;
  if (!HasDurations(scored.scanpath)) return;
  const auto in_time = [&](std::span<const int> symbols) {
    return SampledInTime(symbols, fixations, TimeSampling::kDrop);
  };
  scored.clusters_in_time = in_time(scored.clusters);
  scored.labels_in_time = in_time(scored.labels);
  scored.chen_bins_in_time = BinStringWithDurations(fixations, kChenScanMatch);
}

// The mean over trials of the mean sequence score against the other people's.
double Consistency(const HumanSet& humans) {
  const CutOptions& cut = humans.protocol.cut;
  double sum = 0, count = 0;
  for (const HumanPair& pair : humans.pairs) {
    for (const ScoredScanpath& trial : pair.trials) {
      double among = 0, others = 0;
      for (const ScoredScanpath& other : pair.trials) {
        if (&other == &trial || IsSamePerson(other.subject, trial.subject)) continue;
        among += SequenceSimilarity(cut.Prediction(trial.clusters), cut.Human(other.clusters));
        ++others;
      }
      if (others == 0) continue;
      sum += among / others;
      ++count;
    }
  }
  return count > 0 ? sum / count : 0;
}

void FinishPair(const HumanSet& humans, HumanPair& pair) {
  std::vector<ScanpathInImage> scanpaths;
  for (const ScoredScanpath& trial : pair.trials) scanpaths.push_back(trial.scanpath);
  pair.clusters = FindClusters(scanpaths, humans.protocol.clusters);
  const std::optional<LabelMap> labels = LabelsOf(humans, pair);
  for (ScoredScanpath& trial : pair.trials) {
    trial = PrepareScanpath(std::move(trial.scanpath), trial.subject, trial.target, pair.clusters,
                            labels ? &*labels : nullptr, humans.protocol);
  }
}

}  // namespace

std::optional<std::size_t> HumanSet::Find(std::string_view task, std::string_view name) const {
  const auto key = std::tie(task, name);
  const auto found = std::lower_bound(
      pairs.begin(), pairs.end(), key, [](const HumanPair& pair, const auto& wanted) {
        return std::tuple<std::string_view, std::string_view>(pair.task, pair.name) < wanted;
      });
  if (found == pairs.end() || found->task != task || found->name != name) return std::nullopt;
  return static_cast<std::size_t>(found - pairs.begin());
}

int HumanSet::TaskOf(const HumanPair& pair) const {
  return static_cast<int>(std::lower_bound(tasks.begin(), tasks.end(), pair.task) - tasks.begin());
}

ScoredScanpath PrepareScanpath(ScanpathInImage scanpath, Identifier subject,
                               const std::optional<BoxInImage>& target, const Clusters& clusters,
                               const LabelMap* labels, const Protocol& protocol) {
  ScoredScanpath scored;
  scored.subject = std::move(subject);
  scored.target = target;
  scored.scanpath = std::move(scanpath);
  const std::span<const FixationInImage> fixations = scored.scanpath;
  for (std::size_t i = 0; target && i < fixations.size() && !scored.first_on_target; ++i) {
    if (target->Contains(fixations[i].point)) scored.first_on_target = static_cast<int>(i) + 1;
  }
  scored.saccades = Prepare(fixations, protocol.multimatch);
  scored.clusters = ClusterString(clusters, fixations);
  scored.bins = BinString(fixations);
  if (HasDurations(scored.scanpath)) {
    scored.bins_with_durations = BinStringWithDurations(fixations);
  }
  if (labels) scored.labels = SemanticString(*labels, fixations);
  if (protocol.Wants(kDuration) || protocol.Wants(kDistribution)) AddStringsInTime(scored);
  return scored;
}

std::optional<LabelMap> LabelsOf(const HumanSet& humans, const HumanPair& pair) {
  return humans.labels ? humans.labels(pair.name) : std::nullopt;
}

HumanSet PrepareHumans(std::span<const TrialInImage> trials, const Protocol& protocol,
                       const FindLabelMap& labels) {
  HumanSet set;
  set.protocol = protocol;
  set.labels = labels;
  set.split = SplitName(trials);
  for (const TrialInImage& trial : trials) {
    if (trial.condition == protocol.condition) set.unused_pairs.emplace(trial.task, trial.name);
    const std::string_view reason = WhyLeftOut(trial, protocol);
    if (!reason.empty()) ++set.left_out[std::string(reason)];
  }
  std::map<std::pair<std::string, std::string>, HumanPair> pairs;
  for (TrialInImage& trial : HumanTrialsUsed(trials, protocol)) {
    HumanPair& pair = pairs[{trial.task, trial.name}];
    if (pair.trials.empty()) {
      pair.task = trial.task;
      pair.name = trial.name;
      pair.split = trial.split;
    }
    if (!pair.target) pair.target = trial.target;
    ScoredScanpath& scored = pair.trials.emplace_back();
    scored.subject = trial.subject;
    scored.target = trial.target;
    set.without_box += !trial.target;
    scored.scanpath = std::move(trial.scanpath);
    ++set.trials;
  }
  if (pairs.empty()) {
    std::string reasons;
    for (const auto& [reason, count] : set.left_out) {
      reasons += fmt::format("{}{}: {}", reasons.empty() ? "" : ", ", reason, count);
    }
    throw InputError(
        fmt::format("none of the {} human trials counts in protocol {} ({}); nothing to score",
                    trials.size(), protocol.name, reasons));
  }
  for (auto& [key, pair] : pairs) {
    set.unused_pairs.erase(key);
    if (set.tasks.empty() || set.tasks.back() != pair.task) set.tasks.push_back(pair.task);
    set.pairs.push_back(std::move(pair));
  }
  ParallelFor(set.pairs.size(), [&](std::size_t i) { FinishPair(set, set.pairs[i]); });
  if (protocol.Wants(kDistribution)) set.consistency = Consistency(set);
  if (protocol.Wants(kLikelihood)) {
    std::vector<FixationDensity> densities(set.pairs.size());
    ParallelFor(densities.size(), [&](std::size_t i) {
      for (const ScoredScanpath& trial : set.pairs[i].trials) {
        densities[i].Add(DensityOf(trial.scanpath));
      }
    });
    for (const FixationDensity& density : densities) set.density.Add(density);
  }
  return set;
}

}  // namespace saccade::metrics
