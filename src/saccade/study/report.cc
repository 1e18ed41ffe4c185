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
#include "saccade/study/metric_words.h"
#include "saccade/study/report_scores.h"

namespace saccade {
namespace {

using metrics::HumanSet;

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

// People, random, then the predictions.
std::vector<ScoredRow> ScoredRows(const ReportInput& input, const HumanSet& humans) {
  std::vector<ScoredRow> rows;
  rows.push_back({metrics::ScoreHumans(humans)});
  rows.back().row.name = "people";
  auto random = metrics::RandomScanpaths(humans, input.humans, input.seed);
  auto random_row =
      metrics::ScorePredictions(humans, "random scanpath", random, CellPoint::kCenter);
  rows.push_back({std::move(random_row), std::move(random)});
  for (const NamedPredictions& predictions : input.predictions) {
    rows.push_back({metrics::ScorePredictions(humans, predictions.name, predictions.trials,
                                              input.protocol.predicted_cell),
                    predictions.trials});
  }
  return rows;
}

}  // namespace

std::vector<Figures> LearningCurves(const std::vector<MetricCurve>& curves) {
  std::vector<Figures> groups;
  for (const MetricCurve& curve : curves) {
    const std::size_t slash = curve.name.find('/');
    const std::string group = slash == std::string::npos ? "" : curve.name.substr(0, slash);
    if (group == "time") continue;
    const std::string name =
        MetricWords(slash == std::string::npos ? curve.name : curve.name.substr(slash + 1));
    LineChart chart;
    chart.title = name + " over training";
    chart.x_label = "step";
    chart.whole_x = true;
    chart.width = 400;
    chart.height = 240;
    chart.series = {Series{.name = name, .x = curve.steps, .y = curve.values}};
    auto place = std::ranges::find(groups, group, &Figures::heading);
    if (place == groups.end()) place = groups.insert(groups.end(), Figures{{}, 3, group});
    place->figures.push_back(LineFigure(chart, name));
  }
  std::ranges::stable_partition(groups, [](const auto& g) { return g.heading == "validation"; });
  return groups;
}

Page MakeReport(const ReportInput& input) {
  const HumanSet humans = metrics::PrepareHumans(input.humans, input.protocol);
  const std::vector<ScoredRow> rows = ScoredRows(input, humans);

  Page page;
  page.title = input.title;
  page.subtitle = fmt::format("{} searches of {} people, described, scored and drawn.",
                              Grouped(input.trials.size()), PeopleIn(input.trials));
  page.sections.push_back(DataSection(input));
  page.sections.push_back(ScoreSection(input, humans, rows));
  if (!input.images.empty() && input.examples > 0) {
    page.sections.push_back(ExampleSection(input, humans, rows));
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
