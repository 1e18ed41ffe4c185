#include <fmt/format.h>

#include <memory>

#include "saccade/beliefs/belief_store.h"
#include "saccade/cli/beliefs.h"

namespace saccade::cli {
namespace {

struct VerifyCommand {
  std::vector<std::string> stores;
};

void Run(const VerifyCommand& command) {
  for (const std::string& path : command.stores) {
    const BeliefStore store = BeliefStore::Open(path);
    store.Verify();
    fmt::print("{}: {} pictures, all checksums right\n", path, store.size());
  }
}

}  // namespace

void AddBeliefsVerify(CLI::App& beliefs, Invocation& invocation) {
  CLI::App* app = beliefs.add_subcommand("verify", "Check every byte of a belief store");
  app->footer("Example:\n  saccade beliefs verify s.beliefs\n\nExit code 2 names what is damaged.");
  const auto command = std::make_shared<VerifyCommand>();
  app->add_option("stores", command->stores, "The stores")->required()->type_name("FILE");
  app->callback([command, &invocation] { invocation.run = [command] { Run(*command); }; });
}

}  // namespace saccade::cli
