#include <fmt/format.h>

#include <memory>

#include "saccade/base/interrupt.h"
#include "saccade/cli/dataset.h"
#include "saccade/synth/data_set_files.h"

namespace saccade::cli {
namespace {

struct SynthesizeCommand {
  std::string out;
  synth::DataSetOptions options;
  bool force = false;
  JsonOutput json;
};

void Run(const SynthesizeCommand& command) {
  CatchInterrupts();  // the folder under construction is removed before the program ends
  const synth::WriteReport report =
      synth::WriteDataSet(command.out, command.options, command.force);
  const nlohmann::ordered_json document = {{"folder", command.out},
                                           {"seed", command.options.seed},
                                           {"pictures", report.pictures},
                                           {"pairs", report.pairs},
                                           {"trials", report.trials},
                                           {"train", report.trials_by_split[0]},
                                           {"valid", report.trials_by_split[1]},
                                           {"test", report.trials_by_split[2]},
                                           {"seconds", report.seconds}};
  if (WriteJson(command.json, document)) return;
  fmt::print(
      "{}: {} pictures, {} pairs, {} trials (train {}, valid {}, test {}), seed {}, {:.1f} s\n",
      command.out, report.pictures, report.pairs, report.trials, report.trials_by_split[0],
      report.trials_by_split[1], report.trials_by_split[2], command.options.seed, report.seconds);
}

}  // namespace

void AddDatasetSynthesize(CLI::App& dataset, Invocation& invocation) {
  CLI::App* app = dataset.add_subcommand(
      "synthesize", "Make a data set of simulated rooms, streets and searchers");
  app->footer("Example:\n  saccade dataset synthesize --out demo --pictures 20");
  const auto command = std::make_shared<SynthesizeCommand>();
  app->add_option("--out", command->out, "Folder to make; appears when complete")
      ->required()
      ->type_name("DIR");
  app->add_option("--pictures", command->options.pictures_per_task,
                  "Pictures for each of the 18 targets")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000))
      ->type_name("N");
  app->add_option("--shares", command->options.shares,
                  "Shares of train, valid and test within each target")
      ->capture_default_str()
      ->delimiter(',')
      ->type_name("A,B,C")
      ->check(CLI::Range(0.0, 1.0));
  app->add_option("--second-target", command->options.second_target,
                  "Share of the pictures that are also searched for another target")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
  app->add_option("--enlarge", command->options.enlarge,
                  "Pictures so many times as wide and high as 512x320")
      ->capture_default_str()
      ->check(CLI::Range(1, 8))
      ->type_name("N");
  app->add_flag("--force", command->force, "Replace a simulated data set that is already there");
  AddJsonOption(*app, command->json);
  app->callback([command, &invocation] {
    invocation.run = [command, &invocation] {
      command->options.seed = invocation.seed;
      Run(*command);
    };
  });
}

}  // namespace saccade::cli
