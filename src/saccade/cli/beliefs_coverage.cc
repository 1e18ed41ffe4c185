#include <fmt/format.h>

#include <memory>

#include "saccade/app/beliefs.h"
#include "saccade/cli/beliefs.h"
#include "saccade/cli/table.h"
#include "saccade/scene/trial_file.h"

namespace saccade::cli {
namespace {

struct CoverageCommand {
  std::vector<std::string> stores;
  std::vector<std::string> fixations;
  bool by_task = false;
  JsonOutput json;
};

void Run(const CoverageCommand& command) {
  std::vector<TrialInImage> trials;
  for (const std::string& path : command.fixations) {
    for (TrialInImage& trial : ReadTrialsInImage(path)) trials.push_back(std::move(trial));
  }
  Table table;
  table.title = {
      "Share of pairs (task, picture) whose target channel is not 0 in the target's box"};
  table.columns = {{"store"}, {"rule"}, {"task"}, {"pairs"}, {"sharp %", 1}, {"blurred %", 1}};
  const std::vector<std::filesystem::path> stores(command.stores.begin(), command.stores.end());
  const auto coverages = app::MeasureCoverage(stores, trials);
  for (const app::StoreCoverage& store : coverages) {
    const auto add_row = [&](const std::string& task, const TargetCoverage& coverage) {
      table.rows.push_back({store.store.string(), store.rule, task, coverage.pairs,
                            100 * coverage.SharpShare(), 100 * coverage.BlurredShare()});
    };
    if (command.by_task) {
      for (const auto& [task, coverage] : store.tasks) add_row(task, coverage);
    }
    add_row("all", store.total);
  }
  if (!WriteJson(command.json, app::ToJson(coverages))) PrintTable(table);
}

}  // namespace

void AddBeliefsCoverage(CLI::App& beliefs, Invocation& invocation) {
  CLI::App* app =
      beliefs.add_subcommand("coverage", "Say how often the target is believed to be where it is");
  app->footer(
      "Example:\n"
      "  saccade beliefs coverage corner.beliefs area.beliefs --fixations train.json");
  const auto command = std::make_shared<CoverageCommand>();
  app->add_option("stores", command->stores, "The stores to compare")
      ->required()
      ->type_name("FILE");
  app->add_option("--fixations", command->fixations,
                  "Fixation files with the targets' boxes; may be given several times")
      ->required()
      ->allow_extra_args(false)
      ->type_name("FILE");
  app->add_flag("--tasks", command->by_task, "A row for every task");
  AddJsonOption(*app, command->json);
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
