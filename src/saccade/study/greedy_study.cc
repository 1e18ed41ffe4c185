#include "saccade/study/greedy_study.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/evaluation_json.h"
#include "saccade/study/score_panels.h"
#include "saccade/study/study_data.h"
#include "saccade/study/study_page.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

constexpr const char* kTitle = "Searching for total and for immediate reward";

std::vector<Variant> VariantsOf(const StudyOptions& options) {
  const std::string model = options.Model().folder, reward = "reward:" + model;
  const Sampling best{.greedy = true};
  return {{.name = "human", .title = "human", .published = "Human", .source = "human"},
          {.name = "total-reward",
           .title = "total reward (policy)",
           .published = "greedy: total reward",
           .source = model},
          {.name = "immediate-reward",
           .title = "immediate reward",
           .published = "greedy: immediate reward",
           .source = reward},
          {.name = "total-reward-best",
           .title = "total reward, always the best cell",
           .source = model,
           .sampling = best},
          {.name = "immediate-reward-best",
           .title = "immediate reward, always the best cell",
           .source = reward,
           .sampling = best}};
}

// Total minus immediate reward on the same pictures, first seed.
metrics::Difference DifferenceOf(const Experiment& experiment, const StudyOptions& options) {
  StudyData data(options);
  const metrics::HumanSet& humans = data.Scored().humans;
  std::vector<metrics::Row> rows;
  for (const char* name : {"total-reward", "immediate-reward"}) {
    const auto file =
        experiment.Read(fmt::format("{}-{}", name, options.seed)).folder / "predictions.json";
    rows.push_back(metrics::ScorePredictions(humans, name,
                                             ReadTrialsInImage(file, {.allow_repeats = true}),
                                             humans.protocol.predicted_cell));
  }
  return metrics::Summarize(humans, rows, {options.bootstrap, options.seed}).differences.front();
}

Table DifferenceTable(const metrics::Difference& difference) {
  Table table;
  table.title = {"Total minus immediate reward, first seed, paired over pictures"};
  table.columns = {{"score"}, {"difference", 3}, {"95% interval"}};
  const auto& scores = difference.scores;
  for (const auto& [score, name] : kPaperScores) {
    if (!metrics::IsPresent(scores.value[score])) continue;
    table.rows.push_back({name, scores.value[score],
                          fmt::format("{:.3f} to {:.3f}", scores.low[score], scores.high[score])});
  }
  return table;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Comparison comparison = RowsOf(VariantsOf(options), experiment, options);
  const metrics::Difference difference = DifferenceOf(experiment, options);
  StudyPage page{.name = "greedy",
                 .title = "Greedy and non-greedy search",
                 .claim =
                     "Appendix A.4 of the paper: scanpaths drawn from the policy, which seeks "
                     "the total reward of a search, against scanpaths drawn from the learned "
                     "reward of the next fixation alone."};
  page.parts.push_back(ScoresPart(
      comparison, "greedy", "Total against immediate reward",
      {ResultTable(comparison, kTitle), DifferenceTable(difference), SpreadTable(comparison)}));
  page.cost = CostText(experiment);
  page.json = ToJson(comparison);
  page.json["difference"] = {{"first", difference.first}, {"second", difference.second}};
  SetSummary(page.json["difference"], difference.scores);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = page.parts.front().tables,
          .files = "greedy.md, .json, greedy.svg and .pdf"};
}

}  // namespace

Study GreedyStudy() {
  return {
      .name = "greedy",
      .summary = "The paper's A.4: searching for total or for immediate reward",
      .example =
          "  saccade experiment greedy --fixations train.json --validation valid.json \\\n"
          "      --beliefs pictures.beliefs --model models/coco-search18-irl "
          "--out greedy",
      .uses = kUsesFixations | kUsesOneModel | kUsesSeeds | kUsesSamples | kUsesBootstrap |
              kUsesProtocol | kWritesPage,
      .cells = [](const StudyOptions& options) { return CellsOf(VariantsOf(options), options); },
      .assemble = Assemble};
}

}  // namespace saccade
