#include "saccade/cli/evaluation_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/base/file.h"
#include "saccade/cli/table.h"
#include "saccade/metrics/published.h"
#include "saccade/study/evaluation_json.h"

namespace saccade::cli {
namespace {

using Json = nlohmann::ordered_json;
using namespace metrics;

constexpr std::string_view kMultiMatchPrefix = "multimatch.";

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

struct ScoreColumn {
  int score;
  const char* header;
};
constexpr ScoreColumn kColumns[] = {{kTfpAuc, "TFP-AUC"},
                                    {kProbabilityMismatch, "mismatch"},
                                    {kScanpathRatio, "ratio"},
                                    {kSequenceScore, "sequence"},
                                    {kShape, "shape"},
                                    {kDirection, "direction"},
                                    {kLength, "length"},
                                    {kPosition, "position"},
                                    {kFixationEditDistance, "FED"},
                                    {kSemanticSequenceScore, "sem. sequence"},
                                    {kSemanticEditDistance, "sem. distance"},
                                    {kScanMatch, "ScanMatch"},
                                    {kScanMatchDuration, "with durations"},
                                    {kEditDistance, "edit distance"},
                                    {kCig, "cIG"},
                                    {kCnss, "cNSS"},
                                    {kCauc, "cAUC"},
                                    {kAuc, "AUC"}};

struct TableLine {
  std::string name;
  const ScoreSummary* scores;
};

TableCell Cell(double score) { return IsPresent(score) ? TableCell(score) : TableCell(); }

TableCell IntervalCell(const ScoreSummary& scores, int score) {
  if (!IsPresent(scores.low[score])) return {};
  return fmt::format("{:.3f}..{:.3f}", scores.low[score], scores.high[score]);
}

// Only the scores that some line has.
std::vector<ScoreColumn> ColumnsOf(const std::vector<TableLine>& lines) {
  std::vector<ScoreColumn> columns;
  for (const ScoreColumn& column : kColumns) {
    const bool any = std::any_of(lines.begin(), lines.end(), [&](const TableLine& line) {
      return IsPresent(line.scores->value[column.score]);
    });
    if (any) columns.push_back(column);
  }
  return columns;
}

void PrintScores(std::vector<std::string> title, const std::string& first_header,
                 const std::vector<TableLine>& lines) {
  const std::vector<ScoreColumn> columns = ColumnsOf(lines);
  Table table;
  table.title = std::move(title);
  table.columns = {{first_header, 0}};
  for (const ScoreColumn& column : columns) table.columns.push_back({column.header, 3});
  for (const TableLine& line : lines) {
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(line.name);
    for (const ScoreColumn& column : columns) {
      cells.push_back(Cell(line.scores->value[column.score]));
    }
  }
  PrintTable(table);
}

// Turned: a score a line, since intervals are wide and rows are few.
void PrintIntervals(std::vector<std::string> title, const std::vector<TableLine>& lines,
                    bool with_values) {
  Table table;
  table.title = std::move(title);
  table.columns = {{"", 0}};
  for (const TableLine& line : lines) {
    if (with_values) table.columns.push_back({line.name, 3});
    table.columns.push_back({with_values ? "95%" : line.name, 0});
  }
  for (const ScoreColumn& column : ColumnsOf(lines)) {
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(column.header);
    for (const TableLine& line : lines) {
      if (with_values) cells.push_back(Cell(line.scores->value[column.score]));
      cells.push_back(IntervalCell(*line.scores, column.score));
    }
  }
  fmt::print("\n");
  PrintTable(table);
}

bool HasIntervals(const ScoreSummary& scores) {
  return std::any_of(scores.low.begin(), scores.low.end(), IsPresent);
}

void PrintCurves(const EvaluationOutput& output) {
  Table table;
  table.title = Title(output, output.by_subject
                                  ? "Target found by fixation i: mean over tasks, then searchers"
                                  : "Target found by fixation i: mean over tasks");
  table.columns = {{"", 0}, {"start", 3}};
  for (int i = 1; i < kScoredPoints; ++i) table.columns.push_back({std::to_string(i), 3});
  for (const RowSummary& row : output.evaluation.rows) {
    if (row.scanpaths == 0) continue;
    std::vector<TableCell> values = {row.name};
    std::vector<TableCell> errors = {"  standard error"};
    for (int i = 0; i < kScoredPoints; ++i) {
      values.push_back(output.by_subject ? row.by_subject.mean[i] : row.scores.value[kCdf + i]);
      errors.push_back(row.by_subject.standard_error[i]);
    }
    table.rows.push_back(std::move(values));
    if (output.by_subject) table.rows.push_back(std::move(errors));
  }
  if (!table.rows.empty()) {
    fmt::print("\n");
    PrintTable(table);
  }
}

Json ScanpathRecord(const Row& row, const HumanSet& humans, const ScanpathScores& scanpath) {
  const HumanPair& pair = humans.pairs[scanpath.pair];
  Json json = {
      {"row", row.name}, {"task", pair.task}, {"name", pair.name}, {"subject", scanpath.subject}};
  if (scanpath.first_on_target) json["first_on_target"] = *scanpath.first_on_target;
  for (int i = 0; i < kMeans; ++i) SetScore(json, kFirstMean + i, scanpath.means[i]);
  return json;
}

Json FixationRecord(const Row& row, const HumanSet& humans, const FixationScores& fixation) {
  const HumanPair& pair = humans.pairs[fixation.pair];
  return {{"row", row.name},
          {"task", pair.task},
          {"name", pair.name},
          {"subject", fixation.subject},
          {"step", fixation.step},
          {"cig", fixation.scores.cig},
          {"cnss", fixation.scores.cnss},
          {"cauc", fixation.scores.cauc},
          {"auc", fixation.scores.auc}};
}

std::string CsvText(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  const std::string text = value;
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string PerTrialCsv(const std::vector<Json>& records) {
  std::vector<std::string> header = {"row", "task", "name", "subject", "step", "first_on_target"};
  for (int score = kFirstMean; score < kScores; ++score) header.emplace_back(ScoreKey(score));
  std::string text = fmt::format("{}\n", fmt::join(header, ","));
  for (const Json& record : records) {
    std::string line;
    for (const std::string& key : header) {
      const bool nested = key.starts_with(kMultiMatchPrefix);
      const Json& object = nested && record.contains("multimatch") ? record["multimatch"] : record;
      const std::string field = nested ? key.substr(kMultiMatchPrefix.size()) : key;
      if (&key != &header.front()) line += ',';
      if (object.contains(field)) line += CsvText(object[field]);
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace

Json ToJson(const EvaluationOutput& output) {
  Json json = EvaluationJson(output.humans, output.evaluation, output.seed, output.by_subject);
  if (output.with_paper) {
    json["paper"] = PublishedJson();
  }
  return json;
}

void PrintTables(const EvaluationOutput& output) {
  const Evaluation& evaluation = output.evaluation;
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
  PrintScores(Title(output, "Scores"), "", lines);
  lines.resize(evaluation.rows.size());
  if (HasIntervals(evaluation.rows.front().scores)) {
    PrintIntervals(Title(output, "95% intervals over pictures"), lines, false);
  }
  PrintCurves(output);
  lines.clear();
  for (const Difference& difference : evaluation.differences) {
    lines.push_back(
        {fmt::format("{} - {}", difference.first, difference.second), &difference.scores});
  }
  if (!lines.empty()) {
    PrintIntervals(Title(output, "Paired differences over the same pictures"), lines, true);
  }
  for (const RowSummary& row : evaluation.rows) {
    if (!output.tasks) break;
    lines.clear();
    for (const TaskSummary& task : row.tasks) lines.push_back({task.task, &task.scores});
    fmt::print("\n");
    PrintScores(Title(output, fmt::format("Scores of {} by task", row.name)), "task", lines);
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

}  // namespace saccade::cli
