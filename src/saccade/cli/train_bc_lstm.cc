#include <fmt/format.h>

#include <memory>

#include "saccade/base/progress.h"
#include "saccade/cli/train.h"
#include "saccade/learn/bc_lstm_run.h"

namespace saccade::cli {
namespace {

struct TrainBcLstmCommand {
  BcLstmRunOptions run;
  std::vector<std::string> settings;  // NAME=VALUE
  JsonOutput json;
};

void Run(const TrainBcLstmCommand& command, const Invocation& invocation) {
  BcLstmRunOptions options = command.run;
  options.seed = invocation.seed;
  options.learning = BcLstmOptionsFromJson(SettingsJson(command.settings), "--set");
  const TrainingReport report = TrainBcLstm(options);
  const std::string model = (options.out / "model").string();
  const nlohmann::ordered_json document = {{"model", model},
                                           {"batches", report.iterations},
                                           {"seconds", report.seconds},
                                           {"distance", report.best_distance},
                                           {"calibration", CalibrationByName(report.sampling)}};
  if (WriteJson(command.json, document)) return;
  fmt::print("{} in {}; distance from people {:.3f}, {}\n", model, DurationText(report.seconds),
             report.best_distance, CalibrationText(report.sampling));
}

}  // namespace

void AddTrainBcLstm(CLI::App& train, Invocation& invocation) {
  const auto command = std::make_shared<TrainBcLstmCommand>();
  CLI::App* app =
      train.add_subcommand("bc-lstm", "By cloning people, with a state that a ConvLSTM learns");
  AddTrialOptions(*app, command->run);
  AddBeliefsOption(*app, command->run);
  app->add_option("--set", command->settings,
                  "Change an option (hidden, epochs, rate, ...): NAME=VALUE");
  AddRunFolderOptions(*app, command->run);
  AddJsonOption(*app, command->json);
  app->footer(
      "Example:\n  saccade train bc-lstm --fixations train.json --validation valid.json \\\n"
      "      --beliefs pictures.beliefs --out runs/bc-lstm");
  app->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation); };
  });
}

}  // namespace saccade::cli
