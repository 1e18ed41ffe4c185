#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "saccade/metrics/fixation_density.h"
#include "saccade/metrics/protocol.h"
#include "saccade/metrics/semantic.h"
#include "saccade/scene/trial.h"

namespace saccade::metrics {

// A scanpath in every form that a score needs, made once and compared many times.
struct ScoredScanpath {
  Identifier subject;
  ScanpathInImage scanpath;
  std::optional<BoxInImage> target;
  std::optional<int> first_on_target;  // 1-based
  PreparedScanpath<Frame::kImage> saccades;
  std::vector<int> clusters;
  std::vector<int> bins;
  std::vector<int> bins_with_durations;  // empty without durations
  std::vector<int> labels;               // empty without label maps
  // Sampled in time; empty without durations, and where the protocol wants no such scores.
  std::vector<int> clusters_in_time;
  std::vector<int> labels_in_time;
  std::vector<int> chen_bins_in_time;
};

// What people did on one (task, picture) pair.
struct HumanPair {
  std::string task;
  std::string name;
  std::string split;
  std::optional<BoxInImage> target;  // that of the first trial that has one
  Clusters clusters;
  std::vector<ScoredScanpath> trials;  // in the order of the file
};

// The ground truth of an evaluation: pairs with at least one human trial used, sorted by task, then
// picture.
struct HumanSet {
  Protocol protocol;
  FindLabelMap labels;  // empty: no semantic scores
  std::string split;    // "validation", "test", "train", several joined by "+", or "unknown"
  std::vector<HumanPair> pairs;
  std::vector<std::string> tasks;               // sorted
  std::size_t trials = 0;                       // used
  std::size_t without_box = 0;                  // of them: no efficiency scores
  std::map<std::string, std::size_t> left_out;  // reason -> trials of the file that are not used
  // Where the protocol wants such scores: the mean sequence score of people among themselves, and
  // where everybody's fixations after the start lie.
  double consistency = 0;
  FixationDensity density;
  // Pairs of the protocol's condition of which no trial is used; they count nowhere.
  std::set<std::pair<std::string, std::string>> unused_pairs;

  // Index into `pairs`.
  std::optional<std::size_t> Find(std::string_view task, std::string_view name) const;
  int TaskOf(const HumanPair& pair) const;  // index into `tasks`
};

// Selects, cuts, clusters and prepares; in parallel over pairs. `labels` may be empty. Throws
// InputError when no trial is left.
HumanSet PrepareHumans(std::span<const TrialInImage> trials, const Protocol& protocol,
                       const FindLabelMap& labels = {});

// Makes a scanpath on a pair's picture ready; it must be cut already (PredictionUsed). `labels` may
// be null.
ScoredScanpath PrepareScanpath(ScanpathInImage scanpath, Identifier subject,
                               const std::optional<BoxInImage>& target, const Clusters& clusters,
                               const LabelMap* labels, const Protocol& protocol);

// The label map of a pair's picture, if there are label maps and it has one.
std::optional<LabelMap> LabelsOf(const HumanSet& humans, const HumanPair& pair);

}  // namespace saccade::metrics
