#include "saccade/study/comparison_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "saccade/base/progress.h"
#include "saccade/metrics/published.h"
#include "saccade/study/chart_plot.h"

namespace saccade {
namespace {

using namespace metrics;

// Which value of a score is nearest to people.
enum class Best { kNone, kHighest, kLowest };

struct ScoreColumn {
  int score;
  const char* header;
  Best best;
  const char* group = "";
};

constexpr ScoreColumn kPaperColumns[] = {{kTfpAuc, "TFP-AUC", Best::kNone},
                                         {kProbabilityMismatch, "mismatch ↓", Best::kLowest},
                                         {kScanpathRatio, "ratio", Best::kNone},
                                         {kSequenceScore, "sequence ↑", Best::kHighest},
                                         {kShape, "shape ↑", Best::kHighest, "MultiMatch"},
                                         {kDirection, "direction ↑", Best::kHighest, "MultiMatch"},
                                         {kLength, "length ↑", Best::kHighest, "MultiMatch"},
                                         {kPosition, "position ↑", Best::kHighest, "MultiMatch"}};

constexpr const char* kNext = "next fixation, given the true past";
constexpr ScoreColumn kFurtherColumns[] = {{kFixationEditDistance, "FED ↓", Best::kLowest},
                                           {kScanMatch, "ScanMatch ↑", Best::kHighest},
                                           {kEditDistance, "edit distance ↓", Best::kLowest},
                                           {kCig, "cIG ↑", Best::kHighest, kNext},
                                           {kCnss, "cNSS ↑", Best::kHighest, kNext},
                                           {kCauc, "cAUC ↑", Best::kHighest, kNext},
                                           {kAuc, "AUC ↑", Best::kHighest, kNext}};

constexpr int kDecimals = 3;

std::vector<ScoreColumn> AllColumns() {
  std::vector<ScoreColumn> columns(std::begin(kPaperColumns), std::end(kPaperColumns));
  columns.insert(columns.end(), std::begin(kFurtherColumns), std::end(kFurtherColumns));
  return columns;
}

// "TFP-AUC" for "TFP-AUC", "FED" for "FED ↓".
std::string WithoutArrow(const std::string& header) { return header.substr(0, header.find(" ↑")); }
std::string PlainHeader(const ScoreColumn& column) {
  const std::string header = WithoutArrow(column.header);
  return header.substr(0, header.find(" ↓"));
}

std::string Caption(const Comparison& comparison) {
  return fmt::format(
      "protocol {}, split {}, {} human trials on {} pairs of target and picture, {} scanpaths a "
      "pair, {} {}",
      comparison.protocol, comparison.split, Grouped(comparison.trials), Grouped(comparison.pairs),
      comparison.samples, comparison.seeds.size() == 1 ? "seed" : "seeds",
      fmt::join(comparison.seeds, ", "));
}

std::vector<RowSummary> MeanRows(const Comparison& comparison) {
  std::vector<RowSummary> rows;
  for (const ComparedMethod& method : comparison.methods) rows.push_back(MeanOverSeeds(method));
  return rows;
}

TableCell Present(double value) { return IsPresent(value) ? TableCell(value) : TableCell(); }

// The cell texts of the best value of a column, people apart; nothing where no value counts.
std::optional<std::string> BestText(const Comparison& comparison,
                                    const std::vector<RowSummary>& rows,
                                    const ScoreColumn& column) {
  std::optional<double> best;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double value = rows[i].scores.value[column.score];
    if (comparison.methods[i].kind == "human" || !IsPresent(value)) continue;
    const bool better = column.best == Best::kHighest ? value > best.value_or(value - 1)
                                                      : value < best.value_or(value + 1);
    if (better) best = value;
  }
  if (!best || column.best == Best::kNone) return std::nullopt;
  return TableCell(*best).Text(kDecimals);
}

const PublishedRow* PublishedCalled(const std::string& name) {
  for (const auto rows : {PublishedRows(), PublishedStudyRows()}) {
    const auto found = std::ranges::find(rows, name, &PublishedRow::name);
    if (found != rows.end()) return &*found;
  }
  return nullptr;
}

// A row a method, the best of each column bold; with_paper puts the published rows beside them.
Table ScoresOf(const Comparison& comparison, std::span<const ScoreColumn> columns,
               bool with_paper) {
  const std::vector<RowSummary> rows = MeanRows(comparison);
  Table table;
  table.columns = {{"method"}};
  std::vector<ScoreColumn> shown;
  for (const ScoreColumn& column : columns) {
    const bool any = std::ranges::any_of(
        rows, [&](const RowSummary& row) { return IsPresent(row.scores.value[column.score]); });
    if (!any) continue;
    shown.push_back(column);
    table.columns.push_back({column.header, kDecimals, column.group});
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ComparedMethod& method = comparison.methods[i];
    std::vector<TableCell> cells = {rows[i].name};
    for (const ScoreColumn& column : shown) {
      TableCell cell = Present(rows[i].scores.value[column.score]);
      const bool best = method.kind != "human" && !cell.IsMissing() &&
                        BestText(comparison, rows, column) == cell.Text(kDecimals);
      cells.push_back(best ? cell.Bold() : cell);
    }
    table.rows.push_back(std::move(cells));
    const PublishedRow* published = with_paper ? PublishedCalled(method.published) : nullptr;
    if (published == nullptr) continue;
    table.beside.push_back(table.rows.size());
    cells = {"published, test split"};
    for (const ScoreColumn& column : shown)
      cells.push_back(Present(published->scores[column.score]));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

constexpr const char* kBestNote =
    "an arrow marks what measures closeness to people; the best of ours in it, people apart, is "
    "bold";

}  // namespace

Table ResultTable(const Comparison& comparison, const std::string& title) {
  Table table = ScoresOf(comparison, kPaperColumns, true);
  table.title = {title, Caption(comparison), kBestNote};
  return table;
}

Table FurtherTable(const Comparison& comparison) {
  Table table = ScoresOf(comparison, kFurtherColumns, false);
  table.title = {"Later measures", Caption(comparison), kBestNote};
  return table;
}

Table SpreadTable(const Comparison& comparison) {
  Table table;
  table.title = {"Standard deviation over seeds", Caption(comparison)};
  table.columns = {{"method"}, {"a seed changes"}};
  const std::vector<ScoreColumn> columns = AllColumns();
  for (const ScoreColumn& column : columns) {
    table.columns.push_back({PlainHeader(column), kDecimals, column.group});
  }
  for (const ComparedMethod& method : comparison.methods) {
    if (method.seeds.size() < 2) continue;
    const ScoreVector spread = SpreadOverSeeds(method);
    std::vector<TableCell> cells = {method.name, method.seed_changes == SeedChanges::kTraining
                                                     ? "training and scanpaths"
                                                     : "scanpaths"};
    for (const ScoreColumn& column : columns) cells.push_back(Present(spread[column.score]));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table IntervalTable(const Comparison& comparison) {
  Table table;
  table.title = {"95% intervals over pictures", Caption(comparison),
                 fmt::format("percentile bootstrap of {} draws, the same for every row; bounds are "
                             "means over seeds",
                             Grouped(static_cast<std::size_t>(comparison.bootstrap)))};
  table.columns = {{"method"}};
  const std::vector<RowSummary> rows = MeanRows(comparison);
  std::vector<ScoreColumn> shown;
  for (const ScoreColumn& column : AllColumns()) {
    const bool any = std::ranges::any_of(
        rows, [&](const RowSummary& row) { return IsPresent(row.scores.low[column.score]); });
    if (!any) continue;
    shown.push_back(column);
    table.columns.push_back({PlainHeader(column), 0, column.group});
  }
  for (const RowSummary& row : rows) {
    std::vector<TableCell> cells = {row.name};
    for (const ScoreColumn& column : shown) {
      const double low = row.scores.low[column.score], high = row.scores.high[column.score];
      cells.push_back(IsPresent(low) ? TableCell(fmt::format("{:.3f}–{:.3f}", low, high))
                                     : TableCell());
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table CurveTable(const Comparison& comparison) {
  Table table;
  table.title = {"Target found by fixation i", Caption(comparison),
                 "mean over categories, then over searchers (or samples), and its standard error"};
  table.columns = {{"method"}, {"start", kDecimals}};
  for (int i = 1; i < kScoredPoints; ++i) table.columns.push_back({std::to_string(i), kDecimals});
  for (const RowSummary& row : MeanRows(comparison)) {
    std::vector<TableCell> means = {row.name}, errors = {"standard error"};
    for (int i = 0; i < kScoredPoints; ++i) {
      means.push_back(row.by_subject.mean[i]);
      errors.push_back(row.by_subject.standard_error[i]);
    }
    table.rows.push_back(std::move(means));
    table.beside.push_back(table.rows.size());
    table.rows.push_back(std::move(errors));
  }
  return table;
}

Table CostTable(const Comparison& comparison) {
  Table table;
  int threads = 1;
  table.columns = {{"method"},           {"training"},      {"training MB", 0},
                   {"scanpaths/s", 0},   {"cores used", 2}, {"prediction MB", 1},
                   {"parameters, k", 1}, {"model MB", 2}};
  for (const ComparedMethod& method : comparison.methods) {
    if (method.kind == "human" || method.kind == "random") continue;
    const MethodCost cost = CostOverSeeds(method);
    threads = std::max(threads, cost.threads);
    TableCell training;
    if (cost.training_seconds) {
      training = (cost.training_complete ? "" : "over ") + DurationText(*cost.training_seconds);
    }
    std::optional<double> thousands;
    if (cost.parameters) thousands = static_cast<double>(*cost.parameters) / 1e3;
    table.rows.push_back({method.name, training, cost.training_memory_mb, cost.scanpaths_per_second,
                          cost.cores_used, cost.prediction_memory_mb, thousands, cost.model_mb});
  }
  table.title = {"Cost", Caption(comparison),
                 fmt::format("{} thread{}; MB are the growth of the process at its peak; times and "
                             "rates are means over seeds and too slow where fewer cores were used "
                             "than there are threads",
                             threads, threads == 1 ? "" : "s")};
  return table;
}

LineChart CurveChart(const Comparison& comparison) {
  LineChart chart;
  chart.title = "Cumulative probability of fixating the target";
  chart.x_label = "fixations after the start";
  chart.y_label = "target fixated";
  chart.y_min = 0;
  chart.y_max = 1;
  chart.width = 720;
  chart.height = 440;
  for (const RowSummary& row : MeanRows(comparison)) {
    const bool again = chart.series.size() >= kChartColors;  // its colour is another row's too
    Series series{.name = row.name, .dashed = again || row.name == "random"};
    for (int i = 0; i < kScoredPoints; ++i) {
      series.x.push_back(i);
      series.y.push_back(row.by_subject.mean[i]);
      series.error.push_back(row.by_subject.standard_error[i]);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace saccade
