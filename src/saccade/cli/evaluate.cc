#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/cli/command.h"
#include "saccade/cli/evaluation_output.h"
#include "saccade/cli/label_maps.h"
#include "saccade/cli/map_file.h"
#include "saccade/metrics/random_scanpath.h"
#include "saccade/scene/trial_file.h"

namespace saccade::cli {
namespace {

using namespace metrics;

struct EvaluateOptions {
  std::string fixations;
  std::vector<std::string> models;
  std::vector<std::string> predictions;  // FILE or NAME=FILE
  std::vector<std::string> maps;         // FOLDER or NAME=FOLDER
  std::string train;
  std::string protocol = "paper";
  std::string cut;
  int steps = 0;  // 0: the protocol's, or 6
  std::string short_rule = "pad";
  std::string resolution = "grid";
  std::string labels;
  int samples = 10;
  int bootstrap = 1000;
  bool lenient = false;
  std::string frame;
  std::string predictions_frame;
  bool by_subject = false;
  bool tasks = false;
  bool with_paper = false;
  std::string per_trial;
  JsonOutput json;
};

struct NamedPath {
  std::string name;
  std::filesystem::path path;
};

// "NAME=FILE", or a file whose name without ending is the row's.
NamedPath ParseNamedPath(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0 && !std::filesystem::exists(text)) {
    return {text.substr(0, equals), text.substr(equals + 1)};
  }
  const std::filesystem::path path(text);
  const std::filesystem::path last = path.has_filename() ? path : path.parent_path();
  return {last.stem().string(), path};
}

std::optional<Frame> ParseFrame(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return name == "image" ? Frame::kImage : Frame::kDisplay;
}

Protocol ParseProtocol(const EvaluateOptions& options) {
  Protocol protocol = ProtocolByName(options.protocol);
  if (options.short_rule == "skip") protocol.multimatch.short_rule = ShortRule::kSkip;
  if (options.cut == "none") protocol.cut = {};
  if (options.cut == "both") protocol.cut.cut = StringCut::kBoth;
  if (options.cut == "prediction") protocol.cut.cut = StringCut::kPrediction;
  if (options.steps > 0) {
    if (protocol.cut.cut == StringCut::kNone) {
      throw InputError("--steps: strings are not cut; give --cut both or --cut prediction with it");
    }
    protocol.cut.steps = options.steps;
  }
  return protocol;
}

Row& RowCalled(std::vector<Row>& rows, const std::string& name) {
  for (Row& row : rows) {
    if (row.name == name) return row;
  }
  rows.emplace_back().name = name;
  return rows.back();
}

void AddRow(std::vector<Row>& rows, Row row) {
  for (const Row& other : rows) {
    if (other.name == row.name) {
      throw InputError(fmt::format(
          "--predictions: two rows are called \"{}\"; name them with NAME=FILE", row.name));
    }
  }
  rows.push_back(std::move(row));
}

void ReportGaps(const Row& row, const HumanSet& humans) {
  if (row.unknown_scanpaths > 0) {
    LogWarning(
        "{}: {} predicted scanpaths belong to no target-present pair of the human trials; "
        "they are left out",
        row.name, row.unknown_scanpaths);
  }
  if (row.unused_scanpaths > 0) {
    LogInfo(
        "{}: {} predicted scanpaths belong to pairs of which no human trial is used; they are "
        "left out",
        row.name, row.unused_scanpaths);
  }
  if (row.pairs < humans.pairs.size()) {
    LogWarning("{}: no predictions for {} of {} pairs; its row is over the others only", row.name,
               humans.pairs.size() - row.pairs, humans.pairs.size());
  }
  if (row.zero_length_paths > 0) {
    LogInfo("{}: {} scanpaths of length zero have no scanpath ratio", row.name,
            row.zero_length_paths);
  }
}

void AddPredictions(const EvaluateOptions& options, const HumanSet& humans,
                    std::vector<Row>& rows) {
  for (const std::string& text : options.predictions) {
    const NamedPath named = ParseNamedPath(text);
    const TrialFileOptions reading{.lenient = options.lenient,
                                   .frame = ParseFrame(options.predictions_frame),
                                   .allow_repeats = true};
    AddRow(rows, ScorePredictions(humans, named.name, ReadTrialsInImage(named.path, reading),
                                  humans.protocol.predicted_cell));
    ReportGaps(rows.back(), humans);
  }
}

void AddMaps(const EvaluateOptions& options, const HumanSet& humans, std::vector<Row>& rows) {
  if (options.maps.empty()) return;
  if (options.train.empty()) {
    throw InputError(
        "--maps: cIG needs the prior of each task; give the training trials with --train");
  }
  const std::vector<TrialInImage> train =
      ReadTrialsInImage(options.train, {.lenient = options.lenient});
  const auto priors = MakePriors(train, humans.protocol);
  const MapResolution resolution =
      options.resolution == "pixel" ? MapResolution::kPixel : MapResolution::kGrid;
  std::size_t wanted = 0;
  for (const HumanPair& pair : humans.pairs) {
    for (const ScoredScanpath& trial : pair.trials) wanted += NextFixations(trial.scanpath).size();
  }
  for (const std::string& text : options.maps) {
    const NamedPath named = ParseNamedPath(text);
    const MapFile maps(named.path);
    Row& row = RowCalled(rows, named.name);
    ScoreMaps(
        humans,
        [&](const HumanPair& pair, const Identifier& subject, const NextFixation& next) {
          return maps.Find({pair.task, pair.name, subject, next.step});
        },
        priors, resolution, row);
    if (row.fixations.empty()) {
      throw InputError(named.path, "", "holds no map for any fixation of the human trials");
    }
    if (row.fixations.size() < wanted) {
      LogWarning("{}: no maps for {} of {} fixations; its scores are over the others only",
                 row.name, wanted - row.fixations.size(), wanted);
    }
  }
}

std::vector<Row> ScoreRows(const EvaluateOptions& options, std::uint64_t seed,
                           const std::vector<TrialInImage>& trials, const HumanSet& humans) {
  std::vector<Row> rows;
  for (const std::string& model :
       std::set<std::string>(options.models.begin(), options.models.end())) {
    if (model == "human") {
      rows.push_back(ScoreHumans(humans));
    } else {
      const auto drawn = RandomScanpaths(humans, trials, seed, options.samples);
      if (drawn.empty()) {
        throw InputError(options.fixations, "",
                         "has no second picture for any target; --model random draws from others");
      }
      rows.push_back(ScorePredictions(humans, "random", drawn, CellPoint::kCenter));
      ReportGaps(rows.back(), humans);
    }
  }
  AddPredictions(options, humans, rows);
  AddMaps(options, humans, rows);
  return rows;
}

void Run(const EvaluateOptions& options, std::uint64_t seed) {
  if (options.models.empty() && options.predictions.empty() && options.maps.empty()) {
    throw InputError("nothing to score; give --model human, --model random or --predictions FILE");
  }
  const Protocol protocol = ParseProtocol(options);
  const FindLabelMap labels =
      options.labels.empty() ? FindLabelMap() : OpenLabelMaps(options.labels);
  const std::vector<TrialInImage> trials = ReadTrialsInImage(
      options.fixations, {.lenient = options.lenient, .frame = ParseFrame(options.frame)});
  const HumanSet humans = PrepareHumans(trials, protocol, labels);
  for (const auto& [reason, count] : humans.left_out) {
    LogInfo("{}: {} trials are left out: {}", options.fixations, count, reason);
  }
  const std::vector<Row> rows = ScoreRows(options, seed, trials, humans);
  const Evaluation evaluation = Summarize(humans, rows, {options.bootstrap, seed});
  if (!options.per_trial.empty()) WritePerTrial(options.per_trial, humans, rows);
  const EvaluationOutput output{humans,        evaluation,        seed, options.by_subject,
                                options.tasks, options.with_paper};
  if (!WriteJson(options.json, ToJson(output))) PrintTables(output);
}

void AddInputOptions(CLI::App& command, EvaluateOptions& options) {
  command.add_option("--fixations", options.fixations, "Human trials (COCO-Search18 JSON)")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--model", options.models,
                  "Score people against each other (human) or other pictures' scanpaths (random)")
      ->check(CLI::IsMember({"human", "random"}));
  command
      .add_option("--predictions", options.predictions,
                  "Predicted scanpaths, as many files as wanted; NAME=FILE names the row")
      ->type_name("FILE");
  command
      .add_option("--maps", options.maps,
                  "Folders of next-fixation maps (predict --maps); NAME=FOLDER names the row")
      ->type_name("FOLDER");
  command.add_option("--train", options.train, "Training trials, for the priors of cIG")
      ->type_name("FILE");
  command
      .add_option("--labels", options.labels,
                  "Label maps for semantic scores: a COCO panoptic JSON, or a folder of grey PNGs")
      ->type_name("PATH");
  command.add_flag("--lenient", options.lenient, "Skip bad trials and count them by reason");
  command
      .add_option("--frame", options.frame,
                  "Frame of the human trials: 512x320 or 1680x1050 (default: found from them)")
      ->check(CLI::IsMember({"image", "display"}));
  command
      .add_option("--predictions-frame", options.predictions_frame,
                  "The same for predictions (default: found from each file)")
      ->check(CLI::IsMember({"image", "display"}));
}

void AddScoringOptions(CLI::App& command, EvaluateOptions& options) {
  command.add_option("--protocol", options.protocol, "How scores are computed: docs/metrics")
      ->capture_default_str()
      ->check(CLI::IsMember(ProtocolNames()));
  command
      .add_option("--cut", options.cut,
                  "Cut strings to --steps symbols (default: the protocol's way)")
      ->check(CLI::IsMember({"both", "prediction", "none"}));
  command
      .add_option("--steps", options.steps,
                  "Symbols left by --cut, the start included (default: 6)")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--short", options.short_rule,
                  "MultiMatch of fewer than three fixations: pad as the released code, or skip")
      ->capture_default_str()
      ->check(CLI::IsMember({"pad", "skip"}));
  command
      .add_option("--resolution", options.resolution,
                  "Where maps are scored: on the grid or at pixels")
      ->capture_default_str()
      ->check(CLI::IsMember({"grid", "pixel"}));
  command.add_option("--samples", options.samples, "Random scanpaths a pair")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command
      .add_option("--bootstrap", options.bootstrap,
                  "Draws of pictures behind the 95% intervals; 0 for none")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
}

void AddOutputOptions(CLI::App& command, EvaluateOptions& options) {
  command.add_flag("--by-subject", options.by_subject,
                   "Curve over searchers with standard errors, as the paper's Fig. 4");
  command.add_flag("--tasks", options.tasks, "Tables of each task too");
  command.add_flag("--with-paper", options.with_paper, "The paper's published rows beside ours");
  command
      .add_option("--per-trial", options.per_trial,
                  "Write the scores of every scanpath (.csv, or a JSON list)")
      ->type_name("FILE");
  AddJsonOption(command, options.json);
}

}  // namespace

void AddEvaluate(CLI::App& app, Invocation& invocation) {
  CLI::App* command =
      app.add_subcommand("evaluate", "Score models, people or chance against human searches");
  command->footer(
      "Example:\n"
      "  saccade evaluate --fixations valid.json --model human random --predictions irl.json "
      "--with-paper");
  const auto options = std::make_shared<EvaluateOptions>();
  AddInputOptions(*command, *options);
  AddScoringOptions(*command, *options);
  AddOutputOptions(*command, *options);
  command->callback([options, &invocation] {
    invocation.run = [options, &invocation] { Run(*options, invocation.seed); };
  });
}

}  // namespace saccade::cli
