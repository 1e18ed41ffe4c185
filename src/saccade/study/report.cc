#include "saccade/study/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "saccade/metrics/random_scanpath.h"
#include "saccade/metrics/row.h"
#include "saccade/scene/dataset_summary.h"
#include "saccade/scene/search_measures.h"
#include "saccade/study/chart.h"
#include "saccade/study/example_figures.h"

namespace saccade {
namespace {

using metrics::Evaluation;
using metrics::HumanSet;
using metrics::RowSummary;

std::size_t PeopleIn(const std::vector<TrialInImage>& trials) {
  std::set<Identifier> people;
  for (const auto& trial : trials) {
    if (trial.subject.known()) people.insert(trial.subject);
  }
  return people.size();
}

Facts DataFacts(const std::vector<TrialInImage>& trials) {
  const Tally tally = TallyOf(trials);
  std::set<std::string> tasks;
  for (const auto& trial : trials) tasks.insert(trial.task);
  return {{{Grouped(tally.pictures), "pictures"},
           {Grouped(tasks.size()), "targets"},
           {Grouped(PeopleIn(trials)), "people"},
           {Grouped(tally.trials), "searches"},
           {Grouped(tally.fixations), "fixations"},
           {fmt::format("{:.1f}%", 100 * tally.Accuracy()), "right answers"}}};
}

Table SplitTable(const std::vector<TrialInImage>& trials) {
  Table table;
  table.title = {"Searches by split"};
  table.columns = {{"split"},     {"searches"},        {"pictures"}, {"target and picture"},
                   {"fixations"}, {"right answers", 3}};
  for (const auto& [split, tally] :
       TallyBy(trials, [](const TrialInImage& t) { return t.split.empty() ? "none" : t.split; })) {
    table.rows.push_back(
        {split, tally.trials, tally.pictures, tally.pairs, tally.fixations, tally.Accuracy()});
  }
  return table;
}

Table MeasureTable(const std::vector<CategoryMeasures>& measures) {
  Table table;
  table.title = {"How hard each target is to find",
                 "mean over each person's searches, then over people (the paper's Fig. 3)"};
  table.columns = {{"target"},
                   {"error", 3},
                   {"reaction, ms", 0},
                   {"fixations", 2},
                   {"time to target, ms", 0},
                   {"fixations to target", 2}};
  for (const CategoryMeasures& category : measures) {
    std::vector<TableCell> row{category.task};
    for (const auto& value : category.raw) row.emplace_back(value);
    table.rows.push_back(row);
  }
  return table;
}

std::string DifficultyChart(const std::vector<CategoryMeasures>& measures) {
  BarChart chart;
  chart.title = "Fixations to the target, by category";
  chart.y_label = "fixations to target";
  chart.width = 960;
  chart.series = {Series{.name = "people"}};
  for (const CategoryMeasures& category : measures) {
    chart.groups.push_back(category.task);
    chart.series[0].y.push_back(
        category.raw[static_cast<std::size_t>(SearchMeasure::kFixationsToTarget)].value_or(
            metrics::kAbsent));
  }
  return BarChartSvg(chart);
}

Section DataSection(const ReportInput& input) {
  const auto measures = MeasureSearch(input.trials);
  Section section{"The data", {}};
  section.blocks.push_back(DataFacts(input.trials));
  section.blocks.push_back(SplitTable(input.trials));
  section.blocks.push_back(Figures{
      {{DifficultyChart(measures),
        "Fixations until the eyes land on the target, the start included, in searches that found "
        "it."}},
      1});
  section.blocks.push_back(Folded{"All five measures, as a table", MeasureTable(measures)});
  return section;
}

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

std::string CurveChart(const Evaluation& evaluation) {
  LineChart chart;
  chart.title = "Probability that the target has been fixated, by number of fixations";
  chart.x_label = "fixations after the start";
  chart.y_label = "target fixated";
  chart.y_min = 0;
  chart.y_max = 1;
  for (std::size_t i = 0; i < evaluation.rows.size(); ++i) {
    chart.series.push_back(CurveOf(evaluation.rows[i], i));
  }
  return LineChartSvg(chart);
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
      table.rows.push_back({row.name, std::string(metrics::ScoreKey(column.score)),
                            row.scores.value[i], row.scores.low[i], row.scores.high[i]});
    }
  }
  return table;
}

Section ScoreSection(const ReportInput& input, const HumanSet& humans,
                     const Evaluation& evaluation) {
  Section section{"Scores", {}};
  section.blocks.push_back(Paragraph{
      "People are scored against the other people who searched the same picture, never against "
      "themselves. The random scanpath is somebody's search for the same target in another "
      "picture. Higher is better, but for mismatch and FED (fixation edit distance)."});
  section.blocks.push_back(ScoreTable(humans, evaluation, input.seed));
  section.blocks.push_back(Figures{
      {{CurveChart(evaluation),
        "Share of searches whose eyes have reached the target, mean over targets, then over "
        "searchers (or samples); the band is one standard error."}},
      1});
  section.blocks.push_back(
      Figures{{{TaskChart(humans, evaluation, metrics::kSequenceScore, "sequence score"),
                "How alike two searches for the same target are, by target."}},
              1});
  section.blocks.push_back(Folded{"95% intervals", IntervalTable(evaluation)});
  return section;
}

Evaluation Evaluate(const ReportInput& input, const HumanSet& humans,
                    const std::vector<TrialInImage>& random) {
  std::vector<metrics::Row> rows{metrics::ScoreHumans(humans)};
  rows.back().name = "people";
  rows.push_back(metrics::ScorePredictions(humans, "random scanpath", random, CellPoint::kCenter));
  for (const NamedPredictions& predictions : input.predictions) {
    rows.push_back(metrics::ScorePredictions(humans, predictions.name, predictions.trials,
                                             input.protocol.predicted_cell));
  }
  return metrics::Summarize(humans, rows, {.draws = input.bootstrap_draws, .seed = input.seed});
}

}  // namespace

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

std::vector<Figures> LearningCurves(const std::vector<MetricCurve>& curves) {
  std::vector<Figures> groups;
  for (const MetricCurve& curve : curves) {
    const std::size_t slash = curve.name.find('/');
    const std::string group = slash == std::string::npos ? "" : curve.name.substr(0, slash);
    if (group == "time") continue;
    std::string name = slash == std::string::npos ? curve.name : curve.name.substr(slash + 1);
    std::ranges::replace(name, '_', ' ');
    LineChart chart;
    chart.title = name + " over training";
    chart.x_label = "step";
    chart.width = 400;
    chart.height = 240;
    chart.series = {Series{.name = name, .x = curve.steps, .y = curve.values}};
    auto place = std::ranges::find(groups, group, &Figures::heading);
    if (place == groups.end()) place = groups.insert(groups.end(), Figures{{}, 3, group});
    place->figures.push_back({LineChartSvg(chart), name});
  }
  std::ranges::stable_partition(groups, [](const auto& g) { return g.heading == "validation"; });
  return groups;
}

Page MakeReport(const ReportInput& input) {
  const HumanSet humans = metrics::PrepareHumans(input.humans, input.protocol);
  const auto random = metrics::RandomScanpaths(humans, input.humans, input.seed);
  const Evaluation evaluation = Evaluate(input, humans, random);

  Page page;
  page.title = input.title;
  page.subtitle = fmt::format("{} searches of {} people, described, scored and drawn.",
                              Grouped(input.trials.size()), PeopleIn(input.trials));
  page.sections.push_back(DataSection(input));
  page.sections.push_back(ScoreSection(input, humans, evaluation));
  if (!input.images.empty() && input.examples > 0) {
    page.sections.push_back(ExampleSection(input, humans, random));
  }
  for (const Section& section : input.more) page.sections.push_back(section);
  if (!input.curves.empty()) {
    Section& training = page.sections.emplace_back(Section{"Training", {}});
    for (Figures& group : LearningCurves(input.curves)) training.blocks.push_back(std::move(group));
  }
  if (!input.command.empty()) {
    page.sections.push_back({"How this page was made", {Commands{input.command}}});
  }
  page.footer = "Made by saccade. One file, no network: keep it, print it, send it.";
  return page;
}

}  // namespace saccade
