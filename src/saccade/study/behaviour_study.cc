#include "saccade/study/behaviour_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/metrics/paired_tests.h"
#include "saccade/scene/published_dataset.h"
#include "saccade/scene/search_measures.h"
#include "saccade/study/behaviour.h"
#include "saccade/study/behaviour_figures.h"
#include "saccade/study/prediction_cells.h"
#include "saccade/study/reward_recovery.h"
#include "saccade/study/score_distribution.h"
#include "saccade/study/study_page.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using Trials = std::vector<TrialInImage>;

std::vector<ShownSearcher> SearchersOf(const Experiment& experiment, const StudyOptions& options,
                                       const ScoredTrials& on) {
  std::vector<ShownSearcher> searchers = {
      {"people", metrics::HumanTrialsUsed(on.trials, on.humans.protocol), {}}};
  for (const std::string& name : SearcherNames(options)) {
    ShownSearcher& searcher = searchers.emplace_back(ShownSearcher{name, {}, {}});
    for (const std::uint64_t seed : SeedsOf(options)) {
      searcher.by_seed.push_back(Predictions(experiment, name, seed, on.humans));
      const Trials& trials = searcher.by_seed.back();
      searcher.scanpaths.insert(searcher.scanpaths.end(), trials.begin(), trials.end());
    }
  }
  return searchers;
}

Trials OfSubjects(const Trials& trials, bool odd) {
  Trials kept;
  for (const TrialInImage& trial : trials) {
    if ((trial.subject.number().value_or(0) % 2 != 0) == odd) kept.push_back(trial);
  }
  return kept;
}

Table MeasureTable(const std::vector<CategoryMeasures>& categories,
                   const std::vector<ShownSearcher>& searchers) {
  Table table;
  table.title = {
      "People's measures by target, means over subjects; published accuracy is of all "
      "splits; last, a searcher's fixations to the target where it finds it"};
  table.columns = {{"target"},       {"accuracy", 3},        {"published", 2}, {"reaction, ms"},
                   {"fixations", 2}, {"time to target, ms"}, {"to target", 2}};
  std::vector<std::map<std::string, SearchBehaviour>> models;
  for (std::size_t i = 1; i < searchers.size(); ++i) {
    table.columns.push_back({searchers[i].name, 2});
    models.push_back(BehaviourByTask(searchers[i].scanpaths));
  }
  for (const CategoryMeasures& category : categories) {
    const auto raw = [&](SearchMeasure m) { return category.raw[static_cast<int>(m)]; };
    const auto task = TaskIndex(category.task);
    std::vector<TableCell> row = {category.task};
    const auto error = raw(SearchMeasure::kResponseError);
    row.emplace_back(error ? TableCell(1 - *error) : TableCell());
    row.emplace_back(task ? TableCell(kPublishedDataset.at(*task).accuracy_present) : TableCell());
    for (const SearchMeasure m :
         {SearchMeasure::kReactionTime, SearchMeasure::kFixations, SearchMeasure::kTimeToTarget,
          SearchMeasure::kFixationsToTarget}) {
      row.emplace_back(raw(m));
    }
    for (auto& model : models) row.emplace_back(model[category.task].fixations_to_target);
    table.rows.push_back(std::move(row));
  }
  return table;
}

// How far a searcher is from people, in each respect.
struct Distance {
  double median_amplitude = 0;  // its own
  double amplitude = 0;         // area between the cumulative distributions, pixels
  double direction = 0;         // total variation
  double first_gain = 0;        // the same of first saccades' gains
  double length = 0;            // and of the numbers of fixations
  double density = 0;           // mean over targets of the correlation of smoothed densities
  double hardness = 0;          // rank correlation over targets of the fixations to target
};

double MedianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

Distance DistanceOf(const Trials& people, const Trials& others) {
  const SearchBehaviour a = BehaviourOf(people), b = BehaviourOf(others);
  Distance distance{.median_amplitude = MedianOf(b.amplitudes),
                    .amplitude = metrics::AreaBetween(a.amplitudes, b.amplitudes),
                    .direction = TotalVariation(a.directions, b.directions),
                    .first_gain = TotalVariation(a.first_gains, b.first_gains),
                    .length = TotalVariation(a.lengths, b.lengths)};
  const auto by_task = BehaviourByTask(people);
  auto other_tasks = BehaviourByTask(others);
  std::vector<double> density, hard, other_hard;
  for (const auto& [task, behaviour] : by_task) {
    const auto other = other_tasks.find(task);
    if (other == other_tasks.end()) continue;
    density.push_back(Correlation(Smoothed(behaviour.density), Smoothed(other->second.density)));
    hard.push_back(behaviour.fixations_to_target);
    other_hard.push_back(other->second.fixations_to_target);
  }
  distance.density = metrics::MeanOf(density);
  distance.hardness = RankCorrelation(hard, other_hard);
  return distance;
}

struct DistanceRow {
  std::string name;
  std::size_t scanpaths = 0;
  Distance value, spread;  // over seeds
};

DistanceRow RowOf(const std::string& name, const Trials& people, const Trials& others,
                  const std::vector<Trials>& by_seed) {
  DistanceRow row{name, others.size(), DistanceOf(people, others), {}};
  std::vector<Distance> seeds;
  for (const Trials& seed : by_seed) seeds.push_back(DistanceOf(people, seed));
  const auto spread = [&](double Distance::*member) {
    std::vector<double> values;
    for (const Distance& seed : seeds) values.push_back(seed.*member);
    row.spread.*member = metrics::SpreadOf(values);
  };
  for (const auto member :
       {&Distance::median_amplitude, &Distance::amplitude, &Distance::direction,
        &Distance::first_gain, &Distance::length, &Distance::density, &Distance::hardness}) {
    spread(member);
  }
  return row;
}

Table DistanceTable(const std::vector<DistanceRow>& rows) {
  Table table;
  table.title = {"How searchers move, against people; +- spread over seeds"};
  table.columns = {{"searcher"},
                   {"scanpaths"},
                   {"median amplitude, px"},
                   {"area between amplitudes, px"},
                   {"directions that differ, %"},
                   {"first gains that differ, %"},
                   {"lengths that differ, %"},
                   {"correlation of densities"},
                   {"rank correlation of hardness"}};
  for (const DistanceRow& row : rows) {
    const auto text = [&](double Distance::*member, double factor, int digits) {
      return fmt::format("{:.{}f} +- {:.{}f}", factor * row.value.*member, digits,
                         factor * row.spread.*member, digits);
    };
    table.rows.push_back({row.name, row.scanpaths, text(&Distance::median_amplitude, 1, 1),
                          text(&Distance::amplitude, 1, 1), text(&Distance::direction, 100, 1),
                          text(&Distance::first_gain, 100, 1), text(&Distance::length, 100, 1),
                          text(&Distance::density, 1, 3), text(&Distance::hardness, 1, 2)});
  }
  return table;
}

Json ToJson(const std::vector<DistanceRow>& rows, const std::vector<CategoryMeasures>& categories) {
  const auto distance = [](const Distance& d) {
    return Json{
        {"median_amplitude", d.median_amplitude},   {"amplitude_area", d.amplitude},
        {"direction_total_variation", d.direction}, {"first_gain_total_variation", d.first_gain},
        {"length_total_variation", d.length},       {"density_correlation", d.density},
        {"hardness_rank_correlation", d.hardness}};
  };
  Json json = {{"rows", Json::array()}, {"measures", Json::object()}};
  for (const DistanceRow& row : rows) {
    json["rows"].push_back(
        {{"name", row.name}, {"value", distance(row.value)}, {"spread", distance(row.spread)}});
  }
  for (const CategoryMeasures& category : categories) {
    for (int m = 0; m < kSearchMeasures; ++m) {
      if (!category.raw[m]) continue;
      json["measures"][category.task][std::string(KeyOf(static_cast<SearchMeasure>(m)))] = {
          *category.raw[m], *category.normalized[m]};
    }
  }
  return json;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  StudyData data(options);
  const ScoredTrials& on = data.Scored();
  const std::vector<ShownSearcher> searchers = SearchersOf(experiment, options, on);
  const Trials& people = searchers.front().scanpaths;
  const auto categories = MeasureSearch(on.trials);
  std::vector<DistanceRow> rows = {RowOf("people: odd against even subjects",
                                         OfSubjects(people, true), OfSubjects(people, false), {})};
  for (std::size_t i = 1; i < searchers.size(); ++i) {
    rows.push_back(RowOf(searchers[i].name, people, searchers[i].scanpaths, searchers[i].by_seed));
  }
  const Table measures = MeasureTable(categories, searchers), distances = DistanceTable(rows);
  StudyPage page{.name = "behaviour",
                 .title = "How people search, and the model beside them",
                 .claim =
                     "Fig. 3 of the paper: five measures of how hard each target is to find, "
                     "and the response accuracies of its appendix table. Added: where people "
                     "and the model look, how far and in which direction their eyes move."};
  page.parts.push_back(
      {.heading = "Targets",
       .text = fmt::format("Split {}, {} trials; error counts every trial, the other measures the "
                           "correct ones.",
                           on.humans.split, on.trials.size()),
       .tables = {measures},
       .figures = {{"behaviour-measures",
                    fmt::format("The five measures from the easiest target (0) to the hardest (1), "
                                "means over subjects, n = {} trials",
                                on.trials.size()),
                    MeasureFigure(categories)}}});
  page.parts.push_back(
      {.heading = "Eyes",
       .text = fmt::format(
           "Scanpaths as they are scored (protocol {}), cut after the first fixation on target; {} "
           "scanpaths a pair and seed, {} seeds. Density: fixations after the start, smoothed with "
           "24 pixels, correlation with people's over the cells of each target, mean over targets. "
           "Hardness: fixations to the target by target. Two halves of the people show what is to "
           "be expected of searchers who are alike.",
           options.protocol, options.samples, options.seeds),
       .tables = {distances},
       .figures = {{"behaviour-saccades",
                    "Amplitudes and directions of saccades, gains of first saccades towards the "
                    "target, fixations of a search; n scanpaths, bands are standard deviations "
                    "over subjects (people) or seeds (models)",
                    BehaviourHistograms(searchers)}}});
  if (searchers.size() > 2) {
    page.parts.back().figures.push_back(
        {"behaviour-densities",
         fmt::format("Where people and {} look in the search for each target (number of scanpaths)",
                     searchers[1].name),
         DensityFigure(searchers[0], searchers[1])});
  }
  page.cost = CostText(experiment);
  page.json = ToJson(rows, categories);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = {measures, distances},
          .files = "behaviour.md, .json and figures as .svg and .pdf"};
}

}  // namespace

Study BehaviourStudy() {
  return {.name = "behaviour",
          .summary = "The paper's Fig. 3: how people search, and models beside them",
          .example =
              "  saccade experiment behaviour --validation valid.json --beliefs "
              "pictures.beliefs \\\n      --model IRL=models/coco-search18-irl --out behaviour",
          .uses = kUsesModels | kUsesSeeds | kUsesSamples | kUsesProtocol | kWritesPage,
          .cells = PredictionCells,
          .assemble = Assemble};
}

}  // namespace saccade
