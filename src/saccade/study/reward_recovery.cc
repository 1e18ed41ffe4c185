#include "saccade/study/reward_recovery.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"

namespace saccade {
namespace {

std::vector<double> Ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    const double shared = (static_cast<double>(first) + static_cast<double>(end) - 1) / 2;
    for (; first < end; ++first) ranks[order[first]] = shared;
  }
  return ranks;
}

// What the searchers gain on average from each cell at the start of a search.
std::vector<double> TrueReward(const Search& search, std::span<const synth::Searcher> searchers) {
  const BeliefState start = BeliefState::Start(search.Beliefs());
  std::vector<double> reward(Grid::kCells);
  for (const synth::Searcher& searcher : searchers) {
    const auto own = synth::RewardOf(searcher, start, search.task, Grid::Center());
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      reward[cell] += own.target[cell] + own.context[cell];
    }
  }
  return reward;
}

}  // namespace

double RankCorrelation(std::span<const double> a, std::span<const double> b) {
  const std::vector<double> x = Ranks(a), y = Ranks(b);
  const double middle = (static_cast<double>(x.size()) - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - middle) * (y[i] - middle);
    xx += (x[i] - middle) * (x[i] - middle);
    yy += (y[i] - middle) * (y[i] - middle);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

RewardRecovery MeasureRewardRecovery(const ScanpathModel& model, std::span<const Search> searches,
                                     std::span<const synth::Searcher> searchers) {
  struct One {
    double correlation = 0;
    bool top = false;
  };
  std::vector<One> found(searches.size());
  const std::vector<Cell> start = {Grid::Center()};
  ParallelFor(searches.size(), [&](std::size_t i) {
    const std::vector<double> learned = model.RewardMap(searches[i], start);
    if (learned.empty()) {
      throw InputError(model.name() + " has learned no reward; give a model of saccade train irl");
    }
    const std::vector<double> truth = TrueReward(searches[i], searchers);
    found[i].correlation = RankCorrelation(learned, truth);
    const auto best = std::ranges::max_element(learned) - learned.begin();
    const double own = truth[static_cast<std::size_t>(best)];
    found[i].top =
        std::ranges::count_if(truth, [&](double t) { return t > own; }) < Grid::kCells / 20;
  });
  RewardRecovery result{.searches = searches.size()};
  for (const One& one : found) {
    result.rank_correlation += one.correlation;
    result.share_positive += one.correlation > 0;
    result.top_agreement += one.top;
  }
  const double count = std::max<double>(1, static_cast<double>(searches.size()));
  result.rank_correlation /= count;
  result.share_positive /= count;
  result.top_agreement /= count;
  return result;
}

}  // namespace saccade
