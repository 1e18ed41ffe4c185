#include "saccade/cli/evaluation_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "saccade/base/file.h"
#include "saccade/base/printable.h"
#include "saccade/cli/table.h"
#include "saccade/metrics/published.h"
#include "saccade/study/evaluation_json.h"
#include "saccade/study/score_columns.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace metrics;

std::vector<std::string> Title(const EvaluationOutput& output, const std::string& what) {
  const HumanSet& humans = output.humans;
  std::string line = fmt::format("protocol {}, split {}, {} human trials, seed {}",
                                 humans.protocol.name, humans.split, humans.trials, output.seed);
  const CutOptions& cut = humans.protocol.cut;
  if (cut.cut != StringCut::kNone) {
    line += fmt::format(", strings cut ({}) at {}", CutName(cut.cut), cut.steps);
  }
  return {what, line};
}

std::string_view ResampleName(ResampleUnit unit) {
  return unit == ResampleUnit::kPictures ? "pictures"
         : unit == ResampleUnit::kPeople ? "people"
                                         : "pictures and people";
}

struct TableLine {
  std::string name;
  const ScoreSummary* scores;
};

TableCell IntervalCell(const ScoreSummary& scores, const ScoreInfo& info) {
  if (!IsPresent(scores.low[info.slot])) return {};
  return fmt::format("{:.{}f}..{:.{}f}", scores.low[info.slot], info.decimals,
                     scores.high[info.slot], info.decimals);
}

ScoreColumns ColumnsOf(const std::vector<TableLine>& lines, unsigned families = kAllScores) {
  std::vector<const ScoreVector*> rows;
  for (const TableLine& line : lines) rows.push_back(&line.scores->value);
  return ScoreColumnsOf(rows, [=](const ScoreInfo& info) { return (info.family & families) != 0; });
}

// A table a family of scores, of the lines that have any of it.
void PrintScores(const EvaluationOutput& output, const std::string& of,
                 const std::string& first_header, const std::vector<TableLine>& lines) {
  bool first = true;
  for (const FamilyName& family : kScoreFamilies) {
    const ScoreColumns columns = ColumnsOf(lines, family.family);
    if (columns.empty()) continue;
    Table table;
    table.title = Title(output, std::string(family.title) + of);
    table.columns = {{first_header, 0}};
    for (const ScoreInfo* info : columns) {
      table.columns.push_back(
          {std::string(info->header), info->decimals, std::string(info->group)});
    }
    for (const TableLine& line : lines) {
      std::vector<TableCell> cells{line.name};
      for (const ScoreInfo* info : columns) cells.push_back(ScoreCell(line.scores->value, *info));
      const bool any = std::ranges::any_of(cells | std::views::drop(1),
                                           [](const TableCell& cell) { return !cell.IsMissing(); });
      if (any) table.rows.push_back(std::move(cells));
    }
    if (!std::exchange(first, false)) fmt::print("\n");
    PrintFitting(table);
  }
}

// Turned: a score a line, since intervals are wide and rows are few.
void PrintIntervals(std::vector<std::string> title, const std::vector<TableLine>& lines) {
  Table table;
  table.title = std::move(title);
  table.columns = {{"", 0}};
  for (const TableLine& line : lines) table.columns.push_back({line.name, 0});
  for (const ScoreInfo* info : ColumnsOf(lines)) {
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(info->header);
    for (const TableLine& line : lines) cells.push_back(IntervalCell(*line.scores, *info));
  }
  fmt::print("\n");
  PrintFitting(table);
}

TableCell TestCell(const ScoreVector& of_tests, const ScoreInfo& info) {
  return IsPresent(of_tests[info.slot]) ? TableCell(of_tests[info.slot]) : TableCell();
}

void PrintDifferences(const EvaluationOutput& output) {
  const auto& differences = output.evaluation.differences;
  std::vector<TableLine> lines;
  for (const Difference& difference : differences) lines.push_back({"", &difference.scores});
  if (lines.empty()) return;
  Table table;
  table.title = Title(output, "Paired differences over the same pictures");
  table.title.push_back(
      "d: mean of pictures' differences over their standard deviation; p: sign flips of them, "
      "two-sided; Holm: p corrected for all of these tests");
  table.columns = {{"", 0}};
  for (const Difference& difference : differences) {
    const std::string group = fmt::format("{} - {}", difference.first, difference.second);
    table.columns.push_back({group, 3, group});
    for (const auto& [header, decimals] :
         {std::pair{"95%", 0}, std::pair{"d", 2}, std::pair{"p", 4}, std::pair{"Holm", 4}}) {
      table.columns.push_back({header, decimals, group});
    }
  }
  for (const ScoreInfo* info : ColumnsOf(lines)) {
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(info->header);
    for (const Difference& difference : differences) {
      cells.push_back(ScoreCell(difference.scores.value, *info));
      cells.push_back(IntervalCell(difference.scores, *info));
      for (const ScoreVector* of : {&difference.effect, &difference.p, &difference.p_holm}) {
        cells.push_back(TestCell(*of, *info));
      }
    }
  }
  fmt::print("\n");
  PrintFitting(table);
}

// Why columns that the data could have are not there, or a row has "-" in them.
void PrintAbsences(const EvaluationOutput& output) {
  constexpr std::pair<Need, const char*> kNeeds[] = {
      {kNeedsBox, "no trial says where the target is (bbox)"},
      {kNeedsDurations, "people or the row have no durations"},
      {kNeedsPeople, "no two people searched the same picture for the same target"}};
  Table table;
  table.columns = {{"row"}, {"is without"}};
  for (const RowSummary& row : output.evaluation.rows) {
    if (row.scanpaths == 0) continue;
    for (const auto& [need, why] : kNeeds) {
      std::string headers;
      bool any = false;
      for (const ScoreInfo& info : kScoreTable) {
        const bool lacks_more = (info.needs & (kNeedsLabels | kNeedsMaps | kNeedsPrior)) != 0;
        const bool wanted = output.humans.protocol.Wants(info.family);
        if (!info.Needs(need) || info.values > 1 || lacks_more || !wanted) continue;
        any = any || IsPresent(row.scores.value[info.slot]);
        headers += fmt::format("{}{}", headers.empty() ? "" : ", ", info.header);
      }
      if (any || headers.empty()) continue;
      table.rows.push_back({Printable(row.name), fmt::format("{}: {}", headers, why)});
    }
  }
  const std::size_t boxless = output.humans.without_box;
  if (boxless > 0 && boxless < output.humans.trials) {
    table.rows.push_back(
        {"", fmt::format("efficiency of {} of {} human trials: they do not say where "
                         "the target is",
                         boxless, output.humans.trials)});
  }
  if (table.rows.empty()) return;
  fmt::print("\n");
  PrintFitting(table);
}

bool HasIntervals(const ScoreSummary& scores) {
  return std::any_of(scores.low.begin(), scores.low.end(), IsPresent);
}

// The target's curve can be that over searchers, with standard errors.
void PrintCurve(const EvaluationOutput& output, const ScoreInfo& info) {
  const bool by_subject = output.by_subject && info.slot == kCdf;
  Table table;
  table.title = Title(output, fmt::format("{}: mean over tasks{}", info.header,
                                          by_subject ? ", then searchers" : ""));
  table.columns = {{"", 0}, {"start", info.decimals}};
  for (std::size_t i = 1; i < info.values; ++i) {
    table.columns.push_back({std::to_string(i), info.decimals});
  }
  for (const RowSummary& row : output.evaluation.rows) {
    if (!IsPresent(row.scores.value[info.slot])) continue;
    std::vector<TableCell> values = {row.name};
    std::vector<TableCell> errors = {"  standard error"};
    for (std::size_t i = 0; i < info.values; ++i) {
      values.push_back(by_subject ? row.by_subject.mean[i] : row.scores.value[info.slot + i]);
      if (by_subject) errors.push_back(row.by_subject.standard_error[i]);
    }
    table.rows.push_back(std::move(values));
    if (by_subject) table.rows.push_back(std::move(errors));
  }
  if (!table.rows.empty()) {
    fmt::print("\n");
    PrintFitting(table);
  }
}

Json ScanpathRecord(const Row& row, const HumanSet& humans, const ScanpathScores& scanpath) {
  const HumanPair& pair = humans.pairs[scanpath.pair];
  Json json = {
      {"row", row.name}, {"task", pair.task}, {"name", pair.name}, {"subject", scanpath.subject}};
  if (scanpath.first_on_target) json["first_on_target"] = *scanpath.first_on_target;
  SetScores(json, scanpath.scores);
  return json;
}

Json FixationRecord(const Row& row, const HumanSet& humans, const FixationScores& fixation) {
  const HumanPair& pair = humans.pairs[fixation.pair];
  Json json = {{"row", row.name},
               {"task", pair.task},
               {"name", pair.name},
               {"subject", fixation.subject},
               {"step", fixation.step}};
  SetScores(json, fixation.scores);
  return json;
}

std::string CsvText(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  std::string text = value;
  // To a spreadsheet these begin a formula; a picture's name may come from anybody.
  if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos) {
    text.insert(0, "'");
  }
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string PerTrialCsv(const std::vector<Json>& records) {
  const std::vector<std::string> about = {"row",     "task", "name",
                                          "subject", "step", "first_on_target"};
  std::string text = fmt::format("{}", fmt::join(about, ","));
  auto scores = kScoreTable | std::views::filter([](const ScoreInfo& info) {
                  return info.level == ScoreLevel::kTrial || info.level == ScoreLevel::kFixation;
                });
  for (const ScoreInfo& info : scores) text += fmt::format(",{}", info.key);
  for (const Json& record : records) {
    text += '\n';
    for (const std::string& key : about) {
      if (&key != &about.front()) text += ',';
      if (record.contains(key)) text += CsvText(record[key]);
    }
    for (const ScoreInfo& info : scores) {
      text += ',';
      if (const Json* score = FindScore(record, info)) text += CsvText(*score);
    }
  }
  return text + "\n";
}

}  // namespace

Json ToJson(const EvaluationOutput& output) {
  Json json = EvaluationJson(output.humans, output.evaluation, output.seed, output.by_subject);
  if (output.resample != ResampleUnit::kPictures) json["resample"] = ResampleName(output.resample);
  json["understood"] = app::UnderstoodJson(output.understood);
  if (output.with_paper) json["paper"] = PublishedJson();
  return json;
}

void PrintUnderstood(std::span<const app::Understood> understood) {
  PrintFitting(app::UnderstoodTable(understood));
  fmt::print("\n");
}

void PrintTables(const EvaluationOutput& output) {
  const Evaluation& evaluation = output.evaluation;
  PrintUnderstood(output.understood);
  std::vector<ScoreSummary> published;
  std::vector<TableLine> lines;
  for (const RowSummary& row : evaluation.rows) lines.push_back({row.name, &row.scores});
  if (output.with_paper) {
    published.reserve(PublishedRows().size());
    for (const PublishedRow& row : PublishedRows()) {
      published.emplace_back().value = row.scores;
      lines.push_back({fmt::format("{} (paper, test)", row.name), &published.back()});
    }
  }
  PrintScores(output, "", "", lines);
  lines.resize(evaluation.rows.size());
  PrintAbsences(output);
  if (HasIntervals(evaluation.rows.front().scores)) {
    PrintIntervals(
        Title(output, fmt::format("95% intervals over {}", ResampleName(output.resample))), lines);
  }
  for (const ScoreInfo& info : kScoreTable) {
    if (info.values > 1) PrintCurve(output, info);
  }
  PrintDifferences(output);
  for (const RowSummary& row : evaluation.rows) {
    if (!output.tasks) break;
    lines.clear();
    for (const TaskSummary& task : row.tasks) lines.push_back({task.task, &task.scores});
    fmt::print("\n");
    PrintScores(output, fmt::format(" of {} by task", row.name), "task", lines);
  }
}

void WritePerTrial(const std::filesystem::path& path, const HumanSet& humans,
                   std::span<const Row> rows) {
  std::vector<Json> records;
  for (const Row& row : rows) {
    for (const ScanpathScores& scanpath : row.scanpaths) {
      records.push_back(ScanpathRecord(row, humans, scanpath));
    }
    for (const FixationScores& fixation : row.fixations) {
      records.push_back(FixationRecord(row, humans, fixation));
    }
  }
  WriteFileAtomically(
      path, path.extension() == ".csv" ? PerTrialCsv(records) : Json(records).dump(1) + "\n");
}

void AddExplainOption(CLI::App& command, const JsonOutput& json) {
  command.add_flag_callback(
      "--explain-columns",
      [&json] {
        // Leaves as --version does, before options are missed that only an evaluation needs.
        const std::string legend = ScoreLegendJson().dump(2);
        if (!json.file.empty()) WriteFileAtomically(json.file, legend + "\n");
        const bool as_json = json.wanted && json.file.empty();
        throw CLI::CallForVersion(as_json ? legend : ShownTable(ScoreLegend()), 0);
      },
      "Print what each column and JSON key means, and score nothing");
}

}  // namespace saccade::cli
