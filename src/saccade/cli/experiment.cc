#include "saccade/cli/experiment.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/cli/command.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/reward_recovery.h"
#include "saccade/synth/data_set_files.h"

namespace saccade::cli {
namespace {

struct RewardCommand {
  std::string data;
  std::string model;
  std::string beliefs;
  std::string split = "valid";
  JsonOutput json;
};

void RunReward(const RewardCommand& command) {
  const std::filesystem::path data = command.data;
  const auto searchers = synth::ReadSearchers(data / "truth.json");
  const auto trials = ReadTrialsInImage(data / fmt::format("fixations_{}.json", command.split));
  const BeliefStore store = BeliefStore::Open(command.beliefs);
  const BeliefLibrary library(store);
  const SearchSet set = MakeSearchSet(trials, library, {});
  const RewardRecovery found =
      MeasureRewardRecovery(*OpenModel(command.model), set.searches, searchers);
  if (WriteJson(command.json, {{"searches", found.searches},
                               {"rank_correlation", found.rank_correlation},
                               {"share_positive", found.share_positive},
                               {"top_agreement", found.top_agreement}})) {
    return;
  }
  fmt::print(
      "{} searches of split {}\n"
      "rank correlation of learned and true reward  {:.3f} (chance 0)\n"
      "searches in which it is positive             {:.1f}%\n"
      "best learned cell among the true best 5%     {:.1f}% (chance 5%)\n",
      found.searches, command.split, found.rank_correlation, 100 * found.share_positive,
      100 * found.top_agreement);
}

}  // namespace

void AddExperiment(CLI::App& app, Invocation& invocation) {
  CLI::App* experiment = app.add_subcommand("experiment", "Studies that answer one question");
  experiment->require_subcommand(1);
  const auto command = std::make_shared<RewardCommand>();
  CLI::App* reward = experiment->add_subcommand(
      "reward", "On simulated data: does the learned reward rank places like the true one?");
  reward->add_option("--data", command->data, "Folder of saccade dataset synthesize")->required();
  reward->add_option("--model", command->model, "Model folder of saccade train irl")->required();
  reward->add_option("--beliefs", command->beliefs, "Belief store of the data")->required();
  reward->add_option("--split", command->split, "train, valid or test")->capture_default_str();
  AddJsonOption(*reward, command->json);
  reward->footer(
      "Example:\n  saccade experiment reward --data demo/data --model demo/run/model "
      "--beliefs demo/demo.beliefs");
  reward->callback([command, &invocation] { invocation.run = [command] { RunReward(*command); }; });
  for (const Study& study : Studies()) AddStudy(*experiment, study, invocation);
}

}  // namespace saccade::cli
