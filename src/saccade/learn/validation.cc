#include "saccade/learn/validation.h"

#include <algorithm>

#include "saccade/base/error.h"

namespace saccade {
namespace {

using metrics::ScoreVector;

ScoreVector ScoresOf(const metrics::HumanSet& humans, const metrics::Row& row) {
  return metrics::Summarize(humans, {&row, 1}, {.draws = 0}).rows.front().scores.value;
}

std::vector<SearchSet> SearchesByStore(std::span<const TrialInImage> trials,
                                       const BeliefLibrary& library) {
  std::vector<SearchSet> by_store(library.plain_variants(), MakeSearchSet(trials, library, {}));
  for (std::size_t store = 0; store < by_store.size(); ++store) {
    for (Search& search : by_store[store].searches) search.variants = {search.variants[store]};
  }
  return by_store;
}

}  // namespace

Validation::Validation(std::span<const TrialInImage> validation,
                       std::span<const TrialInImage> train, const BeliefLibrary& library)
    : Validation(validation, train, SearchesByStore(validation, library)) {}

Validation::Validation(std::span<const TrialInImage> validation,
                       std::span<const TrialInImage> train)
    : Validation(validation, train, std::vector{MakeSearchSet(validation, {})}) {}

Validation::Validation(std::span<const TrialInImage> validation,
                       std::span<const TrialInImage> train, std::vector<SearchSet> by_store)
    : humans_(metrics::PrepareHumans(validation, metrics::ProtocolByName("paper"))),
      by_store_(std::move(by_store)) {
  if (!train.empty()) priors_ = metrics::MakePriors(train, humans_.protocol);
  human_ = ScoresOf(humans_, metrics::ScoreHumans(humans_));
}

void Validation::TryOut(const ScanpathModel& model) const {
  if (humans_.pairs.empty()) {
    throw InputError(
        "no human search of the validation file is used; correct answers that find "
        "their target are needed");
  }
  for (const metrics::HumanPair& pair : humans_.pairs) {
    if (!priors_.empty() && !priors_.contains(pair.task)) {
      throw InputError(
          fmt::format("validation searches for {}, and no training search that is used "
                      "does: cIG needs its prior",
                      pair.task));
    }
  }
  for (const SearchSet& set : by_store_) {
    const std::span<const Search> first(set.searches.data(), 1);
    const std::vector<Cell> start = {Grid::Center()};
    model.Predict(first, {.samples = 1});
    model.NextFixation(first[0], start);
  }
}

ScoreVector Validation::Score(const ScanpathModel& model, const Options& options) const {
  const SearchSet& set = by_store_.at(options.store);
  const auto predictions = model.Predict(
      set.searches,
      {.samples = options.samples, .calibration = options.calibration, .seed = options.seed});
  metrics::Row row = metrics::ScorePredictions(humans_, "model", predictions, CellPoint::kCenter);
  if (options.with_maps && !priors_.empty()) {
    std::map<std::pair<int, std::string>, const Search*> by_pair;
    for (const Search& search : set.searches) by_pair[{search.task, search.name}] = &search;
    const auto of_pair = [&](const metrics::HumanPair& pair, int,
                             const metrics::NextFixation& next) {
      return model.NextFixation(*by_pair.at({*TaskIndex(pair.task), pair.name}), next.past);
    };
    metrics::ScoreMaps(humans_, of_pair, priors_, metrics::MapResolution::kGrid, row);
  }
  return ScoresOf(humans_, row);
}

double Validation::Distance(const ScoreVector& scores) const {
  double shortfall = 0;
  for (const std::size_t dimension :
       {metrics::kShape, metrics::kDirection, metrics::kLength, metrics::kPosition}) {
    shortfall += std::max(0.0, human_[dimension] - scores[dimension]) / 4;
  }
  return 100 * shortfall + scores[metrics::kProbabilityMismatch] / 0.3;
}

Validation::Outcome Validation::Validate(const ScanpathModel& model, Options options) const {
  Outcome outcome;
  for (options.store = 0; options.store < stores(); ++options.store) {
    const ScoreVector scores = Score(model, options);
    options.with_maps = false;
    if (options.store == 0) outcome.scores = scores;
    outcome.distance += Distance(scores) / static_cast<double>(stores());
  }
  return outcome;
}

}  // namespace saccade
