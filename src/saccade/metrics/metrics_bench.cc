#include <benchmark/benchmark.h>

#include "saccade/base/random.h"
#include "saccade/metrics/evaluation.h"
#include "saccade/metrics/mean_shift.h"
#include "saccade/metrics/recurrence.h"
#include "saccade/metrics/scanmatch.h"
#include "saccade/metrics/trajectory.h"

namespace saccade::metrics {
namespace {

// Searches of COCO-Search18's make: 326 pictures x 10 people, 3.7 fixations on average, up to 15,
// which start at the centre and end on the target.
std::vector<TrialInImage> Searches(int pictures) {
  std::vector<TrialInImage> trials;
  for (int picture = 0; picture < pictures; ++picture) {
    Random random(1, "searches", picture);
    const BoxInImage target{random.Uniform(0, 450), random.Uniform(0, 260), 50, 50};
    for (int subject = 1; subject <= 10; ++subject) {
      TrialInImage trial;
      trial.name = std::to_string(picture);
      trial.task = std::to_string(picture % 18);
      trial.subject = subject;
      trial.target = target;
      trial.scanpath.push_back({{256 + 8 * random.Normal(), 160 + 8 * random.Normal()}, 200});
      while (random.Uniform() < 0.63 && trial.scanpath.size() < 14) {
        trial.scanpath.push_back(
            {{random.Uniform(0, 512), random.Uniform(0, 320)}, random.Uniform(80, 400)});
      }
      trial.scanpath.push_back(
          {{target.x + random.Uniform(1, 49), target.y + random.Uniform(1, 49)}, 250});
      trials.push_back(std::move(trial));
    }
  }
  return trials;
}

std::vector<PreparedScanpath<Frame::kImage>> PreparedSearches() {
  std::vector<PreparedScanpath<Frame::kImage>> prepared;
  for (const TrialInImage& trial : Searches(20)) {
    prepared.push_back(Prepare<Frame::kImage>(trial.scanpath));
  }
  return prepared;
}

using Compare = MultiMatchScores(std::span<const Saccade>, std::span<const Saccade>, double);

void BenchMultiMatch(benchmark::State& state, Compare& compare) {
  const auto prepared = PreparedSearches();
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& a = prepared[i % prepared.size()];
    const auto& b = prepared[(i * 7 + 1) % prepared.size()];
    benchmark::DoNotOptimize(compare(a.saccades, b.saccades, 600));
    ++i;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BenchMultiMatch, fast, MultiMatchFast);
BENCHMARK_CAPTURE(BenchMultiMatch, plain, MultiMatchPlain);

void BenchMultiMatchWithPreparation(benchmark::State& state) {
  const auto trials = Searches(20);
  std::size_t i = 0;
  for (auto _ : state) {
    const std::span<const FixationInImage> a = trials[i % trials.size()].scanpath;
    const std::span<const FixationInImage> b = trials[(i * 7 + 1) % trials.size()].scanpath;
    benchmark::DoNotOptimize(MultiMatch(a, b));
    ++i;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BenchMultiMatchWithPreparation);

void BenchMeanShift(benchmark::State& state) {
  Random random(5);
  std::vector<PointInImage> points;
  for (int i = 0; i < state.range(0); ++i) {
    points.push_back({random.Uniform(0, 512), random.Uniform(0, 320)});
  }
  for (auto _ : state) benchmark::DoNotOptimize(MeanShift(points, 21.5));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BenchMeanShift)->Arg(15)->Arg(35)->Arg(100);

// Any score of two strings with durations, a pair an item.
template <typename Score>
void BenchStrings(benchmark::State& state, const Score& score) {
  std::vector<std::vector<int>> strings;
  for (const TrialInImage& trial : Searches(20)) {
    strings.push_back(BinStringWithDurations<Frame::kImage>(trial.scanpath));
  }
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        score(strings[i % strings.size()], strings[(i * 7 + 1) % strings.size()]));
    ++i;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BenchStrings, scanmatch, [](auto& a, auto& b) { return ScanMatch(a, b); });
BENCHMARK_CAPTURE(BenchStrings, edit, [](auto& a, auto& b) { return EditDistance(a, b); });

// Any score of two scanpaths, a pair an item.
template <typename Score>
void BenchPairs(benchmark::State& state, const Score& score) {
  std::vector<ScanpathInImage> paths;
  for (TrialInImage& trial : Searches(20)) paths.push_back(std::move(trial.scanpath));
  std::size_t i = 0;
  for (auto _ : state) {
    const std::span<const FixationInImage> a = paths[i % paths.size()];
    const std::span<const FixationInImage> b = paths[(i * 7 + 1) % paths.size()];
    benchmark::DoNotOptimize(score(a, b));
    ++i;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(BenchPairs, dtw, [](auto a, auto b) { return TimeWarping(a, b); });
BENCHMARK_CAPTURE(BenchPairs, frechet, [](auto a, auto b) { return FrechetDistance(a, b); });
BENCHMARK_CAPTURE(BenchPairs, tde, [](auto a, auto b) { return TimeDelayEmbedding(a, b, 3); });
BENCHMARK_CAPTURE(BenchPairs, stde, [](auto a, auto b) { return ScaledTimeDelayEmbedding(a, b); });
BENCHMARK_CAPTURE(BenchPairs, recurrence, [](auto a, auto b) { return CrossRecurrence(a, b); });

void BenchHumanRow(benchmark::State& state) {
  const auto trials = Searches(326 * static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const HumanSet humans = PrepareHumans(trials, ProtocolByName("paper"));
    benchmark::DoNotOptimize(Summarize(humans, std::vector{ScoreHumans(humans)}, {.draws = 0}));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trials.size()));
}
BENCHMARK(BenchHumanRow)
    ->Arg(1)
    ->Arg(2)
    ->Arg(4)
    ->Arg(8)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void BenchBootstrap(benchmark::State& state) {
  const HumanSet humans = PrepareHumans(Searches(326), ProtocolByName("paper"));
  const std::vector<Row> rows = {ScoreHumans(humans)};
  for (auto _ : state) benchmark::DoNotOptimize(Summarize(humans, rows, {.draws = 1000}));
}
BENCHMARK(BenchBootstrap)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace saccade::metrics
