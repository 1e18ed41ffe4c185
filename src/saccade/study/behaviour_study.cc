#include "saccade/study/behaviour_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/metrics/paired_tests.h"
#include "saccade/scene/published_dataset.h"
#include "saccade/scene/search_measures.h"
#include "saccade/study/behaviour.h"
#include "saccade/study/chart.h"
#include "saccade/study/grid_map.h"
#include "saccade/study/prediction_cells.h"
#include "saccade/study/reward_recovery.h"
#include "saccade/study/score_distribution.h"
#include "saccade/study/study_page.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using Trials = std::vector<TrialInImage>;

struct Searcher {
  std::string name;
  Trials scanpaths;             // of all seeds
  std::vector<Trials> by_seed;  // of models
};

std::vector<Searcher> SearchersOf(const Experiment& experiment, const StudyOptions& options,
                                  const ScoredTrials& on) {
  std::vector<Searcher> searchers = {
      {"people", metrics::HumanTrialsUsed(on.trials, on.humans.protocol), {}}};
  for (const std::string& name : SearcherNames(options)) {
    Searcher& searcher = searchers.emplace_back(Searcher{name, {}, {}});
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

// Fig. 3: the five measures, from blue (easy) to red (hard) in the paper; here by lightness.
Graphic MeasureFigure(const std::vector<CategoryMeasures>& categories) {
  constexpr double kCell = 20;
  Graphic figure{"Search measures by target", 0, 0};
  const double names = 90, top = 70;
  figure.width = names + kSearchMeasures * 70.0 + 30;
  figure.height = top + kCell * static_cast<double>(categories.size()) + 44;
  const Color ink{0x1c, 0x1f, 0x23};
  for (int m = 0; m < kSearchMeasures; ++m) {
    figure.shapes.push_back(GraphicText{std::string(LabelOf(static_cast<SearchMeasure>(m))),
                                        {names + 70.0 * m + 20, top - 8},
                                        TextAlign::kLeft,
                                        ink,
                                        11,
                                        25});
  }
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const double y = top + kCell * static_cast<double>(i);
    figure.Text(categories[i].task, names - 8, y + 14, TextAlign::kRight, ink, 11);
    for (int m = 0; m < kSearchMeasures; ++m) {
      const double x = names + 70.0 * m;
      const auto& value = categories[i].normalized[m];
      if (!value) continue;
      const Color color = ScaleColor(*value);
      figure.Rectangle(x, y, 68, kCell - 1, color);
      figure.Text(fmt::format("{:.2f}", *value), x + 34, y + 14, TextAlign::kCenter,
                  ContrastingColor(color), 11);
    }
  }
  const double y = figure.height - 24;
  figure.Text("easiest target: 0", names, y + 10, TextAlign::kLeft, ink, 11);
  for (int i = 0; i < 40; ++i)
    figure.Rectangle(names + 96 + i * 3, y, 3.3, 12, ScaleColor(i / 39.0));
  figure.Text("hardest: 1", names + 224, y + 10, TextAlign::kLeft, ink, 11);
  return figure;
}

Table MeasureTable(const std::vector<CategoryMeasures>& categories,
                   const std::vector<Searcher>& searchers) {
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
                    .direction = TotalVariation(a.directions, b.directions)};
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
  for (const auto member : {&Distance::median_amplitude, &Distance::amplitude, &Distance::direction,
                            &Distance::density, &Distance::hardness}) {
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
                   {"correlation of densities"},
                   {"rank correlation of hardness"}};
  for (const DistanceRow& row : rows) {
    const auto text = [&](double Distance::*member, double factor, int digits) {
      return fmt::format("{:.{}f} +- {:.{}f}", factor * row.value.*member, digits,
                         factor * row.spread.*member, digits);
    };
    table.rows.push_back({row.name, row.scanpaths, text(&Distance::median_amplitude, 1, 1),
                          text(&Distance::amplitude, 1, 1), text(&Distance::direction, 100, 1),
                          text(&Distance::density, 1, 3), text(&Distance::hardness, 1, 2)});
  }
  return table;
}

// Shares of every bin with the spread over seeds or, of people, over subjects.
Series SeriesOf(const Searcher& searcher, bool amplitudes, bool dashed) {
  const auto shares = [&](const Trials& trials) {
    const SearchBehaviour behaviour = BehaviourOf(trials);
    std::vector<double> list;
    if (amplitudes) {
      for (const double share : AmplitudeShares(behaviour)) list.push_back(share);
    } else {
      list.assign(behaviour.directions.begin(), behaviour.directions.end());
      list.push_back(list.front());
    }
    return list;
  };
  Series series{.name = fmt::format("{} (n = {})", searcher.name, searcher.scanpaths.size()),
                .y = shares(searcher.scanpaths),
                .dashed = dashed};
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    series.x.push_back(amplitudes ? kAmplitudeBin * (static_cast<double>(i) + .5)
                                  : 360.0 / kDirectionBins * static_cast<double>(i));
  }
  std::vector<std::vector<double>> parts;
  for (const Trials& seed : searcher.by_seed) parts.push_back(shares(seed));
  if (parts.empty()) {
    std::map<Identifier, Trials> subjects;
    for (const TrialInImage& trial : searcher.scanpaths) subjects[trial.subject].push_back(trial);
    for (const auto& [subject, trials] : subjects) parts.push_back(shares(trials));
  }
  for (std::size_t i = 0; i < series.y.size(); ++i) {
    std::vector<double> values;
    for (const auto& part : parts) values.push_back(part[i]);
    series.error.push_back(metrics::SpreadOf(values));
  }
  return series;
}

Graphic HistogramsOf(const std::vector<Searcher>& searchers) {
  LineChart amplitude{.title = "Amplitudes and directions of saccades",
                      .x_label = "amplitude, pixels of the 512x320 frame",
                      .y_label = "share of saccades",
                      .y_min = 0,
                      .width = 420,
                      .height = 320};
  LineChart direction = amplitude;
  direction.x_label = "direction, degrees (0 right, 90 up, 180 left)";
  for (const Searcher& searcher : searchers) {
    const bool dashed = &searcher == &searchers.front();
    amplitude.series.push_back(SeriesOf(searcher, true, dashed));
    direction.series.push_back(SeriesOf(searcher, false, dashed));
  }
  return Tiled({LineChartGraphic(amplitude), LineChartGraphic(direction)}, 2);
}

std::vector<float> Floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// Of each target, people's density and the first model's on one scale.
Graphic DensitiesOf(const Searcher& people, const Searcher& model) {
  auto theirs = BehaviourByTask(people.scanpaths), ours = BehaviourByTask(model.scanpaths);
  std::vector<Graphic> panels;
  for (auto& [task, behaviour] : theirs) {
    const auto human = Floats(Smoothed(behaviour.density));
    const auto machine = Floats(Smoothed(ours[task].density));
    const float most = std::max(std::ranges::max(human), std::ranges::max(machine));
    const auto panel = [&](const std::string& who, const std::vector<float>& values,
                           std::size_t n) {
      return GridMapGraphic({.title = "Fixation density by target",
                             .heading = fmt::format("{}, {} ({})", task, who, n),
                             .columns = Grid::kColumns,
                             .rows = Grid::kRows,
                             .values = values,
                             .low = 0.0f,
                             .high = most,
                             .low_label = "0",
                             .high_label = fmt::format("{:.2g}%", 100 * most),
                             .cell = 6});
    };
    panels.push_back(panel("people", human, behaviour.scanpaths));
    panels.push_back(panel(model.name, machine, ours[task].scanpaths));
  }
  return Tiled(panels, 4, 10);
}

Json ToJson(const std::vector<DistanceRow>& rows, const std::vector<CategoryMeasures>& categories) {
  const auto distance = [](const Distance& d) {
    return Json{{"median_amplitude", d.median_amplitude},
                {"amplitude_area", d.amplitude},
                {"direction_total_variation", d.direction},
                {"density_correlation", d.density},
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
  const std::vector<Searcher> searchers = SearchersOf(experiment, options, on);
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
                    "Amplitudes and directions of saccades, n scanpaths; bands are standard "
                    "deviations over subjects (people) or seeds (models)",
                    HistogramsOf(searchers)}}});
  if (searchers.size() > 2) {
    page.parts.back().figures.push_back(
        {"behaviour-densities",
         fmt::format("Where people and {} look in the search for each target (number of scanpaths)",
                     searchers[1].name),
         DensitiesOf(searchers[0], searchers[1])});
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
