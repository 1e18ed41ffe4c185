#include "saccade/study/subjects_study.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "saccade/base/error.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/dot_chart.h"
#include "saccade/study/score_panels.h"
#include "saccade/study/study_page.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

// Those of whom there are searches to learn from and to score on.
std::vector<int> SubjectsOf(const StudyOptions& options) {
  const auto subjects_in = [](const std::filesystem::path& file) {
    std::set<int> subjects;
    for (const TrialInImage& trial : ReadTrialsInImage(file)) {
      if (const auto number = trial.subject.number()) subjects.insert(static_cast<int>(*number));
    }
    return subjects;
  };
  const auto learned = subjects_in(options.fixations);
  std::vector<int> both;
  for (const int subject : subjects_in(options.validation)) {
    if (learned.contains(subject)) both.push_back(subject);
  }
  if (both.size() < 2) {
    throw InputError(options.validation, "",
                     "has {} subjects that {} has too; leaving one out needs two", both.size(),
                     options.fixations.filename().string());
  }
  return both;
}

// For each subject the group model, then the individual one.
std::vector<Variant> VariantsOf(const StudyOptions& options) {
  std::vector<Variant> variants;
  for (const int subject : SubjectsOf(options)) {
    const auto add = [&](const std::string& kind, TrialChoice learns_from) {
      Variant& variant = variants.emplace_back();
      variant.name = fmt::format("{}-{}", kind, subject);
      variant.title = fmt::format("{} model, subject {}", kind, subject);
      variant.training = Training{.name = variant.name,
                                  .method = MethodCalled("irl"),
                                  .preset = options.preset,
                                  .settings = options.settings,
                                  .learns_from = std::move(learns_from)};
      variant.scored_on = {.subjects = {subject}};
    };
    add("group", {.without_subjects = {subject}});
    add("individual", {.subjects = {subject}});
  }
  return variants;
}

struct Compared {
  std::vector<double> group, individual, difference;  // one for each subject
};

Compared CompareBy(const Comparison& comparison, std::size_t score) {
  Compared compared;
  for (std::size_t i = 0; i + 1 < comparison.methods.size(); i += 2) {
    compared.group.push_back(MeanOverSeeds(comparison.methods[i]).scores.value[score]);
    compared.individual.push_back(MeanOverSeeds(comparison.methods[i + 1]).scores.value[score]);
    compared.difference.push_back(compared.group.back() - compared.individual.back());
  }
  return compared;
}

Table TestTable(const Comparison& comparison) {
  Table table;
  table.title = {"Group minus individual model, paired over subjects"};
  table.columns = {{"score"},     {"group", 3}, {"individual", 3},  {"difference", 3},
                   {"spread", 3}, {"p", 4},     {"effect size", 2}, {"could be seen", 3}};
  for (const auto& [score, name] : kPaperScores) {
    const Compared c = CompareBy(comparison, score);
    const double spread = metrics::SpreadOf(c.difference);
    table.rows.push_back({name, metrics::MeanOf(c.group), metrics::MeanOf(c.individual),
                          metrics::MeanOf(c.difference), spread, metrics::SignFlipP(c.difference),
                          metrics::EffectSize(c.difference),
                          metrics::DetectableDifference(spread, c.difference.size())});
  }
  return table;
}

// 95% of a mean over subjects, by Student's t through the power formula's quantile.
double HalfWidth(const std::vector<double>& values) {
  return metrics::DetectableDifference(metrics::SpreadOf(values), values.size(), .5);
}

Graphic FigureOf(const Comparison& comparison) {
  std::vector<Graphic> panels;
  for (const auto& [score, name] : kPaperScores) {
    const Compared c = CompareBy(comparison, score);
    DotChart chart{.title = "Group and individual models",
                   .heading = name,
                   .x_label = name,
                   .rows = {"group", "individual"},
                   .series = {{}}};
    chart.width = 330;
    for (const auto* values : {&c.group, &c.individual}) {
      const double half = HalfWidth(*values);
      chart.series[0].value.push_back(metrics::MeanOf(*values));
      chart.series[0].low.push_back(metrics::MeanOf(*values) - half);
      chart.series[0].high.push_back(metrics::MeanOf(*values) + half);
    }
    panels.push_back(DotChartGraphic(chart));
  }
  return Tiled(panels, 2);
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Comparison comparison = RowsOf(VariantsOf(options), experiment, options);
  const std::size_t subjects = comparison.methods.size() / 2;
  const Table tests = TestTable(comparison);
  StudyPage page{.name = "subjects",
                 .title = "Group model and individual model",
                 .claim =
                     "Section 4.2 of the paper: for each person a group model of all others "
                     "and an individual model of that person, both scored on that person's "
                     "searches of pictures that neither has seen."};
  page.parts.push_back(
      {.heading = "Scores",
       .text = fmt::format("{} subjects, {} scanpaths a pair, {} seeds. p: exact sign-flip test "
                           "over subjects. Effect size: mean over standard deviation of the "
                           "differences. Could be seen: the smallest mean difference that a paired "
                           "test at 5% finds with power .8, given their spread.",
                           subjects, options.samples, options.seeds),
       .tables = {tests},
       .figures = {{"subjects",
                    fmt::format("Scores of group and individual models, means over {} subjects "
                                "with 95% intervals",
                                subjects),
                    FigureOf(comparison)}}});
  page.cost = CostText(experiment);
  page.json = ToJson(comparison);
  WriteStudyPage(page, options, command);
  return {
      .json = page.json, .tables = {tests}, .files = "subjects.md, .json, subjects.svg and .pdf"};
}

}  // namespace

Study SubjectsStudy() {
  return {
      .name = "subjects",
      .summary = "The paper's section 4.2: models of all others and of one person",
      .example =
          "  saccade experiment subjects --fixations train.json --validation valid.json "
          "\\\n      --beliefs pictures.beliefs --seeds 1 --out subjects",
      .uses = kUsesTrainings | kUsesFixations | kUsesSeeds | kUsesSamples | kUsesBootstrap |
              kUsesProtocol | kWritesPage,
      .cells = [](const StudyOptions& options) { return CellsOf(VariantsOf(options), options); },
      .assemble = Assemble};
}

}  // namespace saccade
