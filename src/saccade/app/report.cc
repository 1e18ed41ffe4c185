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
