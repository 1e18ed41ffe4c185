#include "saccade/study/report_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "saccade/metrics/row.h"
#include "saccade/study/chart.h"
#include "saccade/study/metric_words.h"

namespace saccade {
namespace {

using metrics::Evaluation;
using metrics::HumanSet;
using metrics::RowSummary;

// Human is series 0 everywhere, random 1, predictions from 2.
Series CurveOf(const RowSummary& row, std::size_t place) {
  Series series{.name = row.name, .dashed = place == 1, .color = static_cast<int>(place)};
  for (int i = 0; i < metrics::kScoredPoints; ++i) {
    series.x.push_back(i);
    series.y.push_back(row.by_subject.mean[static_cast<std::size_t>(i)]);
    series.error.push_back(row.by_subject.standard_error[static_cast<std::size_t>(i)]);
  }
  return series;
}

LineChart CurveChart(const Evaluation& evaluation) {
  LineChart chart;
  chart.title = "Probability that the target has been fixated, by number of fixations";
  chart.x_label = "fixations after the start";
  chart.whole_x = true;
  chart.y_label = "target fixated";
  chart.y_min = 0;
  chart.y_max = 1;
  for (std::size_t i = 0; i < evaluation.rows.size(); ++i) {
    chart.series.push_back(CurveOf(evaluation.rows[i], i));
  }
  return chart;
}

std::string TaskChart(const HumanSet& humans, const Evaluation& evaluation, int score,
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
      series.y.push_back(found == tasks.end()
                             ? metrics::kAbsent
                             : found->scores.value[static_cast<std::size_t>(score)]);
    }
    chart.series.push_back(series);
  }
  return BarChartSvg(chart);
}

struct ScoreColumn {
  int score;
  const char* header;
  int decimals;
};

constexpr ScoreColumn kScoreColumns[] = {{metrics::kTfpAuc, "TFP-AUC", 3},
                                         {metrics::kProbabilityMismatch, "mismatch", 3},
                                         {metrics::kScanpathRatio, "ratio", 3},
                                         {metrics::kSequenceScore, "sequence", 3},
                                         {metrics::kShape, "MM shape", 3},
                                         {metrics::kDirection, "direction", 3},
                                         {metrics::kLength, "length", 3},
                                         {metrics::kPosition, "position", 3},
                                         {metrics::kFixationEditDistance, "FED", 3},
                                         {metrics::kScanMatch, "ScanMatch", 3}};

TableCell Present(double value) {
  return metrics::IsPresent(value) ? TableCell(value) : TableCell();
}

Table IntervalTable(const Evaluation& evaluation) {
  Table table;
  table.title = {"95% intervals",
                 "percentile bootstrap over pictures; every row sees the same draws"};
  table.columns = {{"row"}, {"score"}, {"value", 3}, {"low", 3}, {"high", 3}};
  for (const RowSummary& row : evaluation.rows) {
    for (const ScoreColumn& column : kScoreColumns) {
      const auto i = static_cast<std::size_t>(column.score);
      if (!metrics::IsPresent(row.scores.low[i])) continue;
      table.rows.push_back({row.name, MetricWords(metrics::ScoreKey(column.score)),
                            row.scores.value[i], row.scores.low[i], row.scores.high[i]});
    }
  }
  return table;
}

constexpr int kBins = 20;

// The share of a row's scanpaths by score, as a line over the middles of equal bins from 0 to 1.
Series SpreadOf(const metrics::Row& row, int score, std::size_t place) {
  Series series{.name = row.name, .dashed = place == 1, .color = static_cast<int>(place)};
  std::array<double, kBins> counts{};
  double all = 0;
  for (const auto& scanpath : row.scanpaths) {
    const double value = scanpath.means[score - metrics::kFirstMean];
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
  for (const auto& [score, label] : {std::pair(metrics::kSequenceScore, "sequence score"),
                                     std::pair(metrics::kScanMatch, "ScanMatch")}) {
    LineChart chart;
    chart.title = fmt::format("Share of scanpaths by {}", label);
    chart.x_label = label;
    chart.y_label = "share of scanpaths";
    chart.y_min = 0;
    chart.width = 460;
    chart.height = 300;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      chart.series.push_back(SpreadOf(rows[i].row, score, i));
    }
    figures.figures.push_back(LineFigure(
        chart, fmt::format("Share of each row's scanpaths by their {} with people's, in bins of "
                           "{:.2g}. A model that searches as people do spreads as they do.",
                           label, 1.0 / kBins)));
  }
  return figures;
}

Evaluation EvaluationOf(const ReportInput& input, const HumanSet& humans,
                        std::span<const ScoredRow> rows) {
  std::vector<metrics::Row> scored;
  for (const ScoredRow& row : rows) scored.push_back(row.row);
  return metrics::Summarize(humans, scored, {.draws = input.bootstrap_draws, .seed = input.seed});
}

Table ScoreTable(const HumanSet& humans, const Evaluation& evaluation, std::uint64_t seed) {
  Table table;
  table.title = {"Scores",
                 fmt::format("protocol {}, split {}, {} trials on {} pairs of target and picture, "
                             "seed {}",
                             humans.protocol.name, humans.split, Grouped(humans.trials),
                             Grouped(humans.pairs.size()), seed)};
  table.columns = {{"model"}};
  for (const ScoreColumn& column : kScoreColumns) {
    table.columns.push_back({column.header, column.decimals});
  }
  for (const RowSummary& row : evaluation.rows) {
    std::vector<TableCell> cells{row.name};
    for (const ScoreColumn& column : kScoreColumns) {
      cells.push_back(Present(row.scores.value[static_cast<std::size_t>(column.score)]));
    }
    table.rows.push_back(cells);
  }
  return table;
}

}  // namespace

Section ScoreSection(const ReportInput& input, const HumanSet& humans,
                     std::span<const ScoredRow> rows) {
  const Evaluation evaluation = EvaluationOf(input, humans, rows);
  Section section{"Scores", {}};
  section.blocks.push_back(Paragraph{
      "People are scored against the other people who searched the same picture, never against "
      "themselves. The random scanpath is somebody's search for the same target in another "
      "picture. Higher is better, but for mismatch and FED (fixation edit distance)."});
  section.blocks.push_back(ScoreTable(humans, evaluation, input.seed));
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
