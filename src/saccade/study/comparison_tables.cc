#include "saccade/study/comparison_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/base/progress.h"
#include "saccade/metrics/published.h"
#include "saccade/study/chart_plot.h"
#include "saccade/study/found_chart.h"

namespace saccade {
namespace {

using namespace metrics;

constexpr int kCurveDecimals = 3;

// "FED ↓": an arrow for what measures closeness to people.
std::string WithArrow(const ScoreInfo& info) {
  const char* arrow = info.better == Better::kHigher  ? " ↑"
                      : info.better == Better::kLower ? " ↓"
                                                      : "";
  return std::string(info.header) + arrow;
}

bool InPaper(const ScoreInfo& info) { return info.published; }
bool IsCompared(const ScoreInfo& info) { return (info.left_out_of & kComparison) == 0; }
bool IsFurther(const ScoreInfo& info) { return IsCompared(info) && !InPaper(info); }

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

// Those of `wanted` that some row has.
ScoreColumns ColumnsOf(const std::vector<RowSummary>& rows, bool (*wanted)(const ScoreInfo&)) {
  std::vector<const ScoreVector*> values;
  for (const RowSummary& row : rows) values.push_back(&row.scores.value);
  return ScoreColumnsOf(values, wanted);
}

// The cell texts of the best value of a column, people apart; nothing where no value counts.
std::optional<std::string> BestText(const Comparison& comparison,
                                    const std::vector<RowSummary>& rows, const ScoreInfo& info) {
  if (info.better == Better::kLikePeople) return std::nullopt;
  std::optional<double> best;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double value = rows[i].scores.value[info.slot];
    if (comparison.methods[i].kind == "human" || !IsPresent(value)) continue;
    const bool better = info.better == Better::kHigher ? value > best.value_or(value - 1)
                                                       : value < best.value_or(value + 1);
    if (better) best = value;
  }
  if (!best) return std::nullopt;
  return TableCell(*best).Text(info.decimals);
}

const PublishedRow* PublishedCalled(const std::string& name) {
  for (const auto rows : {PublishedRows(), PublishedStudyRows()}) {
    const auto found = std::ranges::find(rows, name, &PublishedRow::name);
    if (found != rows.end()) return &*found;
  }
  return nullptr;
}

// A row a method, the best of each column bold; with_paper puts the published rows beside them.
Table ScoresOf(const Comparison& comparison, bool (*wanted)(const ScoreInfo&), bool with_paper) {
  const std::vector<RowSummary> rows = MeanRows(comparison);
  const ScoreColumns shown = ColumnsOf(rows, wanted);
  Table table;
  table.columns = {{"method"}};
  for (const ScoreInfo* info : shown) {
    table.columns.push_back({WithArrow(*info), info->decimals, std::string(info->group)});
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ComparedMethod& method = comparison.methods[i];
    std::vector<TableCell> cells = {rows[i].name};
    for (const ScoreInfo* info : shown) {
      TableCell cell = ScoreCell(rows[i].scores.value, *info);
      const bool best = method.kind != "human" && !cell.IsMissing() &&
                        BestText(comparison, rows, *info) == cell.Text(info->decimals);
      cells.push_back(best ? cell.Bold() : cell);
    }
    table.rows.push_back(std::move(cells));
    const PublishedRow* published = with_paper ? PublishedCalled(method.published) : nullptr;
    if (published == nullptr) continue;
    table.beside.push_back(table.rows.size());
    cells = {"published, test split"};
    for (const ScoreInfo* info : shown) cells.push_back(ScoreCell(published->scores, *info));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

constexpr const char* kBestNote =
    "an arrow marks what measures closeness to people; the best of ours in it, people apart, is "
    "bold";

}  // namespace

Table ResultTable(const Comparison& comparison, const std::string& title) {
  Table table = ScoresOf(comparison, InPaper, true);
  table.title = {title, Caption(comparison), kBestNote};
  return table;
}

Table FurtherTable(const Comparison& comparison) {
  Table table = ScoresOf(comparison, IsFurther, false);
  table.title = {"Later measures", Caption(comparison), kBestNote};
  return table;
}

ScoreColumns ComparedScores(const Comparison& comparison) {
  return ColumnsOf(MeanRows(comparison), IsCompared);
}

Table SpreadTable(const Comparison& comparison) {
  Table table;
  table.title = {"Standard deviation over seeds", Caption(comparison)};
  table.columns = {{"method"}, {"a seed changes"}};
  const ScoreColumns columns = ComparedScores(comparison);
  for (const ScoreInfo* info : columns) {
    table.columns.push_back({std::string(info->header), info->decimals, std::string(info->group)});
  }
  for (const ComparedMethod& method : comparison.methods) {
    if (method.seeds.size() < 2) continue;
    const ScoreVector spread = SpreadOverSeeds(method);
    std::vector<TableCell> cells = {method.name, method.seed_changes == SeedChanges::kTraining
                                                     ? "training and scanpaths"
                                                     : "scanpaths"};
    for (const ScoreInfo* info : columns) cells.push_back(ScoreCell(spread, *info));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table IntervalTable(const Comparison& comparison) {
  Table table;
  table.title = {"95% intervals over " + ResampledText(comparison), Caption(comparison),
                 fmt::format("percentile bootstrap of {} draws, the same for every row; bounds are "
                             "means over seeds",
                             Grouped(static_cast<std::size_t>(comparison.bootstrap)))};
  table.columns = {{"method"}};
  const std::vector<RowSummary> rows = MeanRows(comparison);
  std::vector<const ScoreVector*> lows;
  for (const RowSummary& row : rows) lows.push_back(&row.scores.low);
  const ScoreColumns shown = ScoreColumnsOf(lows, IsCompared);
  for (const ScoreInfo* info : shown) {
    table.columns.push_back({std::string(info->header), 0, std::string(info->group)});
  }
  for (const RowSummary& row : rows) {
    std::vector<TableCell> cells = {row.name};
    for (const ScoreInfo* info : shown) {
      const double low = row.scores.low[info->slot], high = row.scores.high[info->slot];
      cells.push_back(IsPresent(low) ? TableCell(fmt::format("{:.{}f}–{:.{}f}", low, info->decimals,
                                                             high, info->decimals))
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
  table.columns = {{"method"}, {"start", kCurveDecimals}};
  for (int i = 1; i < kScoredPoints; ++i)
    table.columns.push_back({std::to_string(i), kCurveDecimals});
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
  LineChart chart = FoundChart();
  chart.title = "Cumulative probability of fixating the target";
  chart.width = 720;
  chart.height = 440;
  for (const RowSummary& row : MeanRows(comparison)) {
    Series series = FoundSeries(row);
    const bool again = chart.series.size() >= kChartColors;  // its colour is another row's too
    series.dashed = again || row.name == "random";
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace saccade
