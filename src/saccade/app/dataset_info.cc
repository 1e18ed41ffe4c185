#include "saccade/app/dataset_info.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "saccade/base/options.h"
#include "saccade/scene/published_dataset.h"
#include "saccade/scene/trial_file_options.h"

namespace saccade::app {
namespace {

using Json = nlohmann::ordered_json;

std::string ConditionOf(const TrialInImage& trial) { return std::string(NameOf(trial.condition)); }
std::string SplitOf(const TrialInImage& trial) { return trial.split; }
std::string TaskOf(const TrialInImage& trial) { return trial.task; }

// The trials of all files; what they say of themselves goes into `info`.
std::vector<TrialInImage> ReadFiles(const DatasetInfoOptions& options, DatasetInfo& info) {
  std::vector<TrialInImage> all;
  for (const std::filesystem::path& path : options.files) {
    TrialFile file = ReadTrialFile(path, options.reading);
    DatasetInfo::File entry{path, DescribeFrame(file), {}, file.longer_durations, file.skipped};
    std::vector<TrialInImage> trials = TrialsInImage(std::move(file));
    entry.tally = TallyOf(trials);
    for (TrialInImage& trial : trials) {
      if (trial.split.empty()) trial.split = path.stem().string();
      all.push_back(std::move(trial));
    }
    info.files.push_back(std::move(entry));
  }
  return all;
}

Json ToJson(const Tally& tally) {
  Json json = {{"trials", tally.trials},
               {"pairs", tally.pairs},
               {"pictures", tally.pictures},
               {"fixations", tally.fixations},
               {"fixations_outside", tally.fixations_outside}};
  if (tally.answered > 0) json["accuracy"] = tally.Accuracy();
  return json;
}

template <typename Key>
Json ToJson(const std::map<Key, Tally>& tallies) {
  Json json = Json::object();
  for (const auto& [key, tally] : tallies) json[fmt::format("{}", key)] = ToJson(tally);
  return json;
}

Json ToJson(const MeasureValues& values) {
  Json json = Json::object();
  for (int i = 0; i < kSearchMeasures; ++i) {
    if (values[i]) json[std::string(KeyOf(static_cast<SearchMeasure>(i)))] = *values[i];
  }
  return json;
}

void AddPublished(Json& tasks) {
  for (auto& [task, entry] : tasks.items()) {
    const auto index = TaskIndex(task);
    if (!index) continue;
    const PublishedCategory& published = kPublishedDataset.at(*index);
    entry["paper"] = {{"pictures", published.pictures},
                      {"accuracy_present", published.accuracy_present},
                      {"accuracy_absent", published.accuracy_absent}};
  }
}

}  // namespace

OptionList OptionsOf(DatasetInfoOptions& o) {
  OptionList list;
  list.Add("files", TextsOf(o.files), "Fixations (COCO-Search18 JSON)", "FILE")
      .Add(OptionsOf(o.reading).Drop({"scale-boxes", "allow-repeats"}))
      .Omit();
  return list;
}

DatasetInfo DescribeDataset(const DatasetInfoOptions& options) {
  const WatchScope scope(options.watch);
  DatasetInfo info;
  const std::vector<TrialInImage> trials = ReadFiles(options, info);
  info.total = TallyOf(trials);
  info.splits = TallyBy(trials, SplitOf);
  info.conditions = TallyBy(trials, ConditionOf);
  info.tasks = TallyBy(trials, TaskOf);
  for (const Condition condition : {Condition::kPresent, Condition::kAbsent, Condition::kFree}) {
    std::vector<TrialInImage> chosen;
    std::ranges::copy_if(
        trials, std::back_inserter(chosen),
        [condition](const TrialInImage& trial) { return trial.condition == condition; });
    if (!chosen.empty()) info.tasks_by_condition[condition] = TallyBy(chosen, TaskOf);
  }
  info.subjects = TallyBySubject(trials);
  info.shared = FindSharedPictures(trials);
  info.present = MeasureSearch(trials);
  info.absent = MeasureSearch(trials, Condition::kAbsent);
  return info;
}

Json ToJson(const DatasetInfo& info, bool with_paper) {
  Json json = ToJson(info.total);
  json["files"] = Json::array();
  for (const DatasetInfo::File& file : info.files) {
    Json entry = {{"file", file.path.string()}, {"frame", file.frame}};
    entry.update(ToJson(file.tally));
    entry["longer_durations"] = file.longer_durations;
    entry["skipped"] = file.skipped;
    json["files"].push_back(std::move(entry));
  }
  json["splits"] = ToJson(info.splits);
  json["conditions"] = ToJson(info.conditions);
  json["tasks"] = ToJson(info.tasks);
  json["subjects"] = ToJson(info.subjects);
  if (with_paper) AddPublished(json["tasks"]);
  json["measures"] = Json::object();
  for (const CategoryMeasures& category : info.present) {
    json["measures"][category.task] = {{"raw", ToJson(category.raw)},
                                       {"normalized", ToJson(category.normalized)}};
  }
  for (const CategoryMeasures& category : info.absent) {
    json["absent_measures"][category.task] = ToJson(category.raw);
  }
  json["shared_pictures"] = Json::array();
  for (const SharedPictures& shared : info.shared) {
    json["shared_pictures"].push_back({{"splits", {shared.first_split, shared.second_split}},
                                       {"count", shared.names.size()},
                                       {"names", shared.names}});
  }
  return json;
}

HeatMap MeasuresMap(const DatasetInfo& info) {
  HeatMap map;
  map.title = "How hard each target is to find";
  map.low_label = "easy";
  map.high_label = "hard";
  for (const CategoryMeasures& category : info.present) map.columns.push_back(category.task);
  for (int i = 0; i < kSearchMeasures; ++i) {
    const auto measure = static_cast<SearchMeasure>(i);
    const bool is_time =
        measure == SearchMeasure::kReactionTime || measure == SearchMeasure::kTimeToTarget;
    map.rows.push_back(fmt::format("{}{}", LabelOf(measure), is_time ? " (ms)" : ""));
    auto& values = map.values.emplace_back();
    auto& texts = map.texts.emplace_back();
    for (const CategoryMeasures& category : info.present) {
      values.push_back(category.normalized[i]);
      texts.push_back(category.raw[i] ? fmt::format("{:.{}f}", *category.raw[i], is_time ? 0 : 2)
                                      : "-");
    }
  }
  return map;
}

}  // namespace saccade::app
