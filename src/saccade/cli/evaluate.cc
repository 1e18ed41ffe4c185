#include "saccade/app/evaluate.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/cli/command.h"
#include "saccade/cli/evaluation_output.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/table.h"

namespace saccade::cli {
namespace {

struct EvaluateCommand {
  app::EvaluateOptions options;
  bool by_subject = false;
  bool tasks = false;
  bool with_paper = false;
  std::string per_trial;
  JsonOutput json;
};

void Run(const EvaluateCommand& command, std::uint64_t seed) {
  app::EvaluateOptions options = command.options;
  options.seed = seed;
  if (!options.explain.empty() && command.json.wanted && command.json.file.empty()) {
    throw InputError("--explain prints tables; leave out --json, or give it a file");
  }
  const app::EvaluateResult result = app::Evaluate(options);
  if (!command.per_trial.empty()) WritePerTrial(command.per_trial, result.humans, result.rows);
  const EvaluationOutput output{result.humans,      result.evaluation, seed,
                                command.by_subject, command.tasks,     command.with_paper,
                                options.resample,   result.understood};
  if (WriteJson(command.json, ToJson(output))) return;
  for (const Table& table : result.explained) {
    PrintFitting(table);
    fmt::print("\n");
  }
  PrintTables(output);
}

void AddOutputOptions(CLI::App& command, EvaluateCommand& call) {
  command.add_flag("--by-subject", call.by_subject,
                   "Curve over searchers with standard errors, as the paper's Fig. 4");
  command.add_flag("--tasks", call.tasks, "Tables of each task too");
  command.add_flag("--with-paper", call.with_paper, "The paper's published rows beside ours");
  command
      .add_option("--per-trial", call.per_trial,
                  "Write the scores of every scanpath (.csv, or a JSON list)")
      ->type_name("FILE");
  AddJsonOption(command, call.json);
  AddExplainOption(command, call.json);
}

}  // namespace

void AddEvaluate(CLI::App& app, Invocation& invocation) {
  CLI::App* command =
      app.add_subcommand("evaluate", "Score models, people or chance against human searches");
  command->footer(
      "Example:\n"
      "  saccade evaluate --fixations valid.json --model human random --predictions irl.json "
      "--with-paper");
  const auto call = std::make_shared<EvaluateCommand>();
  OptionList options = OptionsOf(call->options);
  AddOption(*command, options.Take("fixations"))->required();
  AddOptions(*command, options.Drop({"seed"}));
  AddOutputOptions(*command, *call);
  command->callback([call, &invocation] {
    invocation.run = [call, &invocation] { Run(*call, invocation.seed); };
  });
}

}  // namespace saccade::cli
