#include "saccade/app/dataset_info.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

#include "saccade/base/file.h"
#include "saccade/cli/dataset.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/table.h"
#include "saccade/scene/published_dataset.h"

namespace saccade::cli {
namespace {

struct InfoCommand {
  app::DatasetInfoOptions options;
  bool with_paper = false;
  std::string plot;
  JsonOutput json;
};

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

void PrintFiles(const app::DatasetInfo& info) {
  Table table;
  table.title = {"Files"};
  table.columns = {{"file"}, {"frame"}};
  table.columns.insert(table.columns.end(), kTallyColumns.begin(), kTallyColumns.end());
  table.columns.push_back({"T cut"});
  table.columns.push_back({"skipped"});
  for (const app::DatasetInfo::File& file : info.files) {
    int skipped = 0;
    for (const auto& [reason, count] : file.skipped) skipped += count;
    std::vector<TableCell> row = TallyRow(file.path.string(), file.tally);
    row.insert(row.begin() + 1, file.frame);
    row.push_back(file.longer_durations);
    row.push_back(skipped);
    table.rows.push_back(std::move(row));
  }
  PrintTable(table);
  for (const app::DatasetInfo::File& file : info.files) {
    for (const auto& [reason, count] : file.skipped) {
      fmt::print("{}: skipped {}: {}\n", file.path.string(), reason, count);
    }
  }
}

void PrintTasks(const std::map<std::string, Tally>& tasks, Condition condition, bool with_paper) {
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
  for (const auto& [task, tally] : tasks) {
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

void PrintAll(const app::DatasetInfo& info, bool with_paper) {
  PrintFiles(info);
  fmt::print("\n");
  PrintTallies("Splits", info.splits);
  PrintSharedPictures(info.shared);
  fmt::print("\n");
  PrintTallies("Conditions", info.conditions);
  fmt::print("\n");
  PrintTallies("Subjects", info.subjects);
  for (const auto& [condition, tasks] : info.tasks_by_condition) {
    fmt::print("\n");
    PrintTasks(tasks, condition, with_paper);
  }
  if (!info.present.empty()) PrintMeasures(info.present);
  PrintAbsentMeasures(info.absent);
}

void Run(const InfoCommand& command) {
  const app::DatasetInfo info = app::DescribeDataset(command.options);
  if (!command.plot.empty()) {
    WriteFileAtomically(command.plot, HeatMapSvg(app::MeasuresMap(info)));
  }
  if (WriteJson(command.json, app::ToJson(info, command.with_paper))) return;
  PrintAll(info, command.with_paper);
}

}  // namespace

void AddDatasetInfo(CLI::App& dataset, Invocation& invocation) {
  CLI::App* command =
      dataset.add_subcommand("info", "Count trials and measure how hard each target is to find");
  command->footer(
      "Example:\n"
      "  saccade dataset info train.json valid.json --with-paper --plot measures.svg");
  const auto call = std::make_shared<InfoCommand>();
  OptionList options = OptionsOf(call->options);
  AddOption(*command, options.Take("files"), "files")->required();
  AddOptions(*command, options);
  command->add_flag("--with-paper", call->with_paper,
                    "Pictures and accuracy of the paper's appendix table beside ours");
  command->add_option("--plot", call->plot, "Draw the search measures as a heat map (SVG)")
      ->type_name("FILE");
  AddJsonOption(*command, call->json);
  command->callback([call, &invocation] { invocation.run = [call] { Run(*call); }; });
}

}  // namespace saccade::cli
