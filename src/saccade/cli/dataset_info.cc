#include <fmt/format.h>

#include <memory>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/cli/dataset.h"
#include "saccade/cli/table.h"
#include "saccade/scene/dataset_summary.h"
#include "saccade/scene/published_dataset.h"
#include "saccade/scene/search_measures.h"
#include "saccade/study/heat_map.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InfoOptions {
  std::vector<std::string> files;
  TrialFileOptions reading;
  bool with_paper = false;
  std::string plot;
  JsonOutput json;
};

struct FileInfo {
  std::string path;
  std::string frame;
  Tally tally;
  int longer_durations = 0;
  std::map<std::string, int> skipped;
};

struct DatasetInfo {
  std::vector<FileInfo> files;
  std::vector<TrialInImage> trials;  // of all files
};

DatasetInfo ReadFiles(const InfoOptions& options) {
  DatasetInfo info;
  for (const std::string& path : options.files) {
    TrialFile file = ReadTrialFile(path, options.reading);
    FileInfo entry{path, DescribeFrame(file), {}, file.longer_durations, file.skipped};
    std::vector<TrialInImage> trials = TrialsInImage(std::move(file));
    entry.tally = TallyOf(trials);
    for (TrialInImage& trial : trials) {
      if (trial.split.empty()) trial.split = std::filesystem::path(path).stem().string();
      info.trials.push_back(std::move(trial));
    }
    info.files.push_back(std::move(entry));
  }
  return info;
}

std::string ConditionName(const TrialInImage& trial) {
  return std::string(NameOf(trial.condition));
}

std::vector<TrialInImage> WithCondition(const std::vector<TrialInImage>& trials,
                                        Condition condition) {
  std::vector<TrialInImage> chosen;
  for (const TrialInImage& trial : trials) {
    if (trial.condition == condition) chosen.push_back(trial);
  }
  return chosen;
}

const std::vector<TableColumn> kTallyColumns = {{"trials"},    {"pairs"},   {"pictures"},
                                                {"fixations"}, {"outside"}, {"accuracy", 3}};

std::vector<TableCell> TallyRow(const std::string& name, const Tally& tally) {
  return {name,
          tally.trials,
          tally.pairs,
          tally.pictures,
          tally.fixations,
          tally.fixations_outside,
          tally.answered > 0 ? TableCell(tally.Accuracy()) : TableCell()};
}

template <typename Key>
void PrintTallies(const std::string& title, const std::map<Key, Tally>& tallies) {
  Table table;
  table.title = {title};
  table.columns = {{""}};
  table.columns.insert(table.columns.end(), kTallyColumns.begin(), kTallyColumns.end());
  for (const auto& [key, tally] : tallies) {
    table.rows.push_back(TallyRow(fmt::format("{}", key), tally));
  }
  PrintTable(table);
}

void PrintFiles(const DatasetInfo& info) {
  Table table;
  table.title = {"Files"};
  table.columns = {{"file"}, {"frame"}};
  table.columns.insert(table.columns.end(), kTallyColumns.begin(), kTallyColumns.end());
  table.columns.push_back({"T cut"});
  table.columns.push_back({"skipped"});
  for (const FileInfo& file : info.files) {
    int skipped = 0;
    for (const auto& [reason, count] : file.skipped) skipped += count;
    std::vector<TableCell> row = TallyRow(file.path, file.tally);
    row.insert(row.begin() + 1, file.frame);
    row.push_back(file.longer_durations);
    row.push_back(skipped);
    table.rows.push_back(std::move(row));
  }
  PrintTable(table);
  for (const FileInfo& file : info.files) {
    for (const auto& [reason, count] : file.skipped) {
      fmt::print("{}: skipped {}: {}\n", file.path, reason, count);
    }
  }
}

void PrintTasks(const std::vector<TrialInImage>& trials, Condition condition, bool with_paper) {
  const auto chosen = WithCondition(trials, condition);
  if (chosen.empty()) return;
  const bool present = condition == Condition::kPresent;
  Table table;
  table.title = {condition == Condition::kFree
                     ? std::string("Free viewing")
                     : fmt::format("Targets, target-{}", NameOf(condition))};
  if (with_paper) table.title.push_back("paper: appendix table, all splits");
  table.columns = {{"target"}};
  table.columns.insert(table.columns.end(), kTallyColumns.begin(), kTallyColumns.end());
  if (with_paper) table.columns.push_back({"paper pictures"});
  if (with_paper) table.columns.push_back({"paper accuracy", 2});
  for (const auto& [task, tally] :
       TallyBy(chosen, [](const TrialInImage& trial) { return trial.task; })) {
    std::vector<TableCell> row = TallyRow(task, tally);
    if (with_paper) {
      const auto index = TaskIndex(task);
      const PublishedCategory* published = index ? &kPublishedDataset.at(*index) : nullptr;
      row.push_back(published ? TableCell(published->pictures) : TableCell());
      row.push_back(
          published ? TableCell(present ? published->accuracy_present : published->accuracy_absent)
                    : TableCell());
    }
    table.rows.push_back(std::move(row));
  }
  PrintTable(table);
}

void PrintMeasures(const std::vector<CategoryMeasures>& categories) {
  Table raw, normalized;
  raw.title = {"Search measures, target-present, mean over subjects; times in ms"};
  normalized.title = {"The same from the easiest (0) to the hardest target (1)"};
  raw.columns = {{"target"},       {"error", 3},          {"reaction time", 0},
                 {"fixations", 2}, {"time to target", 0}, {"fixations to target", 2}};
  normalized.columns = {{"target"},       {"error", 2},          {"reaction time", 2},
                        {"fixations", 2}, {"time to target", 2}, {"fixations to target", 2}};
  for (const CategoryMeasures& category : categories) {
    std::vector<TableCell> raw_row = {category.task}, normalized_row = {category.task};
    raw_row.insert(raw_row.end(), category.raw.begin(), category.raw.end());
    normalized_row.insert(normalized_row.end(), category.normalized.begin(),
                          category.normalized.end());
    raw.rows.push_back(std::move(raw_row));
    normalized.rows.push_back(std::move(normalized_row));
  }
  PrintTable(raw);
  fmt::print("\n");
  PrintTable(normalized);
}

void PrintAbsentMeasures(const std::vector<CategoryMeasures>& categories) {
  if (categories.empty()) return;
  Table table;
  table.title = {"Search measures, target-absent, mean over subjects; times in ms",
                 "until \"no\": the answer's time, or all fixations' where it was not recorded"};
  table.columns = {{"target"}, {"false alarms", 3}, {"fixations", 2}, {"until \"no\"", 0}};
  for (const CategoryMeasures& category : categories) {
    const auto cell = [&](SearchMeasure measure) {
      const auto& value = category.raw[static_cast<std::size_t>(measure)];
      return value ? TableCell(*value) : TableCell();
    };
    table.rows.push_back({category.task, cell(SearchMeasure::kResponseError),
                          cell(SearchMeasure::kFixations), cell(SearchMeasure::kReactionTime)});
  }
  fmt::print("\n");
  PrintTable(table);
}

void PrintSharedPictures(const std::vector<SharedPictures>& shared) {
  for (const SharedPictures& entry : shared) {
    fmt::print("{} and {} share {} pictures:\n", entry.first_split, entry.second_split,
               entry.names.size());
    for (const std::string& name : entry.names) fmt::print("  {}\n", name);
  }
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

Json ToJson(const DatasetInfo& info, bool with_paper) {
  Json json = ToJson(TallyOf(info.trials));
  json["files"] = Json::array();
  for (const FileInfo& file : info.files) {
    Json entry = {{"file", file.path}, {"frame", file.frame}};
    entry.update(ToJson(file.tally));
    entry["longer_durations"] = file.longer_durations;
    entry["skipped"] = file.skipped;
    json["files"].push_back(std::move(entry));
  }
  json["splits"] =
      ToJson(TallyBy(info.trials, [](const TrialInImage& trial) { return trial.split; }));
  json["conditions"] = ToJson(TallyBy(info.trials, ConditionName));
  json["tasks"] =
      ToJson(TallyBy(info.trials, [](const TrialInImage& trial) { return trial.task; }));
  json["subjects"] = ToJson(TallyBySubject(info.trials));
  if (with_paper) {
    for (auto& [task, entry] : json["tasks"].items()) {
      const auto index = TaskIndex(task);
      if (!index) continue;
      const PublishedCategory& published = kPublishedDataset.at(*index);
      entry["paper"] = {{"pictures", published.pictures},
                        {"accuracy_present", published.accuracy_present},
                        {"accuracy_absent", published.accuracy_absent}};
    }
  }
  json["measures"] = Json::object();
  for (const CategoryMeasures& category : MeasureSearch(info.trials)) {
    json["measures"][category.task] = {{"raw", ToJson(category.raw)},
                                       {"normalized", ToJson(category.normalized)}};
  }
  for (const CategoryMeasures& category : MeasureSearch(info.trials, Condition::kAbsent)) {
    json["absent_measures"][category.task] = ToJson(category.raw);
  }
  json["shared_pictures"] = Json::array();
  for (const SharedPictures& shared : FindSharedPictures(info.trials)) {
    json["shared_pictures"].push_back({{"splits", {shared.first_split, shared.second_split}},
                                       {"count", shared.names.size()},
                                       {"names", shared.names}});
  }
  return json;
}

// The paper's Fig. 3: a row a measure, a column a target, the raw value in the cell.
HeatMap MeasuresHeatMap(const std::vector<CategoryMeasures>& categories) {
  HeatMap map;
  map.title = "How hard each target is to find";
  map.low_label = "easy";
  map.high_label = "hard";
  for (const CategoryMeasures& category : categories) map.columns.push_back(category.task);
  for (int i = 0; i < kSearchMeasures; ++i) {
    const auto measure = static_cast<SearchMeasure>(i);
    const bool is_time =
        measure == SearchMeasure::kReactionTime || measure == SearchMeasure::kTimeToTarget;
    map.rows.push_back(fmt::format("{}{}", LabelOf(measure), is_time ? " (ms)" : ""));
    auto& values = map.values.emplace_back();
    auto& texts = map.texts.emplace_back();
    for (const CategoryMeasures& category : categories) {
      values.push_back(category.normalized[i]);
      texts.push_back(category.raw[i] ? fmt::format("{:.{}f}", *category.raw[i], is_time ? 0 : 2)
                                      : "-");
    }
  }
  return map;
}

void PrintAll(const DatasetInfo& info, bool with_paper) {
  PrintFiles(info);
  fmt::print("\n");
  PrintTallies("Splits",
               TallyBy(info.trials, [](const TrialInImage& trial) { return trial.split; }));
  PrintSharedPictures(FindSharedPictures(info.trials));
  fmt::print("\n");
  PrintTallies("Conditions", TallyBy(info.trials, ConditionName));
  fmt::print("\n");
  PrintTallies("Subjects", TallyBySubject(info.trials));
  for (const Condition condition : {Condition::kPresent, Condition::kAbsent, Condition::kFree}) {
    fmt::print("\n");
    PrintTasks(info.trials, condition, with_paper);
  }
  const auto present = MeasureSearch(info.trials);
  if (!present.empty()) PrintMeasures(present);
  PrintAbsentMeasures(MeasureSearch(info.trials, Condition::kAbsent));
}

void Run(const InfoOptions& options) {
  const DatasetInfo info = ReadFiles(options);
  if (!options.plot.empty()) {
    WriteFileAtomically(options.plot, HeatMapSvg(MeasuresHeatMap(MeasureSearch(info.trials))));
  }
  if (WriteJson(options.json, ToJson(info, options.with_paper))) return;
  PrintAll(info, options.with_paper);
}

}  // namespace

void AddDatasetInfo(CLI::App& dataset, Invocation& invocation) {
  CLI::App* command =
      dataset.add_subcommand("info", "Count trials and measure how hard each target is to find");
  command->footer(
      "Example:\n"
      "  saccade dataset info train.json valid.json --with-paper --plot measures.svg");
  const auto options = std::make_shared<InfoOptions>();
  command->add_option("files", options->files, "Fixations (COCO-Search18 JSON)")
      ->required()
      ->type_name("FILE");
  AddTrialFileOptions(*command, options->reading);
  command->add_flag("--with-paper", options->with_paper,
                    "Pictures and accuracy of the paper's appendix table beside ours");
  command->add_option("--plot", options->plot, "Draw the search measures as a heat map (SVG)")
      ->type_name("FILE");
  AddJsonOption(*command, options->json);
  command->callback([options, &invocation] { invocation.run = [options] { Run(*options); }; });
}

}  // namespace saccade::cli
