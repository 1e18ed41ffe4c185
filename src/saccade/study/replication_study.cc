#include "saccade/study/replication_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/base/progress.h"
#include "saccade/learn/irl_options.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/study/chart.h"
#include "saccade/study/run_metrics.h"
#include "saccade/study/study_page.h"
#include "saccade/study/training_curves.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPreset = "reference";
constexpr double kStretch = 5;  // iterations behind one number of a curve that every one has
constexpr double kShown[] = {0, 20, 40, 60, 100, 200, 300, 400, 500};
constexpr double kTwoThreads = 2300;  // seconds of one training, on COCO-Search18

IrlOptions OptionsFor(const StudyOptions& options) {
  IrlOptions reference = IrlPreset(kPreset);
  OptionsOf(reference).Apply(options.settings, "--set");
  return reference;
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  if (options.preset != "default" && options.preset != kPreset) {
    throw InputError(
        fmt::format("--preset {}: a replication is of the preset reference; leave it "
                    "out and change single options with --set",
                    options.preset));
  }
  ReadReleasedCurves(options.curves);
  auto cells = CellsOf(std::vector<Training>{{.name = kPreset,
                                              .method = MethodCalled("irl"),
                                              .preset = kPreset,
                                              .settings = options.settings}},
                       options);
  if (!options.quick) {
    for (StudyCell& cell : cells) cell.estimate_seconds = kTwoThreads;
  }
  return cells;
}

struct Trainings {
  std::vector<CurvesOfTraining> released, ours;

  std::vector<TrainingCurve> Curves(const std::vector<CurvesOfTraining>& of, std::size_t i) const {
    std::vector<TrainingCurve> curves;
    for (const CurvesOfTraining& run : of) curves.push_back(run.curves[i]);
    return curves;
  }
};

std::filesystem::path RunOf(const Experiment& experiment, const StudyCell& cell) {
  return experiment.out() / "cells" / cell.name / "run";
}

Trainings ReadAll(const Experiment& experiment, const StudyOptions& options) {
  const IrlOptions reference = OptionsFor(options);
  Trainings all{.released = ReadReleasedCurves(options.curves), .ours = {}};
  for (const StudyCell& cell : experiment.cells()) {
    CurvesOfTraining run = CurvesOfRun(RunOf(experiment, cell),
                                       fmt::format("ours, seed {}", cell.inputs.at("seed").dump()),
                                       reference.ppo.entropy_weight, reference.ppo.value_weight);
    if (!run.curves[0].values.empty()) all.ours.push_back(std::move(run));
  }
  if (all.ours.empty()) {
    throw InputError(options.out, "", "holds no iteration of a training yet");
  }
  return all;
}

double ValueAt(const TrainingCurveName& name, const TrainingCurve& curve, double iteration) {
  return MeanAt(curve, iteration, name.evaluation ? .5 : kStretch);
}

TableCell Shown(double value) {
  return std::isfinite(value) ? TableCell(fmt::format("{:.3f}", value)) : TableCell();
}

// What every training had at some iterations.
Table ValueTable(const Trainings& all) {
  Table table;
  table.title = {"The curves in numbers"};
  table.columns = {{"curve"}, {"training"}};
  for (const double iteration : kShown) table.columns.push_back({fmt::format("{}", iteration)});
  for (std::size_t i = 0; i < kTrainingCurves.size(); ++i) {
    const auto add = [&](const CurvesOfTraining& run, const std::string& name) {
      std::vector<TableCell> row = {kTrainingCurves[i].title, name};
      for (const double iteration : kShown) {
        row.push_back(Shown(ValueAt(kTrainingCurves[i], run.curves[i], iteration)));
      }
      table.rows.push_back(std::move(row));
    };
    for (const CurvesOfTraining& run : all.released) add(run, "released " + run.name);
    for (const CurvesOfTraining& run : all.ours) add(run, run.name);
  }
  return table;
}

struct Agreement {
  double ours = 0;      // mean distance of ours from the mean of theirs
  double released = 0;  // of each of theirs from the mean of its others, over the same iterations
  double signed_difference = 0;  // ours minus theirs
};

Agreement AgreementOf(const Trainings& all, std::size_t i) {
  const auto ours = all.Curves(all.ours, i), released = all.Curves(all.released, i);
  const TrainingCurve theirs = MeanCurve(released);
  std::vector<double> far, apart, difference;
  const TrainingCurve own = MeanCurve(ours);
  for (const TrainingCurve& curve : ours) far.push_back(DistanceBetween(curve, theirs));
  for (std::size_t r = 0; r < released.size() && released.size() > 1; ++r) {
    auto others = released;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
    TrainingCurve same = released[r];
    for (std::size_t k = 0; k < same.values.size(); ++k) {
      if (!std::isfinite(MeanAt(own, same.iterations[k], .5))) same.values[k] = NAN;
    }
    apart.push_back(DistanceBetween(MeanCurve(std::span(&same, 1)), MeanCurve(others)));
  }
  for (std::size_t k = 0; k < own.values.size(); ++k) {
    const double value = MeanAt(theirs, own.iterations[k], .5);
    if (std::isfinite(value)) difference.push_back(own.values[k] - value);
  }
  return {metrics::MeanOf(far), metrics::MeanOf(apart), metrics::MeanOf(difference)};
}

Table AgreementTable(const Trainings& all) {
  Table table;
  table.title = {"How far ours is from theirs, beside how far theirs are from one another"};
  table.columns = {{"curve"},
                   {"ours to the mean of theirs"},
                   {"each of theirs to its others"},
                   {"ours minus theirs"}};
  for (std::size_t i = 0; i < kTrainingCurves.size(); ++i) {
    const Agreement found = AgreementOf(all, i);
    table.rows.push_back({kTrainingCurves[i].title, Shown(found.ours), Shown(found.released),
                          Shown(found.signed_difference)});
  }
  return table;
}

Graphic Panel(const Trainings& all, std::size_t i) {
  LineChart chart{.title = kTrainingCurves[i].title,
                  .x_label = "iteration",
                  .y_label = kTrainingCurves[i].title,
                  .width = 470,
                  .height = 290};
  const auto add = [&](const CurvesOfTraining& run, const std::string& name, int color) {
    chart.series.push_back({.name = name,
                            .x = run.curves[i].iterations,
                            .y = run.curves[i].values,
                            .dashed = color == 0,
                            .color = color});
  };
  for (const CurvesOfTraining& run : all.released) add(run, "released " + run.name, 0);
  for (std::size_t k = 0; k < all.ours.size(); ++k) {
    add(all.ours[k], all.ours[k].name, static_cast<int>(1 + k % 9));
  }
  std::erase_if(chart.series, [](const Series& series) { return series.x.empty(); });
  return LineChartGraphic(chart);
}

Graphic Figure(const Trainings& all) {
  std::vector<Graphic> panels;
  for (std::size_t i = 0; i < kTrainingCurves.size(); ++i) panels.push_back(Panel(all, i));
  Graphic figure = Tiled(panels, 2);
  figure.title = "Training curves of the released code and of ours";
  return figure;
}

Json RowsJson(const Trainings& all) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < kTrainingCurves.size(); ++i) {
    const Agreement found = AgreementOf(all, i);
    Json row = {{"curve", kTrainingCurves[i].key},
                {"ours_to_released", found.ours},
                {"released_to_released", found.released},
                {"ours_minus_released", found.signed_difference},
                {"trainings", Json::array()}};
    const auto add = [&](const CurvesOfTraining& run, bool released) {
      row["trainings"].push_back({{"name", run.name},
                                  {"released", released},
                                  {"iterations", run.curves[i].iterations},
                                  {"values", run.curves[i].values}});
    };
    for (const CurvesOfTraining& run : all.released) add(run, true);
    for (const CurvesOfTraining& run : all.ours) add(run, false);
    rows.push_back(std::move(row));
  }
  return {{"rows", rows}};
}

// Of every training as far as it has come, without what validation takes.
std::string Cost(const Experiment& experiment) {
  double seconds = 0;
  for (const StudyCell& cell : experiment.cells()) {
    const auto log = RunOf(experiment, cell) / "metrics.jsonl";
    if (!std::filesystem::exists(log)) continue;
    for (const MetricCurve& curve : ReadRunMetrics(log)) {
      if (!curve.name.starts_with("time/")) continue;
      for (const double value : curve.values) seconds += value;
    }
  }
  return fmt::format("{} of wall-clock time in iterations, without evaluations",
                     DurationText(seconds));
}

std::string HowFar(const Trainings& all, const StudyOptions& options) {
  const std::size_t released = all.released.front().curves[0].values.size();
  std::string text =
      fmt::format("Iterations of each training (the released code's have {}):", released);
  for (const CurvesOfTraining& run : all.ours) {
    text += fmt::format(" {}: {};", run.name, run.curves[0].values.size());
  }
  text.back() = '.';
  if (!options.settings.empty()) {
    text += fmt::format(" With `--set {}`.", fmt::join(options.settings, " --set "));
  }
  return text;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Trainings all = ReadAll(experiment, options);
  const std::vector<Table> tables = {AgreementTable(all), ValueTable(all)};
  StudyPage page{.name = "replication",
                 .title = "The released code, trained again",
                 .claim =
                     "The preset `reference` beside complete trainings of the unmodified released "
                     "code by another laboratory: all that the released code writes while it "
                     "trains. Mean D is what it calls the discriminator's losses. Its evaluations "
                     "draw 10 scanpaths a pair from the recorded starts, take the corners of cells "
                     "as points and all human trials of the validation file."};
  page.parts.push_back(
      {.heading = "Curves",
       .text = HowFar(all, options) +
               fmt::format(" Distances are mean absolute differences over the iterations that all "
                           "have; in the last table the first four curves are means of {} "
                           "iterations from the one named on.",
                           kStretch),
       .tables = tables,
       .figures = {{"replication",
                    fmt::format("{} trainings of the released code (dashed) and {} of ours",
                                all.released.size(), all.ours.size()),
                    Figure(all)}}});
  page.cost = Cost(experiment);
  page.json = RowsJson(all);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = tables,
          .files = "replication.md, .json, replication.svg and .pdf"};
}

}  // namespace

Study ReplicationStudy() {
  return {.name = "replication",
          .summary = "Our training of the released code beside others' trainings of it",
          .example =
              "  saccade experiment replication --fixations train.json --validation valid.json "
              "\\\n      --beliefs corner.beliefs --curves released_code_curves.json --seeds 1 "
              "--out replication",
          .uses = kUsesTrainings | kUsesFixations | kUsesSeeds | kWritesPage | kUsesCurves |
                  kShowsSoFar,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
