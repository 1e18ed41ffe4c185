#include "saccade/app/compare.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/options.h"
#include "saccade/base/parallel.h"
#include "saccade/base/shard_option.h"
#include "saccade/metrics/alignment.h"
#include "saccade/metrics/multimatch_options.h"
#include "saccade/metrics/recurrence.h"
#include "saccade/metrics/scanmatch.h"
#include "saccade/metrics/score.h"
#include "saccade/metrics/trajectory.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/evaluation_json.h"

namespace saccade::app {
namespace {

using Json = nlohmann::ordered_json;
using namespace metrics;

constexpr const char* kMetrics[] = {"multimatch", "scanmatch", "edit_distance", "trajectory",
                                    "recurrence"};

template <Frame F>
struct PreparedTrial {
  PreparedScanpath<F> saccades;
  std::vector<int> bins;
  std::vector<int> bins_with_durations;
};

// Those that a pair has at `place`; the others stay empty.
template <Frame F>
std::vector<PreparedTrial<F>> PrepareUsed(std::span<const Trial<F>> trials,
                                          std::span<const ComparedPair> pairs,
                                          std::size_t ComparedPair::*place,
                                          const MultiMatchOptions& options) {
  std::vector<PreparedTrial<F>> prepared(trials.size());
  std::vector<char> used(trials.size());
  for (const ComparedPair& pair : pairs) used[pair.*place] = 1;
  ParallelFor(trials.size(), [&](std::size_t i) {
    if (used[i] == 0) return;
    const std::span<const Fixation<F>> scanpath = trials[i].scanpath;
    prepared[i] = {Prepare(scanpath, options), BinString(scanpath),
                   BinStringWithDurations(scanpath)};
  });
  return prepared;
}

template <Frame F>
void AddTrajectory(std::span<const Fixation<F>> a, std::span<const Fixation<F>> b,
                   std::vector<NamedScore>& scores) {
  scores.push_back({"dtw", TimeWarping(a, b)});
  scores.push_back({"frechet", FrechetDistance(a, b)});
  scores.push_back({"time_delay_embedding", TimeDelayEmbedding(a, b, kEmbedding)});
  scores.push_back({"stde", ScaledTimeDelayEmbedding(a, b)});
}

template <Frame F>
void AddRecurrence(std::span<const Fixation<F>> a, std::span<const Fixation<F>> b,
                   std::vector<NamedScore>& scores) {
  const auto recurrence = CrossRecurrence(a, b);
  if (!recurrence) {
    for (const char* key :
         {"recurrence.rec", "recurrence.det", "recurrence.lam", "recurrence.corm"}) {
      scores.push_back({key, std::nullopt});
    }
    return;
  }
  scores.push_back({"recurrence.rec", recurrence->recurrence});
  scores.push_back({"recurrence.det", recurrence->determinism});
  scores.push_back({"recurrence.lam", recurrence->laminarity});
  scores.push_back({"recurrence.corm", recurrence->center_of_mass});
}

template <Frame F>
std::vector<ComparedPair> PairUp(std::span<const Trial<F>> first, std::span<const Trial<F>> second,
                                 const CompareOptions& options) {
  std::vector<ComparedPair> pairs;
  const auto add = [&](std::size_t i, std::size_t j) {
    pairs.push_back({.place = pairs.size(),
                     .first = i,
                     .second = j,
                     .task = first[i].task,
                     .name = first[i].name,
                     .first_subject = first[i].subject,
                     .second_subject = second[j].subject});
  };
  if (!options.all_pairs) {
    if (first.size() != second.size()) {
      throw InputError(
          options.second, "",
          "has {} trials and {} has {}; the i-th are compared with each other, so give "
          "equally many, or --all-pairs",
          second.size(), options.first.string(), first.size());
    }
    std::size_t unlike = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
      add(i, i);
      unlike += first[i].task != second[i].task || first[i].name != second[i].name;
    }
    if (unlike > 0) {
      LogWarning("{} of {} pairs are of different pictures or targets; --all-pairs matches them",
                 unlike, pairs.size());
    }
    return pairs;
  }
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> places;
  for (std::size_t j = 0; j < second.size(); ++j) {
    places[{second[j].task, second[j].name}].push_back(j);
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto found = places.find({first[i].task, first[i].name});
    if (found == places.end()) continue;
    for (const std::size_t j : found->second) add(i, j);
  }
  if (pairs.empty()) {
    throw InputError(options.second, "", "shares no (task, picture) pair with {}",
                     options.first.string());
  }
  return pairs;
}

template <Frame F>
struct ReadSide {
  std::vector<Trial<F>> trials;
  std::vector<TrialInImage> in_image;  // for checks
  Understood understood;
};

template <Frame F>
ReadSide<F> ReadOneSide(const std::filesystem::path& path, const char* name, bool lenient) {
  TrialFileOptions reading{.lenient = lenient, .allow_repeats = true};
  if (F == Frame::kDisplay) reading.frame = Frame::kDisplay;
  TrialFile file = ReadTrialFile(path, reading);
  LogReading(file);
  ReadSide<F> side;
  side.in_image = TrialsInImage(file);
  side.understood = Describe(file, side.in_image, name);
  if constexpr (F == Frame::kDisplay) {
    side.trials = TrialsInDisplay(std::move(file));
  } else {
    side.trials = side.in_image;
  }
  CheckUnits(path.string(), side.in_image);
  return side;
}

// Of each side by itself, and of one beside the other.
template <Frame F>
CompareResult CompareFiles(const CompareOptions& options) {
  ReadSide<F> first = ReadOneSide<F>(options.first, "first", options.lenient);
  ReadSide<F> second = ReadOneSide<F>(options.second, "second", options.lenient);
  CheckFrame(first.in_image, options.second.string(), second.in_image);
  CheckFrame(second.in_image, options.first.string(), first.in_image);
  const StartChange change =
      DecideStarts(first.in_image, options.second.string(), second.in_image, options.start);
  const auto drop = [](ReadSide<F>& side) {
    side.trials = DropStarts(std::move(side.trials));
    side.understood.start += ": left out";
  };
  if (change.drop_people) drop(first);
  if (change.drop_predictions) drop(second);
  if (change.prepend) {
    second.trials = PrependCenter(std::move(second.trials));
    second.understood.start += ": the centre is put before each";
  }
  return {Compare<F>(first.trials, second.trials, options),
          {std::move(first.understood), std::move(second.understood)}};
}

Json ToJson(const MultiMatchScores& scores, bool timed) {
  Json json = {{"shape", scores.shape},
               {"direction", scores.direction},
               {"length", scores.length},
               {"position", scores.position}};
  if (timed) json["duration"] = scores.duration;
  return json;
}

}  // namespace

OptionList OptionsOf(CompareOptions& o) {
  OptionTexts metrics = TextsOf(o.metrics);
  metrics.words.assign(std::begin(kMetrics), std::end(kMetrics));
  OptionList list;
  list.Add("first", TextOf(o.first), "Scanpaths (COCO-Search18 JSON)", "A.json")
      .Add("second", TextOf(o.second), "Scanpaths to compare them with", "B.json")
      .Add("frame", o.frame, {"display", "image"},
           "Frame to score in. image: files in display pixels are scaled to 512x320; display: "
           "coordinates are 1680x1050 pixels")
      .Add("lenient", o.lenient, "Skip bad trials and count them by reason")
      .Add("start", o.start, {"refuse", "as-is", "prepend", "drop"},
           "Scanpaths of the second file that do not begin at the centre where the first's do: "
           "score "
           "them as they are, put the centre before them, or leave out the first's start")
      .Add("metric", std::move(metrics), "What to score")
      .Add(OptionsOf(o.multimatch))
      .Add("all-pairs", o.all_pairs,
           "Compare all scanpaths of the same picture and task, not the i-th with the i-th")
      .Add("shard", TextOf(o.shard), "Only this share of the work, such as 3/8, counted from 0")
      .Omit();
  return list;
}

void CompareOptions::Check() const {
  for (const std::string& metric : metrics) {
    if (std::ranges::find(kMetrics, metric) == std::end(kMetrics)) {
      throw InputError("--metric " + metric +
                       ": multimatch, scanmatch, edit_distance, trajectory or recurrence is "
                       "expected");
    }
  }
}

bool CompareOptions::Wants(const std::string& metric) const {
  return std::ranges::find(metrics, metric) != metrics.end();
}

template <Frame F>
std::vector<ComparedPair> Compare(std::span<const Trial<F>> first, std::span<const Trial<F>> second,
                                  const CompareOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  std::vector<ComparedPair> pairs = PairUp(first, second, options);
  if (options.shard) {
    std::erase_if(pairs, [&](const ComparedPair& pair) { return !options.shard->Has(pair.name); });
  }
  const auto a = PrepareUsed(first, pairs, &ComparedPair::first, options.multimatch);
  const auto b = PrepareUsed(second, pairs, &ComparedPair::second, options.multimatch);
  const bool wants_multimatch = options.Wants("multimatch");
  const bool wants_scanmatch = options.Wants("scanmatch");
  const bool wants_edit_distance = options.Wants("edit_distance");
  const bool wants_trajectory = options.Wants("trajectory");
  const bool wants_recurrence = options.Wants("recurrence");
  ParallelFor(pairs.size(), [&](std::size_t i) {
    ComparedPair& pair = pairs[i];
    const PreparedTrial<F>& x = a[pair.first];
    const PreparedTrial<F>& y = b[pair.second];
    pair.timed =
        HasDurations(first[pair.first].scanpath) && HasDurations(second[pair.second].scanpath);
    if (wants_multimatch) pair.multimatch = MultiMatch(x.saccades, y.saccades);
    if (wants_scanmatch) {
      pair.scanmatch = ScanMatch(x.bins, y.bins);
      if (pair.timed) {
        pair.scanmatch_duration = ScanMatch(x.bins_with_durations, y.bins_with_durations);
      }
    }
    if (wants_edit_distance) pair.edit_distance = EditDistance(x.bins, y.bins);
    const std::span<const Fixation<F>> one = first[pair.first].scanpath;
    const std::span<const Fixation<F>> other = second[pair.second].scanpath;
    if (wants_trajectory) AddTrajectory(one, other, pair.more);
    if (wants_recurrence) AddRecurrence(one, other, pair.more);
  });
  return pairs;
}
template std::vector<ComparedPair> Compare(std::span<const TrialInImage>,
                                           std::span<const TrialInImage>, const CompareOptions&);
template std::vector<ComparedPair> Compare(std::span<const TrialInDisplay>,
                                           std::span<const TrialInDisplay>, const CompareOptions&);

CompareResult Compare(const CompareOptions& options) {
  options.Check();
  return options.frame == Frame::kDisplay ? CompareFiles<Frame::kDisplay>(options)
                                          : CompareFiles<Frame::kImage>(options);
}

namespace {

Json ToJson(const ComparedPair& pair) {
  Json json = {{"first", pair.first},
               {"second", pair.second},
               {"task", pair.task},
               {"name", pair.name},
               {"first_subject", pair.first_subject},
               {"second_subject", pair.second_subject}};
  if (pair.multimatch) json["multimatch"] = ToJson(*pair.multimatch, pair.timed);
  if (pair.scanmatch) json["scanmatch"] = *pair.scanmatch;
  if (pair.scanmatch_duration) json["scanmatch_duration"] = *pair.scanmatch_duration;
  if (pair.edit_distance) json["edit_distance"] = *pair.edit_distance;
  for (const NamedScore& score : pair.more) {
    if (score.value) SetScore(json, ScoreInfoOf(score.key), *score.value);
  }
  return json;
}

}  // namespace

std::vector<ShareItem> ShareOf(std::span<const ComparedPair> pairs) {
  std::vector<ShareItem> items;
  for (const ComparedPair& pair : pairs) items.push_back({pair.place, ToJson(pair).dump()});
  return items;
}

Json ToJson(std::span<const ComparedPair> pairs) {
  Json list = Json::array();
  for (const ComparedPair& pair : pairs) list.push_back(ToJson(pair));
  return list;
}

}  // namespace saccade::app
