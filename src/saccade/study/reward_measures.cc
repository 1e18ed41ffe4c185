#include "saccade/study/reward_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/beliefs/belief_state.h"
#include "saccade/metrics/conditional.h"

namespace saccade {
namespace {

// What one pair adds.
struct PairMeasures {
  std::size_t fixations = 0, scanpaths = 0;
  double map_auc = 0, policy_auc = 0, map_bits = 0, policy_bits = 0;  // sums over scanpaths
  bool seen = false, top5 = false, top1 = false;
  double range = 0;
};

double ShareBelow(std::span<const double> map, std::size_t cell) {
  double below = 0;
  for (const double value : map) below += value < map[cell] ? 1 : value == map[cell] ? 0.5 : 0;
  return (below - 0.5) / static_cast<double>(map.size() - 1);  // the cell's own tie is none
}

double BitsOverUniform(double log_probability) {
  return log_probability / std::log(2.0) + std::log2(Grid::kCells);
}

double LogSum(std::span<const double> map) {
  const double most = std::ranges::max(map);
  double sum = 0;
  for (const double value : map) sum += std::exp(value - most);
  return most + std::log(sum);
}

// Where the target's box holds the target's channel, before anything was looked at but the start.
CellSet SeenTargetCells(const Search& search, const BoxInImage& target) {
  const BeliefState start = BeliefState::Start(search.Beliefs());
  CellSet seen;
  CellsOverlapping(target).ForEach([&](int cell) {
    start.ForEach(cell, [&](int channel, float value) {
      if (channel == ChannelOfTask(search.task) && value > 0) seen.Insert(cell);
    });
  });
  return seen;
}

// The initial map.
PairMeasures MeasureStart(const ScanpathModel& model, const Search& search) {
  PairMeasures found;
  const std::vector<Cell> start = {Grid::Center()};
  const std::vector<double> initial = model.RewardMap(search, start);
  if (initial.empty()) {
    throw InputError(model.name() + " has learned no reward; give a model of saccade train irl");
  }
  const auto [least, most] = std::ranges::minmax(initial);
  found.range = most - least;
  const CellSet seen = search.target ? SeenTargetCells(search, *search.target) : CellSet();
  if (seen.empty()) return found;
  double best = least;
  seen.ForEach([&](int cell) { best = std::max(best, initial[static_cast<std::size_t>(cell)]); });
  const auto above = std::ranges::count_if(initial, [&](double r) { return r > best; });
  found.seen = true;
  found.top5 = above < Grid::kCells / 20;
  found.top1 = above < Grid::kCells / 100;
  return found;
}

// People's fixations, step by step.
void MeasurePeople(const ScanpathModel& model, const Search& search, const metrics::HumanPair& pair,
                   PairMeasures& found) {
  for (const metrics::ScoredScanpath& trial : pair.trials) {
    PairMeasures own;
    for (const metrics::NextFixation& next : metrics::NextFixations(trial.scanpath)) {
      const auto cell = static_cast<std::size_t>(Grid::Index(*Grid::CellOf(next.point)));
      const std::vector<double> reward = model.RewardMap(search, next.past);
      const std::vector<double> policy = model.NextFixation(search, next.past);
      own.map_auc += ShareBelow(reward, cell);
      own.policy_auc += ShareBelow(policy, cell);
      own.map_bits += BitsOverUniform(reward[cell] - LogSum(reward));
      own.policy_bits += BitsOverUniform(std::log(std::max(policy[cell], 1e-30)));
      ++own.fixations;
    }
    if (own.fixations == 0) continue;
    const double share = 1 / static_cast<double>(own.fixations);
    found.fixations += own.fixations;
    ++found.scanpaths;
    found.map_auc += share * own.map_auc;
    found.policy_auc += share * own.policy_auc;
    found.map_bits += share * own.map_bits;
    found.policy_bits += share * own.policy_bits;
  }
}

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

RewardMeasures MeasureReward(const ScanpathModel& model, std::span<const Search> searches,
                             const metrics::HumanSet& humans) {
  std::vector<PairMeasures> pairs(searches.size());
  std::atomic<std::size_t> searched = 0;
  ParallelFor(pairs.size(), [&](std::size_t i) {
    const Search& search = searches[i];
    pairs[i] = MeasureStart(model, search);
    const auto human = humans.Find(kTaskNames[search.task], search.name);
    if (!human) return;
    ++searched;
    MeasurePeople(model, search, humans.pairs[*human], pairs[i]);
  });
  if (searched != humans.pairs.size()) {
    throw InputError(fmt::format("there are no beliefs for {} of the {} pairs that people searched",
                                 humans.pairs.size() - searched, humans.pairs.size()));
  }

  RewardMeasures result{.pairs = pairs.size()};
  double scanpaths = 0;
  std::vector<double> ranges;
  for (const PairMeasures& pair : pairs) {
    scanpaths += static_cast<double>(pair.scanpaths);
    result.fixations += pair.fixations;
    result.map_auc += pair.map_auc;
    result.policy_auc += pair.policy_auc;
    result.map_bits += pair.map_bits;
    result.policy_bits += pair.policy_bits;
    result.seen_pairs += pair.seen;
    result.target_in_top5 += pair.top5;
    result.target_in_top1 += pair.top1;
    ranges.push_back(pair.range);
  }
  for (double* sum : {&result.map_auc, &result.policy_auc, &result.map_bits, &result.policy_bits}) {
    *sum /= std::max(1.0, scanpaths);
  }
  const double seen = std::max<double>(1, static_cast<double>(result.seen_pairs));
  result.target_in_top5 /= seen;
  result.target_in_top1 /= seen;
  result.range_nats = Median(std::move(ranges));
  return result;
}

}  // namespace saccade
