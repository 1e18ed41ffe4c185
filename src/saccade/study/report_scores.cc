#include "saccade/study/report_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "saccade/metrics/row.h"
#include "saccade/study/chart.h"
#include "saccade/study/found_chart.h"
#include "saccade/study/score_columns.h"

namespace saccade {
namespace {

using metrics::Evaluation;
using metrics::HumanSet;
using metrics::RowSummary;
using metrics::ScoreInfo;

// Human is series 0 everywhere, random 1, predictions from 2.
LineChart CurveChart(const Evaluation& evaluation) {
  LineChart chart = FoundChart();
  chart.title = "Probability that the target has been fixated, by number of fixations";
  chart.whole_x = true;
  for (std::size_t i = 0; i < evaluation.rows.size(); ++i) {
    Series series = FoundSeries(evaluation.rows[i]);
    series.dashed = i == 1;
    series.color = static_cast<int>(i);
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string TaskChart(const HumanSet& humans, const Evaluation& evaluation, std::size_t score,
                      const std::string& label) {
  BarChart chart;
  chart.title = label + " by target";
  chart.y_label = label;
  chart.width = 960;
  chart.groups = humans.tasks;
  for (std::size_t i = 0; i < evaluation.rows.size(); ++i) {
    Series series{.name = evaluation.rows[i].name, .color = static_cast<int>(i)};
    for (const std::string& task : humans.tasks) {
      const auto& tasks = evaluation.rows[i].tasks;
      const auto found = std::ranges::find(tasks, task, &metrics::TaskSummary::task);
      series.y.push_back(found == tasks.end() ? metrics::kAbsent : found->scores.value[score]);
    }
    chart.series.push_back(series);
  }
  return BarChartSvg(chart);
}

// What some row has, of these families.
ScoreColumns ColumnsOf(const Evaluation& evaluation, unsigned families = metrics::kAllScores) {
  std::vector<const metrics::ScoreVector*> rows;
  for (const RowSummary& row : evaluation.rows) rows.push_back(&row.scores.value);
  return ScoreColumnsOf(rows, [=](const ScoreInfo& info) {
    return (info.left_out_of & metrics::kReport) == 0 && (info.family & families) != 0;
  });
}

Table IntervalTable(const Evaluation& evaluation) {
  Table table;
  table.title = {"95% intervals",
                 "percentile bootstrap over pictures; every row sees the same draws"};
  table.columns = {{"row"}, {"score"}, {"value", 3}, {"low", 3}, {"high", 3}};
  const ScoreColumns columns = ColumnsOf(evaluation);
  for (const RowSummary& row : evaluation.rows) {
    for (const ScoreInfo* info : columns) {
      const std::size_t i = info->slot;
      if (!metrics::IsPresent(row.scores.low[i])) continue;
      table.rows.push_back(
          {row.name, info->name, row.scores.value[i], row.scores.low[i], row.scores.high[i]});
    }
  }
  return table;
}

constexpr int kBins = 20;

// The share of a row's scanpaths by score, as a line over the middles of equal bins from 0 to 1.
Series SpreadOf(const metrics::Row& row, std::size_t score, std::size_t place) {
  Series series{.name = row.name, .dashed = place == 1, .color = static_cast<int>(place)};
  std::array<double, kBins> counts{};
  double all = 0;
  for (const auto& scanpath : row.scanpaths) {
    const double value = scanpath.scores[score];
    if (!metrics::IsPresent(value)) continue;
    counts[std::clamp(static_cast<int>(value * kBins), 0, kBins - 1)] += 1;
    all += 1;
  }
  for (int bin = 0; bin < kBins; ++bin) {
    series.x.push_back((bin + .5) / kBins);
    series.y.push_back(all > 0 ? counts[bin] / all : metrics::kAbsent);
  }
  return series;
}

// A mean can be right where the spread is not: some models beat people and vary too little.
Figures SpreadFigures(std::span<const ScoredRow> rows) {
  Figures figures{{}, 2, "How single scanpaths score"};
  for (const std::string_view key : {"sequence_score", "scanmatch"}) {
    const ScoreInfo& info = metrics::ScoreInfoOf(key);
    LineChart chart;
    chart.title = fmt::format("Share of scanpaths by {}", info.name);
    chart.x_label = info.name;
    chart.y_label = "share of scanpaths";
    chart.y_min = 0;
    chart.width = 460;
    chart.height = 300;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      chart.series.push_back(SpreadOf(rows[i].row, info.slot, i));
    }
    figures.figures.push_back(LineFigure(
        chart, fmt::format("Share of each row's scanpaths by their {} with people's, in bins of "
                           "{:.2g}. A model that searches as people do spreads as they do.",
                           info.name, 1.0 / kBins)));
  }
  return figures;
}

Evaluation EvaluationOf(const ReportInput& input, const HumanSet& humans,
                        std::span<const ScoredRow> rows) {
  std::vector<metrics::Row> scored;
  for (const ScoredRow& row : rows) scored.push_back(row.row);
  return metrics::Summarize(humans, scored, {.draws = input.bootstrap_draws, .seed = input.seed});
}

}  // namespace

Table ScoreTable(const HumanSet& humans, const Evaluation& evaluation, std::uint64_t seed,
                 const metrics::FamilyName& family) {
  Table table;
  table.title = {std::string(family.title),
                 fmt::format("protocol {}, split {}, {} trials on {} pairs of target and picture, "
                             "seed {}",
                             humans.protocol.name, humans.split, Grouped(humans.trials),
                             Grouped(humans.pairs.size()), seed)};
  table.columns = {{"model"}};
  const ScoreColumns columns = ColumnsOf(evaluation, family.family);
  for (const ScoreInfo* info : columns) {
    table.columns.push_back({std::string(info->header), info->decimals, std::string(info->group)});
  }
  for (const RowSummary& row : evaluation.rows) {
    std::vector<TableCell> cells{row.name};
    for (const ScoreInfo* info : columns) cells.push_back(ScoreCell(row.scores.value, *info));
    table.rows.push_back(cells);
  }
  return table;
}

Section ScoreSection(const ReportInput& input, const HumanSet& humans,
                     std::span<const ScoredRow> rows) {
  const Evaluation evaluation = EvaluationOf(input, humans, rows);
  Section section{"Scores", {}};
  ScoreColumns lower = ColumnsOf(evaluation);
  std::erase_if(lower,
                [](const ScoreInfo* info) { return info->better != metrics::Better::kLower; });
  section.blocks.push_back(Paragraph{fmt::format(
      "People are scored against the other people who searched the same picture, never against "
      "themselves. The random scanpath is somebody's search for the same target in another "
      "picture. Higher is better, but for {}.",
      HeadersOf(lower))});
  for (const metrics::FamilyName& family : metrics::kScoreFamilies) {
    const Table table = ScoreTable(humans, evaluation, input.seed, family);
    if (family.family == metrics::kStandard) {
      section.blocks.push_back(table);
    } else if (table.columns.size() > 1) {
      section.blocks.push_back(Folded{std::string(family.title), table});
    }
  }
  section.blocks.push_back(Figures{
      {LineFigure(
          CurveChart(evaluation),
          "Share of searches whose eyes have reached the target, mean over targets, then over "
          "searchers (or samples); the band is one standard error.")},
      1});
  section.blocks.push_back(SpreadFigures(rows));
  section.blocks.push_back(
      Figures{{{TaskChart(humans, evaluation, metrics::kSequenceScore, "sequence score"),
                "How alike two searches for the same target are, by target."}},
              1});
  section.blocks.push_back(Folded{"95% intervals", IntervalTable(evaluation)});
  return section;
}

}  // namespace saccade
