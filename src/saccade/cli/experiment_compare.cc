#include <fmt/format.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/cli/experiment.h"
#include "saccade/cli/feature_options.h"
#include "saccade/cli/table.h"
#include "saccade/metrics/protocol.h"
#include "saccade/study/compare_run.h"
#include "saccade/study/comparison_tables.h"

namespace saccade::cli {
namespace {

struct CompareCommand {
  CompareOptions options;
  std::vector<std::string> models;  // NAME=FOLDER
  FeatureOptions features;          // for methods that start from pixels
  JsonOutput json;
};

std::vector<GivenModel> ParseModels(const std::vector<std::string>& texts) {
  std::vector<GivenModel> models;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw InputError("--model " + text +
                       ": NAME=FOLDER is expected, for example IRL=models/coco-search18-irl");
    }
    models.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return models;
}

// What made the results, without what does not change them: the threads, the folder.
std::string CommandLine(const CompareCommand& command) {
  const CompareOptions& options = command.options;
  std::string text =
      fmt::format("saccade experiment compare --fixations {} \\\n    --validation {}",
                  options.fixations.filename().string(), options.validation.filename().string());
  for (const auto& store : options.beliefs) {
    text += fmt::format(" --beliefs {}", store.filename().string());
  }
  if (!command.features.weights.empty()) {
    const auto name = [](const std::string& path) {
      return std::filesystem::path(path).filename().string();
    };
    text += fmt::format(" \\\n    --images {} --features-from {}", name(command.features.images),
                        name(command.features.weights));
  }
  if (!options.methods.empty()) {
    text += fmt::format(" \\\n    --methods {}", fmt::join(options.methods, ","));
  }
  for (const std::string& model : command.models)
    text += fmt::format(" \\\n    --model '{}'", model);
  text += fmt::format(" \\\n    --seed {} --seeds {} --samples {} --bootstrap {} --protocol {}",
                      options.seed, options.seeds, options.samples, options.bootstrap,
                      options.protocol);
  if (options.trainings > 0) text += fmt::format(" --trainings {}", options.trainings);
  if (options.preset != "default") text += fmt::format(" --preset {}", options.preset);
  if (options.quick) text += " --quick";
  return text + " --out DIR";
}

void Run(const CompareCommand& command, std::uint64_t seed) {
  CompareCommand run = command;
  run.options.seed = seed;
  run.options.models = ParseModels(command.models);
  run.options.inputs = OpenFeatures(command.features);
  const Comparison comparison = RunComparison(run.options);
  WriteComparison(run.options.out, comparison, CommandLine(run));
  if (WriteJson(command.json, ToJson(comparison))) return;
  PrintTable(ResultTable(comparison));
  for (const Table& table :
       {FurtherTable(comparison), SpreadTable(comparison), CostTable(comparison)}) {
    if (table.rows.empty() || table.columns.size() < 2) continue;
    fmt::print("\n");
    PrintTable(table);
  }
  fmt::print("\n{}: compare.md, .tex, .json, .html, .svg, .png\n", run.options.out.string());
}

std::string KindNames() {
  std::string names;
  for (const Method& method : Methods()) names += (names.empty() ? "" : ", ") + method.kind;
  return names;
}

}  // namespace

void AddExperimentCompare(CLI::App& experiment, Invocation& invocation) {
  const auto command = std::make_shared<CompareCommand>();
  CompareOptions& options = command->options;
  CLI::App* app = experiment.add_subcommand(
      "compare", "The paper's Table 2 and Fig. 4: train, predict and score all methods");
  app->add_option("--fixations", options.fixations, "Human searches to learn from (JSON)")
      ->required();
  app->add_option("--validation", options.validation, "Human searches to score on (JSON)")
      ->required();
  app->add_option("--beliefs", options.beliefs,
                  "Belief store of the pictures of both; further ones are variants that training "
                  "draws from")
      ->required();
  AddFeatureOptions(*app, command->features);
  app->add_option("--methods", options.methods,
                  "Which, with commas (default: all that can be had): " + KindNames())
      ->delimiter(',')
      ->allow_extra_args(false);
  app->add_option("--model", command->models,
                  "NAME=FOLDER: a trained model instead of a training of the method NAME, or as a "
                  "row of its own")
      ->allow_extra_args(false);
  app->add_option("--seeds", options.seeds, "Runs of each method, with seeds from --seed on")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app->add_option("--trainings", options.trainings,
                  "Trainings of each method that is trained here; further seeds draw other "
                  "scanpaths from them (default: one for each seed)")
      ->check(CLI::PositiveNumber);
  app->add_option("--samples", options.samples, "Scanpaths a pair of target and picture")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app->add_option("--bootstrap", options.bootstrap,
                  "Draws of pictures behind the 95% intervals; 0 for none")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app->add_option("--protocol", options.protocol, "How scores are computed: docs/metrics")
      ->capture_default_str()
      ->check(CLI::IsMember(metrics::ProtocolNames()));
  app->add_option("--preset", options.preset, "Of irl and bc-cnn: default, paper or reference")
      ->capture_default_str();
  app->add_flag("--quick", options.quick,
                "Tiny trainings, to try the experiment; the scores mean nothing");
  app->add_option("--out", options.out,
                  "Folder of the experiment; what is finished in it is not computed again")
      ->required();
  AddJsonOption(*app, command->json);
  app->footer(
      "Example:\n"
      "  saccade experiment compare --fixations train.json --validation valid.json \\\n"
      "      --beliefs pictures.beliefs --model IRL=models/coco-search18-irl --seeds 3 --out "
      "compared");
  app->callback([command, &invocation] {
    invocation.run = [command, &invocation] { Run(*command, invocation.seed); };
  });
}

}  // namespace saccade::cli
