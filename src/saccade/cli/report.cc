#include "saccade/study/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/cli/command.h"
#include "saccade/cli/command_tree.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/reward_examples.h"
#include "saccade/study/reward_figures.h"

namespace saccade::cli {
namespace {

struct ReportOptions {
  std::string data;
  std::string split;
  std::string images;
  std::string protocol = "paper";
  std::vector<std::string> predictions;  // NAME=FILE
  std::string run;
  std::string model;
  std::string beliefs;
  int examples = 6;
  std::string choose = "drawn";
  int bootstrap_draws = 1000;
  std::string title;
  std::string out;
};

// The split to score: the one asked for, else validation, test, training, whichever is there.
std::string ScoredSplit(const ReportOptions& options, const DataFolder& data) {
  if (!options.split.empty()) {
    if (!data.fixations.contains(options.split)) {
      throw InputError(options.data, "", "holds no fixations of the {} split", options.split);
    }
    return options.split;
  }
  for (const char* split : {"validation", "test"}) {
    if (data.fixations.contains(split)) return split;
  }
  return data.fixations.begin()->first;
}

NamedPredictions ReadPredictions(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const std::string file = equals == std::string::npos ? argument : argument.substr(equals + 1);
  const std::string name = equals == std::string::npos ? std::filesystem::path(file).stem().string()
                                                       : argument.substr(0, equals);
  return {name, ReadTrialsInImage(file, {.allow_repeats = true})};
}

void AddModel(const ReportOptions& options, ReportInput& input) {
  if (options.beliefs.empty()) {
    throw InputError("--model needs the belief store of the pictures: add --beliefs S.beliefs");
  }
  const BeliefLibrary library(BeliefStore::Open(options.beliefs));
  input.model = OpenModel(options.model);
  input.searches = MakeSearchSet(input.humans, library, {}).searches;
}

// The rewards of a model for two targets in each of two pictures; nothing when it has none.
std::optional<Section> LearnedReward(const ReportInput& input) {
  std::vector<RewardFigure> figures;
  for (RewardExample& example : RewardExamples(*input.model, input.searches, 2)) {
    for (RewardExample::Map& map : example.maps) {
      figures.push_back({example.picture, map.task, std::move(map.values)});
    }
  }
  if (figures.empty()) return std::nullopt;
  return RewardSection(figures, input.images);
}

// `call`: the command line, for the page.
void Run(const ReportOptions& options, const Invocation& invocation, const std::string& call) {
  const DataFolder data = FindData(options.data);
  const std::string scored = ScoredSplit(options, data);
  ReportInput input;
  if (!options.title.empty()) input.title = options.title;
  for (const auto& [split, file] : data.fixations) {
    auto trials = ReadTrialsInImage(file);
    input.trials.insert(input.trials.end(), trials.begin(), trials.end());
    if (split == scored) input.humans = std::move(trials);
  }
  input.images = options.images.empty() ? data.images : std::filesystem::path(options.images);
  for (const std::string& prediction : options.predictions) {
    input.predictions.push_back(ReadPredictions(prediction));
  }
  if (!options.run.empty()) {
    input.curves = ReadRunMetrics(std::filesystem::path(options.run) / "metrics.jsonl");
  }
  if (!options.model.empty() && !input.images.empty()) {
    AddModel(options, input);
    if (auto section = LearnedReward(input)) input.more.push_back(*std::move(section));
  }
  input.protocol = metrics::ProtocolByName(options.protocol);
  input.seed = invocation.seed;
  input.examples = options.examples;
  input.choice = options.choose == "worst" ? ExampleChoice::kWorst : ExampleChoice::kDrawn;
  input.bootstrap_draws = options.bootstrap_draws;
  input.command = call;
  WriteFileAtomically(options.out, PageHtml(MakeReport(input)));
  LogInfo("wrote {}", options.out);
}

}  // namespace

void AddReport(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Write a page that describes, scores and draws");
  command->footer(
      "Example:\n"
      "  saccade report --data demo/data --predictions IRL=demo/irl.json --out report.html");
  command->add_option("--data", options->data, "Folder with files of fixations and pictures")
      ->required()
      ->type_name("FOLDER");
  command
      ->add_option("--split", options->split,
                   "Split to score (default: validation, else test, else train)")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  command
      ->add_option("--images", options->images,
                   "Folder of pictures (default: images_512x320 or images in the data folder)")
      ->type_name("FOLDER");
  command->add_option("--protocol", options->protocol, "How scanpaths are scored")
      ->capture_default_str()
      ->check(CLI::IsMember(metrics::ProtocolNames()));
  command
      ->add_option("--predictions", options->predictions,
                   "Predicted scanpaths to score and draw, as NAME=FILE")
      ->type_name("NAME=FILE");
  command->add_option("--run", options->run, "Folder of a training run, for its learning curves")
      ->type_name("FOLDER");
  command
      ->add_option("--model", options->model,
                   "Model whose beliefs, foresight and learned reward are shown along the searches")
      ->type_name("FOLDER");
  command->add_option("--beliefs", options->beliefs, "Belief store of the pictures, for --model")
      ->type_name("FILE");
  command->add_option("--examples", options->examples, "Pictures over which searches play")
      ->capture_default_str()
      ->check(CLI::Range(0, 10000));
  command
      ->add_option("--choose", options->choose,
                   "Which pictures: drawn with the seed, or those where the first prediction is "
                   "least like people")
      ->capture_default_str()
      ->check(CLI::IsMember({"drawn", "worst"}));
  command
      ->add_option("--bootstrap", options->bootstrap_draws,
                   "Draws behind the 95% intervals; 0 for none")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000000));
  command->add_option("--title", options->title, "Title of the page")->type_name("TEXT");
  command->add_option("--out", options->out, "The HTML file to write")
      ->required()
      ->type_name("FILE");
  command->callback([options, command, &invocation] {
    invocation.run = [options, command, &invocation] {
      Run(*options, invocation, CallText(*command));
    };
  });
}

}  // namespace saccade::cli
