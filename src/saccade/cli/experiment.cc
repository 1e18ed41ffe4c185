#include "saccade/cli/experiment.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/app/reward.h"
#include "saccade/cli/command.h"
#include "saccade/cli/option_list.h"

namespace saccade::cli {
namespace {

struct RewardCommand {
  app::RewardOptions options;
  JsonOutput json;
};

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
      "rank correlation of learned and true reward  {:.3f} (chance 0, at most {:.3f} without equal "
      "values)\n"
      "cells of different worth in the right order   {:.1f}% (chance 50%)\n"
      "searches in which it is positive             {:.1f}%\n"
      "best learned cell among the true best 5%     {:.1f}% (chance 5%)\n",
      found.searches, split, found.rank_correlation, found.rank_ceiling, 100 * found.pair_agreement,
      100 * found.share_positive, 100 * found.top_agreement);
}

void RunReward(const RewardCommand& command) {
  const app::RewardResult result = app::MeasureReward(command.options);
  if (WriteJson(command.json, app::ToJson(result))) return;
  if (result.recovery) Print(*result.recovery, command.options.split);
  Print(result.measures);
}

}  // namespace

void AddExperiment(CLI::App& app, Invocation& invocation) {
  CLI::App* experiment = app.add_subcommand("experiment", "Studies that answer one question");
  experiment->require_subcommand(1);
  const auto command = std::make_shared<RewardCommand>();
  CLI::App* reward = experiment->add_subcommand(
      "reward",
      "What a learned reward says of people's searches; on simulated data, of the true reward");
  OptionList options = OptionsOf(command->options);
  AddOption(*reward, options.Take("model"))->required();
  AddOption(*reward, options.Take("beliefs"))->required();
  AddOptions(*reward, options);
  AddJsonOption(*reward, command->json);
  reward->footer(
      "Example:\n  saccade experiment reward --data demo/data --model demo/run/model "
      "--beliefs demo/demo.beliefs");
  reward->callback([command, &invocation] { invocation.run = [command] { RunReward(*command); }; });
  for (const Study& study : Studies()) AddStudy(*experiment, study, invocation);
}

}  // namespace saccade::cli
