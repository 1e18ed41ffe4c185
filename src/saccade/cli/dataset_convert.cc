#include "saccade/app/dataset_convert.h"

#include <memory>

#include "saccade/base/log.h"
#include "saccade/cli/dataset.h"
#include "saccade/cli/option_list.h"

namespace saccade::cli {

void AddDatasetConvert(CLI::App& dataset, Invocation& invocation) {
  CLI::App* command = dataset.add_subcommand(
      "convert", "Change frame, filter, merge, cut and split fixation files");
  command->footer(
      "Examples:\n"
      "  saccade dataset convert train.json valid.json --frame image --correct-only --out "
      "both.json\n"
      "  saccade dataset convert all.json --split-random splits --seed 1");
  const auto call = std::make_shared<app::ConvertDatasetOptions>();
  OptionList options = OptionsOf(*call);
  options.Drop({"seed"});
  AddOption(*command, options.Take("files"), "files")->required();
  AddOptions(*command, options);
  command->callback([call, &invocation] {
    invocation.run = [call, &invocation] {
      call->seed = invocation.seed;
      for (const app::WrittenTrials& written : app::ConvertDataset(*call)) {
        LogInfo("{}: {} trials, {}", written.path.string(), written.trials, written.how);
      }
    };
  });
}

}  // namespace saccade::cli
