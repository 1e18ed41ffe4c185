#include <fmt/format.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/progress.h"
#include "saccade/cli/feature_options.h"
#include "saccade/cli/train.h"
#include "saccade/learn/map_training_run.h"

namespace saccade::cli {
namespace {

struct TrainMapsCommand {
  MapRunOptions run;
  FeatureOptions features;
  std::vector<std::string> settings;  // NAME=VALUE
  JsonOutput json;
};

void Run(const TrainMapsCommand& command, const Invocation& invocation) {
  MapRunOptions options = command.run;
  options.seed = invocation.seed;
  options.map = MapOptionsFromJson(SettingsJson(command.settings), options.map, "--set");
  options.map.Check();
  const ModelInputs inputs = OpenFeatures(command.features);
  options.features = inputs.features;
  options.feature_maker = inputs.feature_maker;
  options.cut = inputs.cut;
  const MapRunReport report = TrainMapRun(options);
  const nlohmann::ordered_json document = {{"model", (options.out / "model").string()},
                                           {"epochs", report.epochs},
                                           {"seconds", report.seconds},
                                           {"validation_loss", report.validation_loss},
                                           {"distance", report.distance},
                                           {"temperature", report.temperature}};
  if (WriteJson(command.json, document)) return;
  fmt::print("{} in {}; distance from people {:.3f}, temperature {:.2f}\n",
             (options.out / "model").string(), DurationText(report.seconds), report.distance,
             report.temperature);
}

void AddMethod(CLI::App& train, Invocation& invocation, const std::string& kind,
               const std::string& description) {
  const auto command = std::make_shared<TrainMapsCommand>();
  command->run.kind = kind;
  CLI::App* app = train.add_subcommand(kind, description);
  AddTrialOptions(*app, command->run);
  AddFeatureOptions(*app, command->features);
  app->get_option("--images")->required();
  app->get_option("--features-from")->required();
  app->add_option("--set", command->settings,
                  "Change an option: NAME=VALUE; fine_tune=1 to 6 trains the last blocks of "
                  "ResNet-50 too");
  AddRunFolderOptions(*app, command->run);
  AddJsonOption(*app, command->json);
  app->footer(
      fmt::format("Example:\n  saccade train {} --fixations train.json --validation valid.json \\\n"
                  "      --images pictures --features-from resnet50.pt --out runs/{}",
                  kind, kind));
  app->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation); };
  });
}

}  // namespace

void AddTrainMaps(CLI::App& train, Invocation& invocation) {
  AddMethod(train, invocation, kDetectorKind,
            "A map of where the target is, from features of the picture");
  AddMethod(train, invocation, kFixationHeuristicKind,
            "A map of where people look, from features of the picture");
}

}  // namespace saccade::cli
