#include "saccade/study/reward_recovery.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"

namespace saccade {
namespace {

// Cells that are worth the same are so up to the order in which sums were added.
std::vector<double> WithoutRounding(std::span<const double> values) {
  const auto [low, high] = std::ranges::minmax(values);
  std::vector<double> whole(values.begin(), values.end());
  if (high > low) {
    for (double& value : whole) value = std::round((value - low) / (high - low) * 1e9);
  }
  return whole;
}

std::vector<double> Ranks(std::span<const double> exact) {
  const std::vector<double> values = WithoutRounding(exact);
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

}  // namespace

std::vector<double> MeanTrueReward(const Search& search,
                                   std::span<const synth::Searcher> searchers) {
  const BeliefState start = BeliefState::Start(search.Beliefs());
  std::vector<double> reward(Grid::kCells);
  for (const synth::Searcher& searcher : searchers) {
    const auto own = synth::RewardOf(searcher, start, search.task, Grid::Center());
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      reward[cell] +=
          (own.target[cell] + own.context[cell]) / static_cast<double>(searchers.size());
    }
  }
  return reward;
}

double HighestRankCorrelation(std::span<const double> truth) {
  std::vector<double> ranks = Ranks(truth);
  std::ranges::sort(ranks);
  // Of the ranks themselves, and of any order of the cells without ties.
  const double middle = (static_cast<double>(ranks.size()) - 1) / 2;
  double tied = 0, free = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    tied += (ranks[i] - middle) * (ranks[i] - middle);
    free += (static_cast<double>(i) - middle) * (static_cast<double>(i) - middle);
  }
  return free > 0 ? std::sqrt(tied / free) : 0;
}

double PairAgreement(std::span<const double> learned, std::span<const double> truth) {
  const std::vector<double> ours = WithoutRounding(learned), theirs = WithoutRounding(truth);
  double alike = 0, pairs = 0;
  for (std::size_t i = 0; i < theirs.size(); ++i) {
    for (std::size_t k = 0; k < theirs.size(); ++k) {
      if (theirs[i] <= theirs[k]) continue;
      ++pairs;
      alike += ours[i] > ours[k] ? 1 : ours[i] == ours[k] ? .5 : 0;
    }
  }
  return pairs > 0 ? alike / pairs : .5;
}

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
    double ceiling = 0;
    double pairs = 0;
    bool top = false;
  };
  std::vector<One> found(searches.size());
  const std::vector<Cell> start = {Grid::Center()};
  ParallelFor(searches.size(), [&](std::size_t i) {
    const std::vector<double> learned = model.RewardMap(searches[i], start);
    if (learned.empty()) {
      throw InputError(model.name() + " has learned no reward; give a model of saccade train irl");
    }
    const std::vector<double> truth = MeanTrueReward(searches[i], searchers);
    found[i].correlation = RankCorrelation(learned, truth);
    found[i].ceiling = HighestRankCorrelation(truth);
    found[i].pairs = PairAgreement(learned, truth);
    const auto best = std::ranges::max_element(learned) - learned.begin();
    const double own = truth[static_cast<std::size_t>(best)];
    found[i].top =
        std::ranges::count_if(truth, [&](double t) { return t > own; }) < Grid::kCells / 20;
  });
  RewardRecovery result{.searches = searches.size()};
  for (const One& one : found) {
    result.rank_correlation += one.correlation;
    result.rank_ceiling += one.ceiling;
    result.pair_agreement += one.pairs;
    result.share_positive += one.correlation > 0;
    result.top_agreement += one.top;
  }
  const double count = std::max<double>(1, static_cast<double>(searches.size()));
  result.rank_correlation /= count;
  result.rank_ceiling /= count;
  result.pair_agreement /= count;
  result.share_positive /= count;
  result.top_agreement /= count;
  return result;
}

}  // namespace saccade
