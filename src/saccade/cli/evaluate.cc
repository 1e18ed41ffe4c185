#include "saccade/app/evaluate.h"

#include <fmt/format.h>

#include <memory>

#include "saccade/base/error.h"
#include "saccade/cli/command.h"
#include "saccade/cli/evaluation_output.h"
#include "saccade/cli/table.h"
#include "saccade/cli/words.h"

namespace saccade::cli {
namespace {

using namespace metrics;

struct EvaluateCommand {
  app::EvaluateOptions options;
  std::string fixations;
  std::vector<std::string> predictions;  // FILE or NAME=FILE
  std::vector<std::string> maps;         // FOLDER or NAME=FOLDER
  std::string train;
  bool by_subject = false;
  bool tasks = false;
  bool with_paper = false;
  std::vector<std::string> families;
  std::string per_trial;
  JsonOutput json;
};

std::vector<std::string> FamilyWords() {
  std::vector<std::string> words = {"all"};
  for (const FamilyName& family : kScoreFamilies) words.emplace_back(family.word);
  return words;
}

unsigned FamiliesOf(const std::vector<std::string>& words) {
  unsigned families = 0;
  for (const std::string& word : words) {
    if (word == "all") families |= kAllScores;
    for (const FamilyName& family : kScoreFamilies) {
      if (family.word == word) families |= family.family;
    }
  }
  return families;
}

void Run(const EvaluateCommand& command, std::uint64_t seed) {
  app::EvaluateOptions options = command.options;
  options.fixations = command.fixations;
  options.train = command.train;
  options.seed = seed;
  for (const std::string& text : command.predictions) {
    app::NamedPath named = app::ParseNamedPath(text);
    options.predictions.push_back({std::move(named.name), std::move(named.path)});
  }
  for (const std::string& text : command.maps) {
    app::NamedPath named = app::ParseNamedPath(text);
    options.maps.push_back({std::move(named.name), std::move(named.path)});
  }
  if (!options.explain.empty() && command.json.wanted && command.json.file.empty()) {
    throw InputError("--explain prints tables; leave out --json, or give it a file");
  }
  if (!command.families.empty()) options.families = FamiliesOf(command.families);
  const app::EvaluateResult result = app::Evaluate(options);
  if (!command.per_trial.empty()) WritePerTrial(command.per_trial, result.humans, result.rows);
  const EvaluationOutput output{result.humans,      result.evaluation, seed,
                                command.by_subject, command.tasks,     command.with_paper,
                                options.resample};
  if (WriteJson(command.json, ToJson(output))) return;
  for (const Table& table : result.explained) {
    PrintFitting(table);
    fmt::print("\n");
  }
  PrintTables(output);
}

const Words<StringCut> kCutWords = {
    {"both", StringCut::kBoth}, {"prediction", StringCut::kPrediction}, {"none", StringCut::kNone}};
const Words<MapResolution> kResolutionWords = {{"grid", MapResolution::kGrid},
                                               {"pixel", MapResolution::kPixel}};

const Words<StartRule> kStartWords = {
    {"as-is", StartRule::kAsIs}, {"prepend", StartRule::kPrepend}, {"drop", StartRule::kDrop}};
const Words<Condition> kConditionWords = {
    {"present", Condition::kPresent}, {"absent", Condition::kAbsent}, {"free", Condition::kFree}};

const Words<ResampleUnit> kResampleWords = {{"pictures", ResampleUnit::kPictures},
                                            {"people", ResampleUnit::kPeople},
                                            {"both", ResampleUnit::kBoth}};

void AddInputOptions(CLI::App& command, EvaluateCommand& call) {
  app::EvaluateOptions& options = call.options;
  command.add_option("--fixations", call.fixations, "Human trials (COCO-Search18 JSON)")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--model", options.models,
                  "Score people against each other (human) or other pictures' scanpaths (random)")
      ->check(CLI::IsMember({"human", "random"}));
  command
      .add_option("--predictions", call.predictions,
                  "Predicted scanpaths, as many files as wanted; NAME=FILE names the row")
      ->type_name("FILE");
  command
      .add_option("--maps", call.maps,
                  "Folders of next-fixation maps (predict --maps); NAME=FOLDER names the row")
      ->type_name("FOLDER");
  command.add_option("--train", call.train, "Training trials, for the priors of cIG")
      ->type_name("FILE");
  command
      .add_option("--labels", options.labels,
                  "Label maps for semantic scores: a COCO panoptic JSON, or a folder of grey PNGs")
      ->type_name("PATH");
  command.add_flag("--lenient", options.lenient, "Skip bad trials and count them by reason");
  AddWord(command, "--frame", options.frame, kFrameWords,
          "Frame of the human trials: 512x320 or 1680x1050 (default: found from them)");
  AddWord(command, "--predictions-frame", options.predictions_frame, kFrameWords,
          "The same for predictions (default: found from each file)");
}

void AddScoringOptions(CLI::App& command, app::EvaluateOptions& options) {
  command.add_option("--protocol", options.protocol, "How scores are computed: docs/metrics")
      ->capture_default_str()
      ->check(CLI::IsMember(ProtocolNames()));
  AddWord(command, "--condition", options.condition, kConditionWords,
          "Trials that are scored (default: target-present where the file has any)");
  AddWord(
      command, "--start", options.start, kStartWords,
      "Predictions that do not begin at the centre where people do: score them as they are, put "
      "the centre before them, or leave out people's start (default: refused)");
  AddWord(command, "--cut", options.cut, kCutWords,
          "Cut strings to --steps symbols (default: the protocol's way)");
  command
      .add_option("--steps", options.steps,
                  "Symbols left by --cut, the start included (default: 6)")
      ->check(CLI::Range(1, 1000));
  AddWord(command, "--short", options.short_rule, kShortWords,
          "MultiMatch of fewer than three fixations: pad as the released code, or skip")
      ->default_str("pad");
  AddWord(command, "--resolution", options.resolution, kResolutionWords,
          "Where maps are scored: on the grid or at pixels")
      ->default_str("grid");
  command.add_option("--samples", options.samples, "Random scanpaths a pair")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command
      .add_option("--bootstrap", options.bootstrap, "Draws behind the 95% intervals; 0 for none")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000000));
  AddWord(command, "--resample", options.resample, kResampleWords,
          "What these draw: pictures with their pairs, people with their trials, or both")
      ->default_str("pictures");
}

void AddOutputOptions(CLI::App& command, EvaluateCommand& call) {
  command.add_flag("--by-subject", call.by_subject,
                   "Curve over searchers with standard errors, as the paper's Fig. 4");
  command.add_flag("--tasks", call.tasks, "Tables of each task too");
  command.add_flag("--with-paper", call.with_paper, "The paper's published rows beside ours");
  command
      .add_option("--scores", call.families,
                  "Families of scores, with commas: what is computed, and a table each")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("all")
      ->check(CLI::IsMember(FamilyWords()));
  command
      .add_option("--explain", call.options.explain,
                  "Print how the scores of one trial came about: PICTURE, TARGET|PICTURE or "
                  "TARGET|PICTURE|PERSON")
      ->type_name("TRIAL");
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
  AddInputOptions(*command, *call);
  AddScoringOptions(*command, call->options);
  AddOutputOptions(*command, *call);
  command->callback([call, &invocation] {
    invocation.run = [call, &invocation] { Run(*call, invocation.seed); };
  });
}

}  // namespace saccade::cli
