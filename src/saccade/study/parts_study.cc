#include "saccade/study/parts_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/score_panels.h"
#include "saccade/study/study_page.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

constexpr const char* kAll = "all";  // what the others are held against
constexpr const char* kTitle = "Learners and parts, same inputs, same calibration";

// What every training of the study has: the default preset, shorter, without the epochs in which
// only the reward is fitted and the policy rests, calibrated by one rule.
constexpr const char* kCommon[] = {"calibrate_by=likelihood", "keep_last=true"};
constexpr const char* kShort[] = {"cloning_epochs=4"};
constexpr const char* kShortIrl[] = {"epochs=3", "reward_epochs=0"};

struct Part {
  const char* name;
  const char* title;
  const char* method;
  std::vector<std::string> settings;
};

const std::vector<std::string> kSameInputs = {"channels=138", "gaze_prior=true", "average=0.998"};
const std::vector<std::string> kLogD = {
    "reward_form=log-d",  "discriminator_passes=1", "discriminator_rate=0.0001",
    "uniform_share=0.25", "penalty_factor=5",       "discriminator_rate_drop_after=0"};

std::vector<std::string> With(std::vector<std::string> settings,
                              const std::vector<std::string>& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

// Three epochs of IRL have about as many updates of the policy as one of cloning (some 500 on
// COCO-Search18), so a clone trained as long has one epoch more.
std::vector<Part> Parts() {
  return {
      {"clone", "clone", "bc-cnn", kSameInputs},
      {"clone-long", "clone, trained as long", "bc-cnn", With(kSameInputs, {"cloning_epochs=5"})},
      {"bc-cnn", "clone, the comparison's inputs", "bc-cnn", {}},
      {"gail", "GAIL from random weights", "irl",
       With(kLogD, {"cloning_epochs=0", "imitation_weight=0"})},
      {"clone-gail", "clone + GAIL (log D)", "irl", kLogD},
      {"no-gaze-prior", "all but gaze prior and landing", "irl", {"gaze_prior=false"}},
      {"no-target-channels", "all but the target's own channels", "irl", {"channels=136"}},
      {"no-history", "all but history and the target's channels", "irl", {"channels=134"}},
      {"no-hidden", "all but hidden targets", "irl", {"drop_target=0"}},
      {"no-average", "all but averaged weights", "irl", {"average=0"}},
      {kAll, "clone + adversarial form, all parts", "irl", {}}};
}

std::vector<Variant> VariantsOf(const StudyOptions& options) {
  std::vector<Variant> variants = {
      {.name = "human", .title = "human", .published = "Human", .source = "human"}};
  for (const Part& part : Parts()) {
    std::vector<std::string> settings(std::begin(kCommon), std::end(kCommon));
    if (!options.quick) {
      settings.insert(settings.end(), std::begin(kShort), std::end(kShort));
      if (std::string_view(part.method) == "irl") {
        settings.insert(settings.end(), std::begin(kShortIrl), std::end(kShortIrl));
      }
    }
    Variant& variant = variants.emplace_back();
    variant.name = part.name;
    variant.title = part.title;
    variant.training = Training{.name = part.name,
                                .method = MethodCalled(part.method),
                                .preset = options.preset,
                                .settings = With(With(settings, part.settings), options.settings)};
  }
  for (Variant& variant : variants) variant.resample = metrics::ResampleUnit::kBoth;
  return variants;
}

// Each part minus all parts, seed by seed.
Table DifferenceTable(const Comparison& comparison) {
  Table table;
  table.title = {"Minus the row with all parts: mean over seeds +- standard deviation"};
  table.columns = {{"row"}};
  for (const PaperScore& score : kPaperScores) table.columns.push_back({score.name});
  const auto all = std::ranges::find(comparison.methods, kAll, &ComparedMethod::kind);
  for (const ComparedMethod& method : comparison.methods) {
    if (all == comparison.methods.end() || method.kind == kAll || method.kind == "human") continue;
    std::vector<TableCell> row = {method.name};
    for (const PaperScore& score : kPaperScores) {
      std::vector<double> differences;
      for (const SeedResult& seed : method.seeds) {
        const auto same = std::ranges::find(all->seeds, seed.seed, &SeedResult::seed);
        if (same == all->seeds.end()) continue;
        differences.push_back(seed.row.scores.value[score.score] -
                              same->row.scores.value[score.score]);
      }
      std::string text = fmt::format("{:+.3f}", metrics::MeanOf(differences));
      if (differences.size() > 1) text += fmt::format(" +- {:.3f}", metrics::SpreadOf(differences));
      row.push_back(differences.empty() ? TableCell() : TableCell(text));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Comparison comparison = RowsOf(VariantsOf(options), experiment, options);
  StudyPage page{.name = "parts",
                 .title = "What each part brings",
                 .claim =
                     "Learners with the same inputs and one rule of calibration (the likelihood "
                     "of people's next fixations on the validation split, no reported score), and "
                     "the default training without one of its parts at a time."};
  page.parts.push_back(
      ScoresPart(comparison, "parts", "Learners and parts",
                 {ResultTable(comparison, kTitle), DifferenceTable(comparison),
                  SpreadTable(comparison), IntervalTable(comparison), FurtherTable(comparison)},
                 fmt::format("A cheaper training than the default: `{}`, of IRL also `{}`.",
                             fmt::join(kShort, "`, `"), fmt::join(kShortIrl, "`, `"))));
  page.cost = CostText(experiment);
  page.json = ToJson(comparison);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = {ResultTable(comparison, kTitle), DifferenceTable(comparison)},
          .files = "parts.md, .json, parts.svg and .pdf"};
}

}  // namespace

Study PartsStudy() {
  return {
      .name = "parts",
      .summary = "What each part of the default training brings, all else the same",
      .example =
          "  saccade experiment parts --fixations train.json --validation valid.json \\\n"
          "      --beliefs pictures.beliefs --seeds 3 --out parts",
      .uses = kUsesTrainings | kUsesFixations | kUsesSeeds | kUsesSamples | kUsesBootstrap |
              kUsesProtocol | kWritesPage | kShowsSoFar,
      .cells = [](const StudyOptions& options) { return CellsOf(VariantsOf(options), options); },
      .assemble = Assemble};
}

}  // namespace saccade
