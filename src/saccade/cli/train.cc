#include <fmt/format.h>

#include <memory>

#include "saccade/app/feature_source.h"
#include "saccade/base/progress.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/help.h"
#include "saccade/cli/option_list.h"
#include "saccade/learn/training.h"
#include "saccade/search/sampling.h"

namespace saccade::cli {
namespace {

struct TrainCommand {
  TrainingOptions run;
  app::FeatureOptions features;
  JsonOutput json;
};

void Run(const TrainCommand& command, const TrainingKind& kind, const Invocation& invocation) {
  TrainingOptions options = command.run;
  options.seed = invocation.seed;
  CheckSettings(options);
  if (kind.needs_features) options.inputs = app::OpenFeatures(command.features);
  const TrainingReport report = Train(options);
  nlohmann::ordered_json document = {{"model", report.model.string()},
                                     {"steps", report.steps},
                                     {"seconds", report.seconds},
                                     {"distance", report.distance},
                                     {"calibration", report.calibration}};
  if (report.validation_loss) document["validation_loss"] = *report.validation_loss;
  if (WriteJson(command.json, document)) return;
  fmt::print("{} in {}; distance from people {:.3f}, {}\n", report.model.string(),
             DurationText(report.seconds), report.distance, CalibrationText(report.calibration));
}

// What can be set, its value in the default preset, and what it means.
std::string SettingsText(const TrainingKind& kind) {
  std::string text = fmt::format("Settings (--set NAME=VALUE), as the {} preset has them:\n",
                                 kind.presets.front());
  for (const TrainingSetting& setting : SettingsOf(kind, kind.presets.front())) {
    if (setting.name == "preset") continue;
    text += TwoColumns(fmt::format("{}={}", setting.name, setting.value), setting.help);
  }
  return text;
}

std::vector<std::string> SettingWords(const TrainingKind& kind) {
  std::vector<std::string> words;
  for (const TrainingSetting& setting : SettingsOf(kind, kind.presets.front())) {
    if (setting.name != "preset") words.push_back(setting.name + "=");
  }
  return words;
}

void AddKind(CLI::App& train, Invocation& invocation, const TrainingKind& kind) {
  const auto command = std::make_shared<TrainCommand>();
  TrainingOptions& run = command->run;
  run.kind = kind.kind;
  CLI::App* app = train.add_subcommand(kind.kind, kind.description);
  app->add_option("--fixations", run.fixations, "Human searches to learn from (JSON)")->required();
  app->add_option("--validation", run.validation,
                  "Human searches that choose the best checkpoint (JSON)")
      ->required();
  if (kind.needs_features) {
    AddOptions(*app, OptionsOf(command->features));
    app->get_option("--images")->required();
    app->get_option("--features-from")->required();
  } else {
    app->add_option("--beliefs", run.beliefs,
                    "Belief store of the pictures of both; further ones are variants (another "
                    "blur) that training draws from")
        ->required();
  }
  if (kind.presets.size() > 1) {
    app->add_option("--preset", run.preset,
                    "default (best on validation), paper or reference (the released code)")
        ->capture_default_str()
        ->check(CLI::IsMember(kind.presets));
  }
  app->add_option("--set", run.settings, "Change a setting (below): NAME=VALUE")
      ->check(Suggest(SettingWords(kind)));
  app->add_option("--out", run.out, "Folder of the run")->required();
  app->add_flag("--resume", run.resume, "Go on with the run in --out");
  AddJsonOption(*app, command->json);
  app->footer(fmt::format(
      "{}\nExample:\n  saccade train {} --fixations train.json --validation valid.json \\\n"
      "      {} --out runs/{}{}",
      SettingsText(kind), kind.kind,
      kind.needs_features ? "--images pictures --features-from resnet50.pt"
                          : "--beliefs pictures.beliefs",
      kind.kind, kind.needs_features ? "  # needs ResNet-50's weights (docs/baselines.md)" : ""));
  app->callback([command, &kind, &invocation] {
    invocation.run = [command, &kind, &invocation] { Run(*command, kind, invocation); };
  });
}

}  // namespace

void AddTrain(CLI::App& app, Invocation& invocation) {
  CLI::App* train = app.add_subcommand("train", "Learn a model from human searches");
  train->require_subcommand(1);
  for (const TrainingKind& kind : TrainingKinds()) AddKind(*train, invocation, kind);
}

}  // namespace saccade::cli
