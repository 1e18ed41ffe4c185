#include <fmt/format.h>

#include <memory>

#include "saccade/beliefs/store_merge.h"
#include "saccade/cli/beliefs.h"

namespace saccade::cli {
namespace {

struct MergeCommand {
  std::vector<std::string> stores;
  std::string out;
};

void Run(const MergeCommand& command) {
  const std::vector<std::filesystem::path> paths(command.stores.begin(), command.stores.end());
  MergeBeliefStores(paths, command.out);
  fmt::print("{}: {} pictures\n", command.out, BeliefStore::Open(command.out).size());
}

}  // namespace

void AddBeliefsMerge(CLI::App& beliefs, Invocation& invocation) {
  CLI::App* app = beliefs.add_subcommand("merge", "Put the pictures of several stores into one");
  app->footer(
      "Example:\n  saccade beliefs merge kitchens.beliefs streets.beliefs --out all.beliefs");
  const auto command = std::make_shared<MergeCommand>();
  app->add_option("stores", command->stores,
                  "The stores; a picture in two of them must be the same in both")
      ->required()
      ->type_name("FILE");
  app->add_option("--out", command->out, "The store to write")->required()->type_name("FILE");
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
