#include <fmt/format.h>

#include <memory>

#include "saccade/app/feature_source.h"
#include "saccade/app/label_maps.h"
#include "saccade/app/trial_input.h"
#include "saccade/base/error.h"
#include "saccade/cli/command_tree.h"
#include "saccade/cli/experiment.h"
#include "saccade/cli/option_list.h"
#include "saccade/cli/table.h"
#include "saccade/metrics/protocol.h"
#include "saccade/study/cell_script.h"
#include "saccade/study/methods.h"
#include "saccade/study/study.h"

namespace saccade::cli {
namespace {

struct StudyCommand {
  const Study* study = nullptr;
  StudyOptions options;
  std::vector<std::string> models;       // NAME=FOLDER
  std::vector<std::string> predictions;  // NAME=FILE, or FILE
  app::FeatureOptions features;          // for methods that start from pixels
  bool list = false;
  std::vector<std::string> only;
  std::string shard;
  bool wait = false;
  bool slurm = false;
  bool snakemake = false;
  std::string call;  // for a shell, without what chooses cells
  JsonOutput json;
};

// A study of one model takes its folder without a name too.
std::vector<GivenModel> ParseModels(const std::vector<std::string>& texts, bool named) {
  std::vector<GivenModel> models;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos && !named) {
      models.push_back({std::filesystem::path(text).filename().string(), text});
      continue;
    }
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw InputError("--model " + text +
                       ": NAME=FOLDER is expected, for example IRL=models/coco-search18-irl");
    }
    models.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return models;
}

// What made the results, without what does not change them: the threads, the folder, the page.
std::string CommandLine(const StudyCommand& command) {
  const StudyOptions& options = command.options;
  const unsigned uses = command.study->uses;
  const auto name = [](const std::filesystem::path& path) { return path.filename().string(); };
  std::string text = fmt::format("saccade experiment {}", command.study->name);
  if (!options.fixations.empty()) text += " --fixations " + name(options.fixations);
  text += fmt::format(" \\\n    --validation {}", name(options.validation));
  for (const auto& store : options.beliefs) text += " --beliefs " + name(store);
  if (!options.truth.empty()) text += " --truth " + name(options.truth);
  if (!options.curves.empty()) text += " --curves " + name(options.curves);
  if (!command.features.weights.empty()) {
    text += fmt::format(" \\\n    --images {} --features-from {}", name(command.features.images),
                        name(command.features.weights));
  } else if (!options.images.empty()) {
    text += " --images " + name(options.images);
  }
  if (!options.methods.empty()) {
    text += fmt::format(" \\\n    --methods {}", fmt::join(options.methods, ","));
  }
  for (const std::string& model : command.models)
    text += fmt::format(" \\\n    --model '{}'", model);
  for (const std::string& predictions : command.predictions) {
    const app::NamedPath named = app::ParseNamedPath(predictions);
    text += fmt::format(" \\\n    --predictions '{}={}'", named.name, name(named.path));
  }
  if (!options.label_path.empty()) text += " --labels " + name(options.label_path);
  text += fmt::format(" \\\n    --seed {}", options.seed);
  if (uses & kUsesSeeds) text += fmt::format(" --seeds {}", options.seeds);
  if (uses & kUsesSamples) text += fmt::format(" --samples {}", options.samples);
  if (uses & kUsesBootstrap) text += fmt::format(" --bootstrap {}", options.bootstrap);
  if (uses & kUsesProtocol) text += fmt::format(" --protocol {}", options.protocol);
  if (options.trainings > 0) text += fmt::format(" --trainings {}", options.trainings);
  if (options.preset != "default") text += fmt::format(" --preset {}", options.preset);
  for (const std::string& setting : options.settings) text += fmt::format(" --set {}", setting);
  if (options.quick) text += " --quick";
  return text + " --out DIR";
}

void List(const StudyCommand& command) {
  const Experiment experiment(command.options.out, command.study->cells(command.options));
  const std::vector<CellStatus> cells = experiment.List();
  if (!WriteJson(command.json, ToJson(cells))) PrintTable(CellTable(cells));
}

void PrintScript(const StudyCommand& command, int threads) {
  const Experiment experiment(command.options.out, command.study->cells(command.options));
  ScriptOptions options{.call = command.call, .name = command.study->name};
  if (threads > 0) options.threads = threads;
  fmt::print("{}",
             command.slurm ? SlurmScript(experiment, options) : Snakefile(experiment, options));
}

void Run(const StudyCommand& command, const Invocation& invocation) {
  StudyCommand run = command;
  run.options.seed = invocation.seed;
  run.options.models = ParseModels(command.models, !(run.study->uses & kUsesOneModel));
  run.options.inputs = app::OpenFeatures(command.features);
  for (const std::string& text : command.predictions) {
    const app::NamedPath named = app::ParseNamedPath(text);
    run.options.predictions.push_back({named.name, named.path});
  }
  if (!run.options.label_path.empty()) {
    run.options.labels = app::OpenLabelMaps(run.options.label_path);
  }
  if (run.list) return List(run);
  if (run.slurm || run.snakemake) return PrintScript(run, invocation.threads);
  StudyShare share{.wait = run.wait};
  if (!run.shard.empty()) share.shard = ParseShard(run.shard);
  share.only = run.only;
  const auto result = RunStudy(*run.study, run.options, share, CommandLine(run));
  if (!result || WriteJson(command.json, result->json)) return;
  for (std::size_t i = 0; i < result->tables.size(); ++i) {
    if (i > 0) fmt::print("\n");
    PrintTable(result->tables[i]);
  }
  fmt::print("\n{}: {}\n", run.options.out.string(), result->files);
}

std::string KindNames() {
  std::string names;
  for (const Method& method : Methods()) names += (names.empty() ? "" : ", ") + method.kind;
  return names;
}

// How often, how many, by which rules.
void AddStudyNumbers(CLI::App& app, const Study& study, StudyOptions& options) {
  const auto uses = [&study](unsigned use) { return (study.uses & use) != 0; };
  if (uses(kUsesSeeds)) {
    app.add_option("--seeds", options.seeds, "Runs of each method, with seeds from --seed on")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
  }
  if (uses(kUsesTrainings)) {
    app.add_option("--trainings", options.trainings,
                   "Trainings of each method that is trained here; further seeds draw other "
                   "scanpaths from them (default: one for each seed)")
        ->check(CLI::Range(1, 1000));
  }
  if (uses(kUsesSamples)) {
    app.add_option("--samples", options.samples, "Scanpaths a pair of target and picture")
        ->capture_default_str()
        ->check(CLI::Range(1, 10000));
  }
  if (uses(kUsesBootstrap)) {
    app.add_option("--bootstrap", options.bootstrap,
                   "Draws of pictures behind the 95% intervals; 0 for none")
        ->capture_default_str()
        ->check(CLI::Range(0, 1000000));
  }
  if (uses(kUsesProtocol)) {
    app.add_option("--protocol", options.protocol, "How scores are computed: docs/metrics")
        ->capture_default_str()
        ->check(CLI::IsMember(metrics::ProtocolNames()));
  }
  if (!uses(kUsesTrainings)) return;
  app.add_option("--preset", options.preset, "Of irl and bc-cnn: default, paper or reference")
      ->capture_default_str();
  app.add_option("--set", options.settings, "Change an option of every training: NAME=VALUE")
      ->allow_extra_args(false);
  app.add_flag("--quick", options.quick,
               "Tiny trainings, to try the experiment; the scores mean nothing");
}

}  // namespace

void AddStudy(CLI::App& experiment, const Study& study, Invocation& invocation) {
  const auto command = std::make_shared<StudyCommand>();
  command->study = &study;
  StudyOptions& options = command->options;
  CLI::App* app = experiment.add_subcommand(study.name, study.summary);
  const auto uses = [&study](unsigned use) { return (study.uses & use) != 0; };
  if (uses(kUsesFixations)) {
    app->add_option("--fixations", options.fixations, "Human searches to learn from (JSON)")
        ->required();
  }
  app->add_option("--validation", options.validation, "Human searches to score on (JSON)")
      ->required();
  if (uses(kUsesPredictions)) {
    app->add_option("--predictions", command->predictions,
                    "Predicted scanpaths, as many files as wanted; NAME=FILE names the row")
        ->type_name("FILE");
    app->add_option(
           "--labels", options.label_path,
           "Label maps for semantic scores: a COCO panoptic JSON, or a folder of grey PNGs")
        ->type_name("PATH");
  } else if (!uses(kNeedsNoBeliefs)) {
    app->add_option("--beliefs", options.beliefs,
                    uses(kUsesTrainings)
                        ? "Belief store of the pictures of both; further ones are variants that "
                          "training draws from"
                        : "Belief store of the pictures")
        ->required();
  }
  if (uses(kUsesMethods)) {
    AddOptions(*app, OptionsOf(command->features));
    app->add_option("--methods", options.methods,
                    "Which, with commas (default: all that can be had): " + KindNames())
        ->delimiter(',')
        ->allow_extra_args(false);
  }
  if (uses(kUsesPictures)) {
    app->add_option("--images", options.images, "Folder of the pictures, to draw on");
  }
  if (uses(kUsesCurves)) {
    app->add_option("--curves", options.curves, "Curves of the trainings to compare with (JSON)")
        ->required();
  }
  if (uses(kUsesTruth)) {
    app->add_option("--truth", options.truth,
                    "truth.json of saccade dataset synthesize, whose searchers' reward is known");
  }
  if (uses(kUsesOneModel)) {
    app->add_option("--model", command->models, "Model folder: whose searches the study is about")
        ->required()
        ->expected(1);
  } else if (uses(kUsesModels)) {
    app->add_option("--model", command->models,
                    uses(kUsesTrainings) ? "NAME=FOLDER: a trained model instead of a training of "
                                           "the method NAME, or as a row of its own"
                                         : "NAME=FOLDER: a trained model, and how it is called")
        ->allow_extra_args(false);
  }
  AddStudyNumbers(*app, study, options);
  app->add_option("--out", options.out,
                  "Folder of the experiment; what is finished in it is not computed again")
      ->required();
  if (uses(kWritesPage)) {
    app->add_option("--page", options.page,
                    "Folder that the page and its figures are left in too; what is written by hand "
                    "in its section \"Reading\" is kept");
    app->add_option("--commit", options.commit, "Named on the page as what made it");
  }
  CLI::Option* list = app->add_flag(
      "--list", command->list, "Print the cells, their state and likely cost; compute nothing");
  CLI::Option* only = app->add_option("--only", command->only,
                                      "Compute these cells, and what they need; no tables");
  CLI::Option* shard =
      app->add_option("--shard", command->shard, "I/N: compute share I, from 0, of N; no tables");
  if (uses(kShowsSoFar)) {
    app->add_flag("--so-far", options.so_far,
                  "Make the page of what is finished so far; compute nothing")
        ->excludes(list)
        ->excludes(only)
        ->excludes(shard);
  }
  app->add_flag("--wait", command->wait,
                "Wait for cells that other processes hold, and take them over when those die");
  CLI::Option* slurm = app->add_flag("--slurm", command->slurm,
                                     "Print a Slurm array script of the cells that are left");
  CLI::Option* snakemake = app->add_flag("--snakemake", command->snakemake,
                                         "Print a Snakefile of the cells that are left");
  AddJsonOption(*app, command->json);
  const std::vector<CLI::Option*> either = {list, only, shard, slurm, snakemake};
  for (std::size_t i = 0; i < either.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) either[i]->excludes(either[j]);
  }
  for (CLI::Option* script : {slurm, snakemake}) script->excludes(app->get_option("--json"));
  app->footer("Example:\n" + study.example);
  app->callback([command, app, &invocation] {
    constexpr std::string_view kOfOneCall[] = {"--wait", "--slurm", "--snakemake"};
    command->call = CallText(*app, kOfOneCall);
    invocation.run = [command, &invocation] { Run(*command, invocation); };
  });
}

}  // namespace saccade::cli
