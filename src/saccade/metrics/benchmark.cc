#include "saccade/metrics/benchmark.h"

#include <fmt/format.h>

#include <functional>

#include "saccade/base/stopwatch.h"
#include "saccade/metrics/evaluation.h"
#include "saccade/metrics/scanmatch.h"

namespace saccade::metrics {
namespace {

double HumanRowSeconds(std::span<const TrialInImage> trials) {
  return SecondsOf([&] {
    const HumanSet humans = PrepareHumans(trials, ProtocolByName("paper"));
    Summarize(humans, std::vector{ScoreHumans(humans)}, {.draws = 0});
  });
}

// Calls compare(scored, other) for every comparison of the human row; returns their number.
template <typename Compare>
std::size_t ForEachComparison(const HumanSet& humans, const Compare& compare) {
  std::size_t comparisons = 0;
  for (const HumanPair& pair : humans.pairs) {
    for (const ScoredScanpath& scored : pair.trials) {
      for (const ScoredScanpath& other : pair.trials) {
        if (&other == &scored || IsSamePerson(other.subject, scored.subject)) continue;
        compare(scored, other);
        ++comparisons;
      }
    }
  }
  return comparisons;
}

// A place that the compiler must believe to be read, so that no measured work is left out.
volatile double sink = 0;

template <typename Score>
std::function<void()> OverComparisons(const HumanSet& humans, const Score& score) {
  return [&humans, score] {
    double sum = 0;
    ForEachComparison(
        humans, [&](const ScoredScanpath& a, const ScoredScanpath& b) { sum += score(a, b); });
    sink = sum;
  };
}

double MultiMatchPairsPerSecond(const HumanSet& humans) {
  constexpr double kLongEnough = 0.3;
  std::size_t pairs = 0;
  double seconds = 0;
  while (seconds < kLongEnough) {
    std::size_t round = 0;
    seconds += SecondsOf([&] {
      double sum = 0;
      round = ForEachComparison(humans, [&](const ScoredScanpath& a, const ScoredScanpath& b) {
        if (const auto scores = MultiMatch(a.saccades, b.saccades)) sum += scores->shape;
      });
      sink = sum;
    });
    if (round == 0) return 0;  // no pair with two subjects
    pairs += round;
  }
  return static_cast<double>(pairs) / seconds;
}

std::vector<MetricTime> TimePerMetric(const HumanSet& humans) {
  using Scored = ScoredScanpath;
  const std::vector<std::pair<std::string, std::function<void()>>> metrics = {
      {"clusters",
       [&] {
         for (const HumanPair& pair : humans.pairs) {
           std::vector<ScanpathInImage> scanpaths;
           for (const Scored& trial : pair.trials) scanpaths.push_back(trial.scanpath);
           sink = FindClusters(scanpaths, humans.protocol.clusters).bandwidth;
         }
       }},
      {"sequence_score", OverComparisons(humans,
                                         [](const Scored& a, const Scored& b) {
                                           return SequenceSimilarity(a.clusters, b.clusters);
                                         })},
      {"fixation_edit_distance", OverComparisons(humans,
                                                 [](const Scored& a, const Scored& b) {
                                                   return EditDistance(a.clusters, b.clusters);
                                                 })},
      {"multimatch", OverComparisons(humans,
                                     [](const Scored& a, const Scored& b) {
                                       const auto scores = MultiMatch(a.saccades, b.saccades);
                                       return scores ? scores->shape : 0;
                                     })},
      {"scanmatch", OverComparisons(humans,
                                    [](const Scored& a, const Scored& b) {
                                      return ScanMatch(a.bins, b.bins).value_or(0);
                                    })},
      {"scanmatch_duration",
       OverComparisons(humans,
                       [](const Scored& a, const Scored& b) {
                         return ScanMatch(a.bins_with_durations, b.bins_with_durations).value_or(0);
                       })},
      {"edit_distance",
       OverComparisons(
           humans, [](const Scored& a, const Scored& b) { return EditDistance(a.bins, b.bins); })},
      {"efficiency", [&] {
         for (const HumanPair& pair : humans.pairs) {
           for (const Scored& trial : pair.trials) {
             sink = ScanpathRatio(trial.scanpath, *trial.target).value_or(0);
           }
         }
       }}};
  std::vector<MetricTime> times;
  double sum = 0;
  for (const auto& [name, work] : metrics) {
    times.push_back({name, SecondsOf(work), 0});
    sum += times.back().seconds;
  }
  for (MetricTime& time : times) time.fraction = time.seconds / sum;
  return times;
}

}  // namespace

MetricBenchmark MeasureMetrics(std::span<const TrialInImage> trials) {
  const HumanSet humans = PrepareHumans(trials, ProtocolByName("paper"));
  MetricBenchmark benchmark;
  benchmark.multimatch_pairs_per_second = MultiMatchPairsPerSecond(humans);
  benchmark.times = TimePerMetric(humans);
  std::vector<TrialInImage> copies;
  int copied = 0;
  for (const int factor : {1, 2, 4, 8}) {
    // A copy is another picture, so the work grows with the trials and not with their square.
    for (; copied < factor; ++copied) {
      for (const TrialInImage& trial : trials) {
        copies.push_back(trial);
        copies.back().name = fmt::format("{}-{}", copied, trial.name);
      }
    }
    benchmark.scale.push_back({factor, copies.size(), HumanRowSeconds(copies)});
  }
  benchmark.human_row_seconds = benchmark.scale.front().human_row_seconds;
  return benchmark;
}

}  // namespace saccade::metrics
