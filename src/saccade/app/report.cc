#include "saccade/app/report.h"

#include <optional>

#include "saccade/base/error.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/reward_examples.h"
#include "saccade/study/reward_figures.h"

namespace saccade::app {
namespace {

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

void AddModel(const ReportOptions& options, ReportInput& input) {
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

}  // namespace

OptionList OptionsOf(ReportOptions& o) {
  OptionList list;
  list.Add("data", TextOf(o.data), "Folder with files of fixations and pictures", "FOLDER")
      .Add("split", ChoiceOf(o.split, {"train", "validation", "test"}),
           "Split to score (default: validation, else test, else train)")
      .Add("images", TextOf(o.images),
           "Folder of pictures (default: images_512x320 or images in the data folder)", "FOLDER")
      .Add("protocol", ChoiceOf(o.protocol, metrics::ProtocolNames()), "How scanpaths are scored")
      .Add("predictions", NamedTextsOf(o.predictions),
           "Predicted scanpaths to score and draw, as NAME=FILE", "NAME=FILE")
      .Add("run", TextOf(o.run), "Folder of a training run, for its learning curves", "FOLDER")
      .Add("model", o.model,
           "Model whose beliefs, foresight and learned reward are shown along the searches")
      .Add("beliefs", TextOf(o.beliefs), "Belief store of the pictures, for --model", "FILE")
      .Add("examples", o.examples, {0, 10000}, "Pictures over which searches play")
      .Add("choose", o.choice, {"drawn", "worst"},
           "Which pictures: drawn with the seed, or those where the first prediction is least like "
           "people")
      .Add("bootstrap", o.bootstrap, {0, 1000000}, "Draws behind the 95% intervals; 0 for none")
      .Add("title", o.title, "Title of the page")
      .Omit()  // the command line
      .Add("seed", o.seed, {}, "Of random scanpaths, of the bootstrap and of the choice")
      .Omit();
  return list;
}

void ReportOptions::Check() const {
  if (!model.empty() && beliefs.empty()) {
    throw InputError("--model needs the belief store of the pictures: add --beliefs S.beliefs");
  }
  metrics::ProtocolByName(protocol);
}

Page Report(const ReportOptions& options) {
  options.Check();
  const WatchScope scope(options.watch);
  const DataFolder data = FindData(options.data);
  const std::string scored = ScoredSplit(options, data);
  ReportInput input;
  if (!options.title.empty()) input.title = options.title;
  for (const auto& [split, file] : data.fixations) {
    auto trials = ReadTrialsInImage(file);
    input.trials.insert(input.trials.end(), trials.begin(), trials.end());
    if (split == scored) input.humans = std::move(trials);
  }
  input.images = options.images.empty() ? data.images : options.images;
  for (const NamedTrials& named : options.predictions) {
    input.predictions.push_back({named.name, TrialsOf(named.trials, {.allow_repeats = true})});
  }
  if (!options.run.empty()) input.curves = ReadRunMetrics(options.run / "metrics.jsonl");
  if (!options.model.empty() && !input.images.empty()) {
    AddModel(options, input);
    if (auto section = LearnedReward(input)) input.more.push_back(*std::move(section));
  }
  input.protocol = metrics::ProtocolByName(options.protocol);
  input.protocol.families = metrics::kAllScores;
  input.seed = options.seed;
  input.examples = options.examples;
  input.choice = options.choice;
  input.bootstrap_draws = options.bootstrap;
  input.command = options.command;
  return MakeReport(input);
}

}  // namespace saccade::app
