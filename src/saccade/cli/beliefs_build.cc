#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "saccade/app/beliefs.h"
#include "saccade/cli/beliefs.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/shard_option.h"

namespace saccade::cli {
namespace {

struct BuildCommand {
  app::BuildBeliefsOptions options;
  JsonOutput json;
  std::string shard;
};

void Run(const BuildCommand& command, const CLI::App& app) {
  app::BuildBeliefsOptions options = command.options;
  if (const auto share = ShareCallOf(app, command.shard, options.out, {}, {})) {
    options.shard = share->shard;
    options.call = share->text;
  }
  const BuildReport report = app::BuildBeliefs(options);
  if (WriteJson(command.json, app::ToJson(report, options.Store()))) return;
  fmt::print("{}: {} pictures, {:.2f} MB, {:.1f} s{}\n", options.Store().string(), report.pictures,
             static_cast<double>(report.bytes) / 1e6, report.seconds,
             report.reused == 0
                 ? ""
                 : fmt::format(" ({} taken over from a run that was stopped)", report.reused));
}

}  // namespace

void AddBeliefsBuild(CLI::App& beliefs, Invocation& invocation) {
  CLI::App* app = beliefs.add_subcommand("build", "Build a belief store");
  app->footer(
      "Examples:\n"
      "  saccade beliefs build --sharp sharp.json --blurred blurred.json --out s.beliefs\n"
      "  saccade beliefs build --boxes instances.json --detections yolo.json --out s.beliefs\n"
      "  saccade beliefs build --dcbs DCBs --out s.beliefs  # needs the authors' files\n\n"
      "Finished pictures are kept in OUT.part until the store is complete; run the same\n"
      "command again after an interruption and it continues.");
  const auto command = std::make_shared<BuildCommand>();
  OptionList options = OptionsOf(command->options);
  const OptionField out = options.Take("out");
  AddOption(*app, options.Take("parser"), "--parser,--model");
  AddOptions(*app, options.Drop({"shard"}));
  AddOption(*app, out)->required();
  AddShardOption(*app, command->shard);
  AddJsonOption(*app, command->json);
  app->callback(
      [command, app, &invocation] { invocation.run = [command, app] { Run(*command, *app); }; });
}

}  // namespace saccade::cli
