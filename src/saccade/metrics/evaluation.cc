#include "saccade/metrics/evaluation.h"

#include <algorithm>
#include <iterator>

#include "saccade/base/parallel.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/metrics/row_sums.h"

namespace saccade::metrics {
namespace {

TallyGroups GroupsOf(const ScoreInfo& info, const std::vector<const TallyVector*>& groups) {
  TallyGroups numbers;
  for (const TallyVector* group : groups) {
    numbers.push_back(std::span(*group).subspan(info.tally_slot, info.tally->size));
  }
  return numbers;
}

// Scores of groups of scanpaths: those of the row from the groups' tallies, the means over all.
// `distances` may be null.
ScoreVector ScoresOf(std::span<const Sums> groups, std::span<const TallyVector> human_groups,
                     const ValueDistances* distances, const Protocol& protocol, bool human) {
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
    if (!protocol.Wants(info.family)) continue;
    if (info.of_distances) {
      if (distances != nullptr) scores[info.slot] = info.of_distances(*distances);
    } else if (info.of_row == nullptr) {
      if (all.count[info.slot] > 0) scores[info.slot] = all.sum[info.slot] / all.count[info.slot];
    } else if (!(human && info.Needs(kNeedsPeople))) {
      const TallyGroups row = GroupsOf(info, with_scanpaths);
      // A tally of zeros: no scanpath had what it counts (the target's box, say).
      const auto counts = [](std::span<const double> numbers) {
        return std::ranges::any_of(numbers, [](double number) { return number != 0; });
      };
      if (std::ranges::none_of(row, counts)) continue;
      info.of_row(row, GroupsOf(info, of_people),
                  std::span(scores).subspan(info.slot, info.values));
    }
  }
  return scores;
}

using Draws = std::vector<std::vector<ScoreVector>>;  // [draw][0: all, 1..: tasks]

// What every row is summed up with.
struct Resampling {
  const HumanSet& humans;
  People people;
  HumanTallies human_tallies;
  std::vector<std::vector<OneComparison>> among_people;  // by pair, where distributions are wanted
  std::vector<int> task_of_pair;
  std::vector<std::size_t> picture_of_pair;
  DrawWeights once;
  std::vector<DrawWeights> draws;

  Resampling(const HumanSet& set, const BootstrapOptions& bootstrap)
      : humans(set),
        people(PeopleOf(set)),
        human_tallies(TalliesOfPeople(set)),
        among_people(set.pairs.size()),
        picture_of_pair(PictureOfPair(set)),
        once(Once(set)),
        draws(DrawsOf(set, people, bootstrap)) {
    for (const HumanPair& pair : set.pairs) task_of_pair.push_back(set.TaskOf(pair));
    if (!set.protocol.Wants(kDistribution)) return;
    ParallelFor(set.pairs.size(), [&](std::size_t i) {
      among_people[i] = ComparisonsAmongPeople(set, set.pairs[i]);
    });
  }
};

// A row that is summed up again and again. With masks only over the pairs that they leave.
class SummedRow {
 public:
  SummedRow(const Resampling& resampling, const Row& row)
      : resampling_(resampling),
        row_(row),
        sums_(resampling.humans, row, resampling.people),
        spread_(row.by_pair, resampling.among_people, resampling.people.of_trial) {}

  const Row& row() const { return row_; }
  const std::vector<Sums>& Once() const { return sums_.Once(); }

  std::vector<ScoreVector> Scores(const std::vector<PairMask>* masks = nullptr) const {
    return ScoresOf(resampling_.once, masks);
  }
  Draws DrawScores(const std::vector<PairMask>* masks = nullptr) const {
    Draws draws(resampling_.draws.size());
    ParallelFor(draws.size(),
                [&](std::size_t draw) { draws[draw] = ScoresOf(resampling_.draws[draw], masks); });
    return draws;
  }

 private:
  // Scores over all tasks, then of each task.
  std::vector<ScoreVector> ScoresOf(const DrawWeights& weights,
                                    const std::vector<PairMask>* masks) const {
    const HumanSet& humans = resampling_.humans;
    std::vector<Sums> weighted;  // when the row's own sums will not do
    if (!weights.people.empty() || masks != nullptr) {
      weighted = sums_.Weighted(weights.people);
      if (masks != nullptr) Keep(*masks, weighted);
    }
    const std::vector<Sums>& pairs = weighted.empty() ? sums_.Once() : weighted;
    std::vector<Sums> tasks(humans.tasks.size());
    std::vector<TallyVector> human_tasks(humans.tasks.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (weights.pairs[i] == 0) continue;
      const int task = resampling_.task_of_pair[i];
      tasks[task].Add(pairs[i], weights.pairs[i]);
      // Like with like: people's tallies over the pairs that the row has.
      if (pairs[i].scanpaths > 0) AddPeople(i, weights, human_tasks[task]);
    }
    const std::vector<ValueDistances> distances = Distances(weights, masks);
    const auto of_group = [&](std::size_t group) {
      return distances.empty() ? nullptr : &distances[group];
    };
    std::vector<ScoreVector> scores = {
        metrics::ScoresOf(tasks, human_tasks, of_group(tasks.size()), humans.protocol, row_.human)};
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      scores.push_back(metrics::ScoresOf({&tasks[t], 1}, {&human_tasks[t], 1}, of_group(t),
                                         humans.protocol, row_.human));
    }
    return scores;
  }

  void AddPeople(std::size_t pair, const DrawWeights& weights, TallyVector& task) const {
    for (std::size_t t = 0; t < resampling_.human_tallies[pair].size(); ++t) {
      double weight = weights.pairs[pair];
      if (!weights.people.empty()) {
        weight *= weights.people[resampling_.people.of_trial[pair][t]];
      }
      for (std::size_t n = 0; n < kTallyNumbers; ++n) {
        task[n] += weight * resampling_.human_tallies[pair][t][n];
      }
    }
  }

  std::vector<ValueDistances> Distances(const DrawWeights& weights,
                                        const std::vector<PairMask>* masks) const {
    if (spread_.empty()) return {};
    DrawWeights kept = weights;
    for (std::size_t i = 0; masks != nullptr && i < masks->size(); ++i) {
      if (!(*masks)[i].scanpaths) kept.pairs[i] = 0;
    }
    return spread_.Distances(kept, resampling_.task_of_pair, resampling_.humans.tasks.size());
  }

  const Resampling& resampling_;
  const Row& row_;
  RowSums sums_;
  ComparisonSpread spread_;
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
    if (humans.pairs[scanpath.pair].target && scanpath.subject.known()) {
      outcomes.push_back({task, scanpath.subject, scanpath.first_on_target});
    }
  }
  for (std::size_t t = 0; t < humans.tasks.size(); ++t) {
    const bool any = std::any_of(values[t + 1].begin(), values[t + 1].end(), IsPresent);
    if (any) summary.tasks.push_back({humans.tasks[t], scanpaths[t], with_intervals(t + 1)});
  }
  summary.by_subject = FoundBySubject(outcomes);
  return summary;
}

// The means of each picture's pairs, NaN where it has none.
std::vector<double> ByPicture(const std::vector<Sums>& pairs, std::size_t score,
                              const std::vector<std::size_t>& picture_of_pair) {
  std::vector<double> sum(pairs.size(), 0), count(pairs.size(), 0);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    sum[picture_of_pair[i]] += pairs[i].sum[score];
    count[picture_of_pair[i]] += pairs[i].count[score];
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = count[i] > 0 ? sum[i] / count[i] : kAbsent;
  return sum;
}

void TestPictures(const Resampling& resampling, const std::vector<Sums>& first,
                  const std::vector<Sums>& second, Difference& difference) {
  ParallelFor(kScoreTable.size(), [&](std::size_t k) {
    const ScoreInfo& info = kScoreTable[k];
    // Counts of a share of bits can be negative: no mean of a picture.
    if (info.of_row || info.of_distances || info.key == "explained_share") return;
    const auto a = ByPicture(first, info.slot, resampling.picture_of_pair);
    const auto b = ByPicture(second, info.slot, resampling.picture_of_pair);
    std::vector<double> differences;
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!IsPresent(a[i]) || !IsPresent(b[i])) continue;
      differences.push_back(a[i] - b[i]);
      largest = std::max(largest, std::abs(differences.back()));
    }
    if (differences.size() < 2) return;
    // In steps of a hundredth of the largest: exact enough, and a tenth of the work.
    difference.p[info.slot] = SignFlipP(differences, largest / 100);
    difference.effect[info.slot] = EffectSize(differences);
  });
}

// Holm's correction over all tests of all differences.
void Correct(std::vector<Difference>& differences) {
  std::vector<double> p;
  for (const Difference& difference : differences) {
    std::ranges::copy_if(difference.p, std::back_inserter(p), IsPresent);
  }
  const std::vector<double> adjusted = HolmAdjusted(p);
  std::size_t next = 0;
  for (Difference& difference : differences) {
    for (std::size_t i = 0; i < kScoreValues; ++i) {
      if (IsPresent(difference.p[i])) difference.p_holm[i] = adjusted[next++];
    }
  }
}

// Scores over all tasks: once, and of each draw.
struct DrawnScores {
  ScoreVector value{};
  std::vector<ScoreVector> draws{};
};

DrawnScores OverAllTasks(const std::vector<ScoreVector>& values, const Draws& draws) {
  DrawnScores scores{values[0]};
  for (const auto& draw : draws) scores.draws.push_back(draw[0]);
  return scores;
}

bool LeavesAll(const std::vector<PairMask>& masks, const std::vector<Sums>& sums) {
  for (std::size_t i = 0; i < masks.size(); ++i) {
    if (!masks[i].scanpaths && sums[i].scanpaths > 0) return false;
    for (const ScoreInfo& info : kScoreTable) {
      if (!masks[i].scores[info.slot] && sums[i].count[info.slot] != 0) return false;
    }
  }
  return true;
}

struct DrawnRow {
  SummedRow row;
  DrawnScores scores;

  // Over the pairs that the masks leave; computed anew only where some pair is left out.
  DrawnScores Over(const std::vector<PairMask>& masks) const {
    if (LeavesAll(masks, row.Once())) return scores;
    return OverAllTasks(row.Scores(&masks), row.DrawScores(&masks));
  }
};

Difference Subtract(const Resampling& resampling, const DrawnRow& first_row,
                    const DrawnRow& second_row) {
  const auto masks = CommonPairs(first_row.row.Once(), second_row.row.Once());
  const DrawnScores first = first_row.Over(masks), second = second_row.Over(masks);
  Difference difference{first_row.row.row().name, second_row.row.row().name, {}};
  for (std::size_t score = 0; score < kScoreValues; ++score) {
    difference.scores.value[score] = first.value[score] - second.value[score];
  }
  SetIntervals(
      first.draws.size(),
      [&](std::size_t draw, std::size_t score) {
        return first.draws[draw][score] - second.draws[draw][score];
      },
      difference.scores);
  std::vector<Sums> first_sums = first_row.row.Once(), second_sums = second_row.row.Once();
  Keep(masks, first_sums);
  Keep(masks, second_sums);
  TestPictures(resampling, first_sums, second_sums, difference);
  return difference;
}

}  // namespace

Evaluation Summarize(const HumanSet& humans, std::span<const Row> rows,
                     const BootstrapOptions& bootstrap) {
  const Resampling resampling(humans, bootstrap);
  Evaluation evaluation;
  std::vector<DrawnRow> drawn;
  for (const Row& row : rows) {
    SummedRow summed(resampling, row);
    const std::vector<ScoreVector> values = summed.Scores();
    const Draws draws = summed.DrawScores();
    evaluation.rows.push_back(SummarizeRow(humans, row, values, draws));
    if (!row.human) drawn.push_back({std::move(summed), OverAllTasks(values, draws)});
  }
  for (std::size_t a = 0; a < drawn.size(); ++a) {
    for (std::size_t b = a + 1; b < drawn.size(); ++b) {
      evaluation.differences.push_back(Subtract(resampling, drawn[a], drawn[b]));
    }
  }
  Correct(evaluation.differences);
  return evaluation;
}

}  // namespace saccade::metrics
