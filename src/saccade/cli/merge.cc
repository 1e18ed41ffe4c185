#include "saccade/cli/merge.h"

#include <memory>
#include <string>
#include <vector>

#include "saccade/app/merge.h"
#include "saccade/base/log.h"

namespace saccade::cli {
namespace {

struct MergeCommand {
  std::vector<std::string> shares;
  std::string out;
};

void Run(const MergeCommand& command) {
  const std::vector<std::filesystem::path> shares(command.shares.begin(), command.shares.end());
  app::Merge(shares, command.out);
  LogInfo("{}: merged", command.out);
}

}  // namespace

void AddMerge(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand(
      "merge", "Put the shares of calls with --shard together: stores, predictions, comparisons");
  command->footer(
      "Example:\n"
      "  saccade predict --beliefs s.beliefs --pairs valid.json --out shares --shard 0/2\n"
      "  saccade predict --beliefs s.beliefs --pairs valid.json --out shares --shard 1/2\n"
      "  saccade merge shares --out predictions.json");
  const auto call = std::make_shared<MergeCommand>();
  command->add_option("shares", call->shares, "The folder of the shares, or the shares")
      ->required()
      ->type_name("PATH");
  command->add_option("--out", call->out, "The file that one process would have written")
      ->required()
      ->type_name("FILE");
  command->callback([call, &invocation] { invocation.run = [call] { Run(*call); }; });
}

}  // namespace saccade::cli
