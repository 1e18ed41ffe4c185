#include "saccade/cli/command.h"
#include "saccade/cli/help.h"
#include "saccade/cli/json_config.h"
#include "saccade/cli/manual.h"
#include "saccade/cli/merge.h"
#include "saccade/cli/numbers.h"
#include "saccade/cli/serve.h"

namespace saccade::cli {
namespace {

void AddGlobalOptions(CLI::App& app, Invocation& invocation) {
  app.set_version_flag("-V,--version", "saccade " SACCADE_VERSION, "Print the version");
  app.set_help_flag("-h,--help", "Print this help");
  app.add_option("--threads", invocation.threads, "Threads to use; 0 means one per core")
      ->capture_default_str()
      ->check(CLI::Range(0, 4096));
  app.add_option("--seed", invocation.seed, "Seed of everything random")->capture_default_str();
  app.add_flag("-q,--quiet", invocation.quiet, "Only results and warnings");
  AddConfigOption(app);
}

}  // namespace

void AddCommands(CLI::App& app, Invocation& invocation) {
  app.name("saccade");
  app.description("Where people look while they search: predicted, learned and scored.");
  app.formatter(std::make_shared<HelpFormatter>());
  // Subcommands inherit this: global options may stand behind the command.
  app.fallthrough();
  app.require_subcommand(1);
  AddGlobalOptions(app, invocation);

  // In the order of work, as --help shows them.
  AddDataset(app, invocation);
  AddBeliefs(app, invocation);
  AddTrain(app, invocation);
  AddPredict(app, invocation);
  AddEvaluate(app, invocation);
  AddCompare(app, invocation);
  AddMerge(app, invocation);
  AddReport(app, invocation);
  AddServe(app, invocation);
  AddBenchmark(app, invocation);
  AddModel(app, invocation);
  AddExperiment(app, invocation);
  AddCompletion(app, invocation);
  AddManual(app, invocation);
  AddHelp(app, invocation);
  CheckNumbers(app);

  // Last, because subcommands inherit this as well.
  app.footer(
      "Example:\n"
      "  saccade evaluate --fixations valid.json --model human\n\n"
      "saccade COMMAND --help explains a command. Results go to stdout, everything else to "
      "stderr.\n"
      "Exit codes: 0 done, 1 failed, 2 the input or the call is wrong, 130 interrupted.");
}

}  // namespace saccade::cli
