#include "saccade/app/dataset_synthesize.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/base/interrupt.h"
#include "saccade/cli/dataset.h"
#include "saccade/cli/option_list.h"

namespace saccade::cli {
namespace {

struct SynthesizeCommand {
  app::SynthesizeOptions options;
  JsonOutput json;
};

void Run(const SynthesizeCommand& command) {
  CatchInterrupts();  // the folder under construction is removed before the program ends
  const app::SynthesizeOptions& options = command.options;
  const synth::WriteReport report = app::Synthesize(options);
  if (WriteJson(command.json, app::ToJson(report, options))) return;
  fmt::print(
      "{}: {} pictures, {} pairs, {} trials (train {}, valid {}, test {}), seed {}, {:.1f} s\n",
      options.out.string(), report.pictures, report.pairs, report.trials, report.trials_by_split[0],
      report.trials_by_split[1], report.trials_by_split[2], options.data.seed, report.seconds);
}

}  // namespace

void AddDatasetSynthesize(CLI::App& dataset, Invocation& invocation) {
  CLI::App* command = dataset.add_subcommand(
      "synthesize", "Make a data set of simulated rooms, streets and searchers");
  command->footer("Example:\n  saccade dataset synthesize --out synthetic --pictures 20");
  const auto call = std::make_shared<SynthesizeCommand>();
  OptionList options = OptionsOf(call->options);
  options.Drop({"seed"});
  AddOption(*command, options.Take("out"))->required();
  AddOptions(*command, options);
  AddJsonOption(*command, call->json);
  command->callback([call, &invocation] {
    invocation.run = [call, &invocation] {
      call->options.data.seed = invocation.seed;
      Run(*call);
    };
  });
}

}  // namespace saccade::cli
