#include "saccade/study/example_choice.h"

#include <algorithm>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/random.h"

namespace saccade {
namespace {

using metrics::HumanPair;
using metrics::HumanSet;

constexpr std::size_t kPeople = 0, kFirstPrediction = 2;

bool IsTelling(const HumanSet& humans, std::size_t pair, std::span<const ScoredRow> rows) {
  const bool searched = std::ranges::any_of(
      humans.pairs[pair].trials, [](const auto& trial) { return trial.scanpath.size() >= 3; });
  return searched && std::ranges::all_of(rows.subspan(kFirstPrediction), [&](const ScoredRow& row) {
           return !OnPair(row, humans, pair).trials.empty();
         });
}

// Each target once before any comes again.
std::vector<std::size_t> EveryTargetFirst(const std::vector<std::size_t>& pairs,
                                          const HumanSet& humans, std::size_t wanted) {
  std::vector<std::size_t> chosen;
  std::set<std::string> tasks;
  for (const bool any_task : {false, true}) {
    for (const std::size_t pair : pairs) {
      if (chosen.size() == wanted) break;
      if (std::ranges::find(chosen, pair) != chosen.end()) continue;
      if (tasks.insert(humans.pairs[pair].task).second || any_task) chosen.push_back(pair);
    }
  }
  return chosen;
}

}  // namespace

ScanpathsOnPair OnPair(const ScoredRow& row, const HumanSet& humans, std::size_t pair) {
  ScanpathsOnPair found;
  for (const auto& scores : row.row.scanpaths) {
    if (scores.pair == pair) found.scores.push_back(scores);
  }
  const HumanPair& on = humans.pairs[pair];
  for (const TrialInImage& trial : row.trials) {
    if (trial.task == on.task && trial.name == on.name) found.trials.push_back(trial);
  }
  return found;
}

double MeanOnPair(const ScoredRow& row, std::size_t pair, std::size_t score) {
  double sum = 0;
  int count = 0;
  for (const auto& scores : row.row.scanpaths) {
    if (scores.pair != pair) continue;
    const double value = scores.scores[score];
    if (!metrics::IsPresent(value)) continue;
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : metrics::kAbsent;
}

std::vector<std::size_t> ChooseExamples(const ReportInput& input, const HumanSet& humans,
                                        std::span<const ScoredRow> rows) {
  std::vector<std::size_t> telling;
  for (std::size_t pair = 0; pair < humans.pairs.size(); ++pair) {
    if (IsTelling(humans, pair, rows)) telling.push_back(pair);
  }
  const std::size_t wanted = std::min(static_cast<std::size_t>(input.examples), telling.size());
  if (input.choice == ExampleChoice::kDrawn) {
    Random(input.seed, "examples").Shuffle(telling);
    return EveryTargetFirst(telling, humans, wanted);
  }
  if (rows.size() <= kFirstPrediction) {
    throw InputError("the worst examples are those of a model; add --predictions NAME=FILE");
  }
  std::vector<std::pair<double, std::size_t>> behind;
  for (const std::size_t pair : telling) {
    const double gap = MeanOnPair(rows[kPeople], pair, metrics::kSequenceScore) -
                       MeanOnPair(rows[kFirstPrediction], pair, metrics::kSequenceScore);
    if (metrics::IsPresent(gap)) behind.emplace_back(-gap, pair);
  }
  std::ranges::stable_sort(behind, {}, &std::pair<double, std::size_t>::first);
  std::vector<std::size_t> chosen;
  for (const auto& [gap, pair] : behind) {
    if (chosen.size() < wanted) chosen.push_back(pair);
  }
  return chosen;
}

}  // namespace saccade
