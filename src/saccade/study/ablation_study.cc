#include "saccade/study/ablation_study.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/score_panels.h"
#include "saccade/study/study_page.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

constexpr const char* kTitle = "The full state and the state without one group";

constexpr const char* kGroups[] = {"history", "saliency", "stuff", "other-things", "target"};

// The full state of 136 maps, without one group in training and search.
Training TrainingWithout(const std::string& group, const StudyOptions& options) {
  Training training{.name = group.empty() ? "full" : "without-" + group,
                    .method = MethodCalled("irl"),
                    .preset = options.preset,
                    .settings = options.settings};
  // The history is the state's last channel and no belief: one channel less is the same without it.
  training.settings.push_back(group == "history" ? "channels=135" : "channels=136");
  if (!group.empty() && group != "history") training.hidden = {group};
  return training;
}

// Of a given model: nothing is learned, groups are masked while it searches.
std::vector<Variant> MaskedOnly(const StudyOptions& options) {
  const GivenModel& given = options.models.front();
  if (options.models.size() > 1 || given.name != "full") {
    throw InputError(
        fmt::format("--model {}: the model with all maps is called full here, and is "
                    "the only one: --model full=FOLDER",
                    given.name));
  }
  const bool has_saliency = BeliefStore::Open(options.beliefs.front()).has_saliency();
  std::vector<Variant> variants = {
      {.name = "human", .title = "human", .published = "Human", .source = "human"},
      {.name = "full", .title = "all maps", .published = "ablation: all", .source = given.folder}};
  for (const std::string group : kGroups) {
    if (group == "saliency" && !has_saliency) continue;
    variants.push_back({.name = "masked-" + group,
                        .title = group + " masked at test time",
                        .published = "ablation: " + group,
                        .source = given.folder,
                        .hidden = {group}});
  }
  return variants;
}

std::vector<Variant> Retrained(const StudyOptions& options) {
  std::vector<Variant> variants = {
      {.name = "human", .title = "human", .published = "Human", .source = "human"},
      {.name = "full",
       .title = "all 136 maps",
       .published = "ablation: all",
       .training = TrainingWithout("", options)}};
  for (const std::string group : kGroups) {
    Variant& variant = variants.emplace_back();
    variant.name = "without-" + group;
    variant.title = "without " + group;
    variant.published = "ablation: " + group;
    variant.training = TrainingWithout(group, options);
    variant.hidden = variant.training->hidden;
  }
  for (const std::string group : kGroups) {
    Variant& variant = variants.emplace_back();
    variant.name = "masked-" + group;
    variant.title = group + " masked at test time";
    variant.training = TrainingWithout("", options);
    variant.hidden = {group};
  }
  return variants;
}

std::vector<Variant> VariantsOf(const StudyOptions& options) {
  return options.models.empty() ? Retrained(options) : MaskedOnly(options);
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  for (const auto& store : options.beliefs) {
    if (options.models.empty() && !BeliefStore::Open(store).has_saliency()) {
      throw InputError(store, "",
                       "holds no saliency, which is one of the 136 maps; build it with saccade "
                       "beliefs build --saliency MAPS.npy");
    }
  }
  return CellsOf(VariantsOf(options), options);
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Comparison comparison = RowsOf(VariantsOf(options), experiment, options);
  StudyPage page{.name = "ablation",
                 .title = "What each part of the state is good for",
                 .claim =
                     "Section 4.4 and the appendix table of the paper: the full state of 136 "
                     "maps (target 1, other things 79, stuff 54, saliency 1, history 1) and "
                     "the same without one group at a time, trained anew each time, as in the "
                     "paper, and masked in the searches of the model that was trained with "
                     "all."};
  if (!options.models.empty()) {
    page.claim +=
        fmt::format(" Here no model was trained: groups are masked in the searches of {}.",
                    std::filesystem::path(options.models.front().folder).filename().string());
  }
  page.parts.push_back(ScoresPart(
      comparison, "ablation", "Ablation of the state",
      {ResultTable(comparison, kTitle), SpreadTable(comparison), IntervalTable(comparison)}));
  page.cost = CostText(experiment);
  page.json = ToJson(comparison);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = {ResultTable(comparison, kTitle), SpreadTable(comparison)},
          .files = "ablation.md, .json, ablation.svg and .pdf"};
}

}  // namespace

Study AblationStudy() {
  return {.name = "ablation",
          .summary = "The paper's section 4.4: the state without one group of maps at a time",
          .example =
              "  saccade experiment ablation --fixations train.json --validation valid.json "
              "\\\n      --beliefs with_saliency.beliefs --seeds 3 --out ablation",
          .uses = kUsesTrainings | kUsesFixations | kUsesSeeds | kUsesSamples | kUsesBootstrap |
                  kUsesProtocol | kUsesModels | kWritesPage | kShowsSoFar,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
