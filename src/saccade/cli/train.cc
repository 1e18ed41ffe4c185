#include "saccade/cli/train.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/progress.h"
#include "saccade/learn/training_run.h"

namespace saccade::cli {
namespace {

struct TrainCommand {
  TrainingRunOptions run;
  std::string preset = "default";
  std::vector<std::string> settings;  // NAME=VALUE
  JsonOutput json;
};

// "--set policy_rate=1e-4" on top of the preset.
IrlOptions WithSettings(const TrainCommand& command) {
  return IrlOptionsFromJson(SettingsJson(command.settings),
                            PresetFor(command.run.kind, command.preset), "--set");
}

void Run(const TrainCommand& command, const Invocation& invocation) {
  TrainingRunOptions options = command.run;
  options.seed = invocation.seed;
  options.irl = WithSettings(command);
  options.irl.Check();
  const TrainingReport report = TrainRun(options);
  const nlohmann::ordered_json document = {{"model", (options.out / "model").string()},
                                           {"iterations", report.iterations},
                                           {"seconds", report.seconds},
                                           {"distance", report.best_distance},
                                           {"calibration", CalibrationByName(report.sampling)}};
  if (WriteJson(command.json, document)) return;
  fmt::print("{} in {}; distance from people {:.3f}, {}\n", (options.out / "model").string(),
             DurationText(report.seconds), report.best_distance, CalibrationText(report.sampling));
}

void AddMethod(CLI::App& train, Invocation& invocation, const std::string& kind,
               const std::string& description) {
  const auto command = std::make_shared<TrainCommand>();
  command->run.kind = kind;
  CLI::App* app = train.add_subcommand(kind, description);
  AddTrialOptions(*app, command->run);
  AddBeliefsOption(*app, command->run);
  app->add_option("--preset", command->preset,
                  "default (best on validation), paper or reference (the released code)")
      ->capture_default_str();
  app->add_option("--set", command->settings, "Change an option of the preset: NAME=VALUE");
  AddRunFolderOptions(*app, command->run);
  AddJsonOption(*app, command->json);
  app->footer(
      fmt::format("Example:\n  saccade train {} --fixations train.json --validation valid.json \\\n"
                  "      --beliefs pictures.beliefs --out runs/first",
                  kind));
  app->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation); };
  });
}

}  // namespace

nlohmann::ordered_json SettingsJson(const std::vector<std::string>& settings) {
  nlohmann::ordered_json document = nlohmann::ordered_json::object();
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw InputError("--set " + setting + ": NAME=VALUE is expected, for example epochs=5");
    }
    const std::string value = setting.substr(equals + 1);
    const auto parsed = nlohmann::ordered_json::parse(value, nullptr, false);
    document[setting.substr(0, equals)] =
        parsed.is_discarded() ? nlohmann::ordered_json(value) : parsed;
  }
  return document;
}

void AddTrialOptions(CLI::App& app, RunFiles& run) {
  app.add_option("--fixations", run.fixations, "Human searches to learn from (JSON)")->required();
  app.add_option("--validation", run.validation,
                 "Human searches that choose the best checkpoint (JSON)")
      ->required();
}

void AddBeliefsOption(CLI::App& app, RunFiles& run) {
  app.add_option("--beliefs", run.beliefs,
                 "Belief store of the pictures of both; further ones are variants (another blur) "
                 "that training draws from")
      ->required();
}

void AddRunFolderOptions(CLI::App& app, RunFiles& run) {
  app.add_option("--out", run.out, "Folder of the run")->required();
  app.add_flag("--resume", run.resume, "Go on with the run in --out");
}

void AddTrain(CLI::App& app, Invocation& invocation) {
  CLI::App* train = app.add_subcommand("train", "Learn a model from human searches");
  train->require_subcommand(1);
  AddMethod(*train, invocation, "irl",
            "Reward and policy by inverse reinforcement learning (GAIL with PPO)");
  AddMethod(*train, invocation, "bc-cnn", "The policy alone, by cloning people");
  AddTrainBcLstm(*train, invocation);
  AddTrainMaps(*train, invocation);
}

}  // namespace saccade::cli
