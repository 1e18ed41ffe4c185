#include "saccade/metrics/evaluation.h"

#include <algorithm>
#include <map>

#include "saccade/base/parallel.h"
#include "saccade/base/random.h"

namespace saccade::metrics {
namespace {

// What a picture or a task adds to a row. A draw of pictures then costs one weighted sum over pairs
// instead of one over comparisons.
struct Sums {
  double scanpaths = 0;
  TallyVector tallies{};
  ScoreVector sum{};
  ScoreVector count{};

  void Add(const ScoreVector& scores) {
    for (std::size_t i = 0; i < kScoreValues; ++i) {
      if (!IsPresent(scores[i])) continue;
      sum[i] += scores[i];
      count[i] += 1;
    }
  }
  void Add(const Sums& other, double weight) {
    scanpaths += weight * other.scanpaths;
    for (std::size_t i = 0; i < kTallyNumbers; ++i) tallies[i] += weight * other.tallies[i];
    for (std::size_t i = 0; i < kScoreValues; ++i) {
      sum[i] += weight * other.sum[i];
      count[i] += weight * other.count[i];
    }
  }
};

std::vector<Sums> SumsByPair(const HumanSet& humans, const Row& row) {
  std::vector<Sums> sums(humans.pairs.size());
  for (std::size_t i = 0; i < row.tallies.size(); ++i) sums[i].tallies = row.tallies[i];
  for (const ScanpathScores& scanpath : row.scanpaths) {
    sums[scanpath.pair].scanpaths += 1;
    sums[scanpath.pair].Add(scanpath.scores);
  }
  for (const FixationScores& fixation : row.fixations) sums[fixation.pair].Add(fixation.scores);
  return sums;
}

std::vector<TallyVector> HumanTallies(const HumanSet& humans) {
  std::vector<TallyVector> tallies;
  for (const HumanPair& pair : humans.pairs) tallies.push_back(TalliesOf(pair.trials));
  return tallies;
}

TallyGroups GroupsOf(const ScoreInfo& info, const std::vector<const TallyVector*>& groups) {
  TallyGroups numbers;
  for (const TallyVector* group : groups) {
    numbers.push_back(std::span(*group).subspan(info.tally_slot, info.tally->size));
  }
  return numbers;
}

// Scores of groups of scanpaths: those of the row from the groups' tallies, the means over all.
ScoreVector ScoresOf(std::span<const Sums> groups, std::span<const TallyVector> human_groups,
                     bool human) {
  ScoreVector scores = AbsentScores();
  Sums all;
  std::vector<const TallyVector*> with_scanpaths, of_people;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    all.Add(groups[i], 1);
    if (groups[i].scanpaths == 0) continue;
    with_scanpaths.push_back(&groups[i].tallies);
    of_people.push_back(&human_groups[i]);
  }
  for (const ScoreInfo& info : kScoreTable) {
    if (info.of_row == nullptr) {
      if (all.count[info.slot] > 0) scores[info.slot] = all.sum[info.slot] / all.count[info.slot];
    } else if (!with_scanpaths.empty() && !(human && info.Needs(kNeedsPeople))) {
      info.of_row(GroupsOf(info, with_scanpaths), GroupsOf(info, of_people),
                  std::span(scores).subspan(info.slot, info.values));
    }
  }
  return scores;
}

// Scores over all tasks, then of each task.
std::vector<ScoreVector> ScoresByTask(const HumanSet& humans, std::span<const Sums> pairs,
                                      std::span<const TallyVector> human_pairs,
                                      std::span<const int> task_of_pair,
                                      std::span<const double> weights, bool human) {
  std::vector<Sums> tasks(humans.tasks.size());
  std::vector<TallyVector> human_tasks(humans.tasks.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (weights[i] == 0) continue;
    tasks[task_of_pair[i]].Add(pairs[i], weights[i]);
    if (pairs[i].scanpaths == 0) continue;
    // Like with like: people's tallies over the pairs that the row has.
    TallyVector& people = human_tasks[task_of_pair[i]];
    for (std::size_t n = 0; n < kTallyNumbers; ++n) people[n] += weights[i] * human_pairs[i][n];
  }
  std::vector<ScoreVector> scores = {ScoresOf(tasks, human_tasks, human)};
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    scores.push_back(ScoresOf({&tasks[t], 1}, {&human_tasks[t], 1}, human));
  }
  return scores;
}

// How often each pair counts in each draw of pictures; a picture brings all of its pairs.
std::vector<std::vector<double>> DrawWeights(const HumanSet& humans,
                                             const BootstrapOptions& options) {
  std::map<std::string_view, int> pictures;
  for (const HumanPair& pair : humans.pairs) pictures.emplace(pair.name, 0);
  int next = 0;
  for (auto& [name, index] : pictures) index = next++;
  std::vector<int> picture_of_pair;
  for (const HumanPair& pair : humans.pairs) picture_of_pair.push_back(pictures.at(pair.name));

  std::vector<std::vector<double>> weights(options.draws);
  ParallelFor(weights.size(), [&](std::size_t draw) {
    Random random(options.seed, "bootstrap", draw);
    std::vector<double> times(pictures.size(), 0);
    for (std::size_t i = 0; i < times.size(); ++i) times[random.Below(times.size())] += 1;
    for (const int picture : picture_of_pair) weights[draw].push_back(times[picture]);
  });
  return weights;
}

// Linear interpolation between order statistics, as numpy does by default.
double Percentile(const std::vector<double>& sorted, double share) {
  const double place = share * (sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

using Draws = std::vector<std::vector<ScoreVector>>;  // [draw][0: all, 1..: tasks]

// What every row is summed up with.
struct Resampling {
  const HumanSet& humans;
  std::vector<TallyVector> human_tallies;  // by pair
  std::vector<int> task_of_pair;
  std::vector<double> once;                  // each pair counts once
  std::vector<std::vector<double>> weights;  // of each draw, by pair

  Resampling(const HumanSet& set, const BootstrapOptions& bootstrap)
      : humans(set),
        human_tallies(HumanTallies(set)),
        once(set.pairs.size(), 1),
        weights(DrawWeights(set, bootstrap)) {
    for (const HumanPair& pair : set.pairs) task_of_pair.push_back(set.TaskOf(pair));
  }

  std::vector<ScoreVector> Scores(std::span<const Sums> pairs, bool human) const {
    return ScoresByTask(humans, pairs, human_tallies, task_of_pair, once, human);
  }
  Draws DrawScores(std::span<const Sums> pairs, bool human) const {
    Draws draws(weights.size());
    ParallelFor(weights.size(), [&](std::size_t draw) {
      draws[draw] = ScoresByTask(humans, pairs, human_tallies, task_of_pair, weights[draw], human);
    });
    return draws;
  }
};

// value_of(draw, score) may be absent: a task without a picture in that draw.
template <typename ValueOf>
void SetIntervals(std::size_t draws, const ValueOf& value_of, ScoreSummary& summary) {
  std::vector<double> values;
  for (std::size_t score = 0; score < kScoreValues; ++score) {
    if (!IsPresent(summary.value[score])) continue;
    values.clear();
    for (std::size_t draw = 0; draw < draws; ++draw) {
      const double value = value_of(draw, score);
      if (IsPresent(value)) values.push_back(value);
    }
    if (values.empty()) continue;
    std::sort(values.begin(), values.end());
    summary.low[score] = Percentile(values, 0.025);
    summary.high[score] = Percentile(values, 0.975);
  }
}

RowSummary SummarizeRow(const HumanSet& humans, const Row& row,
                        const std::vector<ScoreVector>& values, const Draws& draws) {
  RowSummary summary;
  summary.name = row.name;
  summary.human = row.human;
  summary.scanpaths = row.scanpaths.size();
  summary.pairs = row.pairs;
  const auto with_intervals = [&](std::size_t group) {
    ScoreSummary scores;
    scores.value = values[group];
    SetIntervals(
        draws.size(),
        [&](std::size_t draw, std::size_t score) { return draws[draw][group][score]; }, scores);
    return scores;
  };
  summary.scores = with_intervals(0);
  std::vector<std::size_t> scanpaths(humans.tasks.size());
  std::vector<SearchOutcome> outcomes;
  for (const ScanpathScores& scanpath : row.scanpaths) {
    const int task = humans.TaskOf(humans.pairs[scanpath.pair]);
    ++scanpaths[task];
    outcomes.push_back({task, scanpath.subject, scanpath.first_on_target});
  }
  for (std::size_t t = 0; t < humans.tasks.size(); ++t) {
    const bool any = std::any_of(values[t + 1].begin(), values[t + 1].end(), IsPresent);
    if (any) summary.tasks.push_back({humans.tasks[t], scanpaths[t], with_intervals(t + 1)});
  }
  summary.by_subject = FoundBySubject(outcomes);
  return summary;
}

// Leaves in both only the pairs that both have scanpaths (or maps) for.
void KeepCommonPairs(std::vector<Sums>& first, std::vector<Sums>& second) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool scanpaths = first[i].scanpaths > 0 && second[i].scanpaths > 0;
    for (const ScoreInfo& info : kScoreTable) {
      const bool both = first[i].count[info.slot] > 0 && second[i].count[info.slot] > 0;
      // A scanpath that a score of its own does not exist for (no ratio, since the target was not
      // found) is no gap of the row.
      const bool keep = info.of_scanpath ? scanpaths : both;
      for (Sums* sums : {&first[i], &second[i]}) {
        if (!keep) sums->sum[info.slot] = sums->count[info.slot] = 0;
      }
    }
    for (Sums* sums : {&first[i], &second[i]}) {
      if (scanpaths) continue;
      sums->scanpaths = 0;
      sums->tallies = {};
    }
  }
}

Difference Subtract(const Resampling& resampling, const Row& first, const Row& second) {
  std::vector<Sums> first_sums = SumsByPair(resampling.humans, first);
  std::vector<Sums> second_sums = SumsByPair(resampling.humans, second);
  KeepCommonPairs(first_sums, second_sums);
  const ScoreVector first_value = resampling.Scores(first_sums, false)[0];
  const ScoreVector second_value = resampling.Scores(second_sums, false)[0];
  const Draws first_draws = resampling.DrawScores(first_sums, false);
  const Draws second_draws = resampling.DrawScores(second_sums, false);
  Difference difference{first.name, second.name, {}};
  for (std::size_t score = 0; score < kScoreValues; ++score) {
    difference.scores.value[score] = first_value[score] - second_value[score];
  }
  SetIntervals(
      first_draws.size(),
      [&](std::size_t draw, std::size_t score) {
        return first_draws[draw][0][score] - second_draws[draw][0][score];
      },
      difference.scores);
  return difference;
}

}  // namespace

Evaluation Summarize(const HumanSet& humans, std::span<const Row> rows,
                     const BootstrapOptions& bootstrap) {
  const Resampling resampling(humans, bootstrap);
  Evaluation evaluation;
  for (const Row& row : rows) {
    const std::vector<Sums> sums = SumsByPair(humans, row);
    evaluation.rows.push_back(SummarizeRow(humans, row, resampling.Scores(sums, row.human),
                                           resampling.DrawScores(sums, row.human)));
  }
  for (std::size_t a = 0; a < rows.size(); ++a) {
    for (std::size_t b = a + 1; b < rows.size(); ++b) {
      if (rows[a].human || rows[b].human) continue;
      evaluation.differences.push_back(Subtract(resampling, rows[a], rows[b]));
    }
  }
  return evaluation;
}

}  // namespace saccade::metrics
