#include "saccade/cli/experiment.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/cli/command.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/reward_measures.h"
#include "saccade/study/reward_recovery.h"
#include "saccade/synth/data_set_files.h"

namespace saccade::cli {
namespace {

struct RewardCommand {
  std::string data;
  std::string fixations;
  std::string model;
  std::string beliefs;
  std::string split = "valid";
  JsonOutput json;
};

nlohmann::ordered_json ToJson(const RewardMeasures& found) {
  return {{"pairs", found.pairs},
          {"fixations", found.fixations},
          {"map_auc", found.map_auc},
          {"policy_auc", found.policy_auc},
          {"map_bits", found.map_bits},
          {"policy_bits", found.policy_bits},
          {"seen_pairs", found.seen_pairs},
          {"target_in_top5", found.target_in_top5},
          {"target_in_top1", found.target_in_top1},
          {"range_nats", found.range_nats}};
}

void Print(const RewardMeasures& found) {
  fmt::print(
      "{} pairs, {} fixations of people\n"
      "                                            reward map   policy\n"
      "AUC of people's next fixation (chance .5)        {:.3f}    {:.3f}\n"
      "bits over a uniform guess (temperature 1)        {:.2f}     {:.2f}\n"
      "target's best cell in the top 5%, top 1%         {:.3f}    {:.3f}   (of {} pairs whose "
      "target the parser sees)\n"
      "range of the initial map, median                 {:.2f} nats\n",
      found.pairs, found.fixations, found.map_auc, found.policy_auc, found.map_bits,
      found.policy_bits, found.target_in_top5, found.target_in_top1, found.seen_pairs,
      found.range_nats);
}

void Print(const RewardRecovery& found, const std::string& split) {
  fmt::print(
      "{} searches of split {}\n"
      "rank correlation of learned and true reward  {:.3f} (chance 0)\n"
      "searches in which it is positive             {:.1f}%\n"
      "best learned cell among the true best 5%     {:.1f}% (chance 5%)\n",
      found.searches, split, found.rank_correlation, 100 * found.share_positive,
      100 * found.top_agreement);
}

void RunReward(const RewardCommand& command) {
  if (command.data.empty() == command.fixations.empty()) {
    throw InputError("give either --data FOLDER (simulated people) or --fixations FILE (people)");
  }
  const std::filesystem::path data = command.data;
  const std::filesystem::path file = data.empty()
                                         ? std::filesystem::path(command.fixations)
                                         : data / fmt::format("fixations_{}.json", command.split);
  const auto trials = ReadTrialsInImage(file);
  const BeliefStore store = BeliefStore::Open(command.beliefs);
  const SearchSet set = MakeSearchSet(trials, BeliefLibrary(store), {});
  const auto model = OpenModel(command.model);
  std::optional<RewardRecovery> recovery;
  if (!data.empty()) {
    recovery =
        MeasureRewardRecovery(*model, set.searches, synth::ReadSearchers(data / "truth.json"));
  }
  const RewardMeasures measures = MeasureReward(
      *model, set.searches, metrics::PrepareHumans(trials, metrics::ProtocolByName("paper")));
  nlohmann::ordered_json json = ToJson(measures);
  if (recovery) {
    json.update({{"searches", recovery->searches},
                 {"rank_correlation", recovery->rank_correlation},
                 {"share_positive", recovery->share_positive},
                 {"top_agreement", recovery->top_agreement}});
  }
  if (WriteJson(command.json, json)) return;
  if (recovery) Print(*recovery, command.split);
  Print(measures);
}

}  // namespace

void AddExperiment(CLI::App& app, Invocation& invocation) {
  CLI::App* experiment = app.add_subcommand("experiment", "Studies that answer one question");
  experiment->require_subcommand(1);
  const auto command = std::make_shared<RewardCommand>();
  CLI::App* reward = experiment->add_subcommand(
      "reward",
      "What a learned reward says of people's searches; on simulated data, of the true reward");
  reward
      ->add_option("--data", command->data,
                   "Folder of saccade dataset synthesize: the true reward is known")
      ->type_name("FOLDER");
  reward->add_option("--fixations", command->fixations, "Or people's trials")->type_name("FILE");
  reward->add_option("--model", command->model, "Model folder of saccade train irl")->required();
  reward->add_option("--beliefs", command->beliefs, "Belief store of the data")->required();
  reward->add_option("--split", command->split, "Of --data: train, valid or test")
      ->capture_default_str();
  AddJsonOption(*reward, command->json);
  reward->footer(
      "Example:\n  saccade experiment reward --data demo/data --model demo/run/model "
      "--beliefs demo/demo.beliefs");
  reward->callback([command, &invocation] { invocation.run = [command] { RunReward(*command); }; });
  for (const Study& study : Studies()) AddStudy(*experiment, study, invocation);
}

}  // namespace saccade::cli
