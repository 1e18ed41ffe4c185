#include "saccade/study/reward_transfer_study.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/learn/run_folder.h"
#include "saccade/search/model_folder.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/score_panels.h"
#include "saccade/study/study_page.h"
#include "saccade/study/variant.h"

namespace saccade {
namespace {

constexpr const char* kTitle = "A learned reward, and policies that know nothing else";

// No clone, no person's pairs, no discriminator; the last weights, as choosing the best would be
// choosing by people.
constexpr const char* kNothingHuman[] = {
    "cloning_epochs=0", "imitation_weight=0", "uniform_share=0", "reward_epochs=0",
    "drop_stuff=0",     "drop_target=0",      "keep_last=true"};
// What PPO needs to get there from random weights.
constexpr const char* kBudget[] = {"epochs=12", "scanpaths=1", "policy_epochs=2",
                                   "policy_rate=0.0005"};

// One store of the pictures: its name in cells and titles; the first is what the reward is of.
struct World {
  std::string name, title;
  StudyOptions options;
};

std::vector<World> WorldsOf(const StudyOptions& options) {
  std::vector<World> worlds;
  for (const auto& store : options.beliefs) {
    World& world = worlds.emplace_back();
    const std::string stem = store.stem().string();
    if (worlds.size() > 1) {
      world.name = "-" + FolderName(stem);
      world.title = ", " + stem;
    }
    world.options = options;
    world.options.beliefs = {store};
  }
  return worlds;
}

std::vector<std::string> SettingsOf(const StudyOptions& options) {
  const Model model = ReadModelFolder(options.Model().folder);
  const auto setting = [&](const char* name, const std::string& otherwise) {
    const auto found = model.description.settings.find(name);
    return fmt::format("{}={}", name,
                       found == model.description.settings.end() ? otherwise : found->second);
  };
  std::vector<std::string> settings(std::begin(kNothingHuman), std::end(kNothingHuman));
  if (!options.quick) settings.insert(settings.end(), std::begin(kBudget), std::end(kBudget));
  settings.push_back("reward_from=" + options.Model().folder);
  settings.push_back(setting("reward_form", "log-d"));
  settings.push_back(fmt::format("channels={}", model.description.channels));
  settings.insert(settings.end(), options.settings.begin(), options.settings.end());
  return settings;
}

// For readers: without the folder, which is of somebody's machine.
std::vector<std::string> SettingsText(const StudyOptions& options) {
  std::vector<std::string> text;
  for (const std::string& setting : SettingsOf(options)) {
    if (!setting.starts_with("reward_from=")) text.push_back("`" + setting + "`");
  }
  return text;
}

std::vector<Variant> VariantsOf(const World& world) {
  const StudyOptions& options = world.options;
  const std::string model = options.Model().folder;
  const Sampling plain{.temperature = 1};
  std::vector<Variant> variants;
  if (world.name.empty()) {
    variants.push_back(
        {.name = "human", .title = "human", .published = "Human", .source = "human"});
  }
  variants.push_back({.name = "policy" + world.name,
                      .title = "the policy it was learned with" + world.title,
                      .source = model,
                      .sampling = plain});
  variants.push_back({.name = "immediate" + world.name,
                      .title = "immediate reward" + world.title,
                      .source = kRewardPrefix + model,
                      .sampling = plain});
  variants.push_back({.name = "reward-alone" + world.name,
                      .title = "reward alone" + world.title,
                      .published = "IRL",
                      .training = Training{.name = "reward-alone" + world.name,
                                           .method = MethodCalled("irl"),
                                           .preset = options.preset,
                                           .settings = SettingsOf(options)},
                      .sampling = plain});
  return variants;
}

std::vector<StudyCell> Cells(const StudyOptions& options) {
  const auto reward =
      FileJson(std::filesystem::path(options.Model().folder) / "weights.safetensors");
  std::vector<StudyCell> cells;
  for (const World& world : WorldsOf(options)) {
    for (StudyCell& cell : CellsOf(VariantsOf(world), world.options)) {
      if (cell.kind.starts_with("train ")) cell.inputs["reward"] = reward;
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

Comparison AllRows(const Experiment& experiment, const StudyOptions& options) {
  Comparison all;
  for (const World& world : WorldsOf(options)) {
    Comparison one = RowsOf(VariantsOf(world), experiment, world.options);
    if (all.methods.empty()) {
      all = std::move(one);
    } else {
      std::ranges::move(one.methods, std::back_inserter(all.methods));
    }
  }
  return all;
}

StudyResult Assemble(const Experiment& experiment, const StudyOptions& options,
                     const std::string& command) {
  const Comparison comparison = AllRows(experiment, options);
  StudyPage page{.name = "reward-transfer",
                 .title = "The reward alone",
                 .claim =
                     "What inverse reinforcement learning promises: that the reward is learned, "
                     "and not only a policy. A policy with random weights is optimised by PPO for "
                     "a model's frozen reward. It sees no human scanpath: no clone to begin with, "
                     "no discriminator, no cloning beside, no checkpoint or temperature chosen. "
                     "Every row is drawn at temperature 1. Further belief stores are worlds that "
                     "the reward was not learned in."};
  page.parts.push_back(ScoresPart(
      comparison, "reward-transfer", "Policies of a frozen reward",
      {ResultTable(comparison, kTitle), SpreadTable(comparison), IntervalTable(comparison)},
      fmt::format("PPO with {}.", fmt::join(SettingsText(options), ", "))));
  page.cost = CostText(experiment);
  page.json = ToJson(comparison);
  WriteStudyPage(page, options, command);
  return {.json = page.json,
          .tables = {ResultTable(comparison, kTitle), SpreadTable(comparison)},
          .files = "reward-transfer.md, .json, reward-transfer.svg and .pdf"};
}

}  // namespace

Study RewardTransferStudy() {
  return {.name = "reward-transfer",
          .summary = "What a frozen reward teaches a policy that sees no person",
          .example =
              "  saccade experiment reward-transfer --fixations train.json --validation valid.json "
              "\\\n      --beliefs pictures.beliefs --model models/coco-search18-irl --seeds 1 "
              "--out reward-transfer",
          .uses = kUsesTrainings | kUsesOneModel | kUsesFixations | kUsesSeeds | kUsesSamples |
                  kUsesBootstrap | kUsesProtocol | kWritesPage | kShowsSoFar,
          .cells = Cells,
          .assemble = Assemble};
}

}  // namespace saccade
