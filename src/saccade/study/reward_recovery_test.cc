#include "saccade/study/reward_recovery.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/base/error.h"
#include "saccade/search/reward_fixture.h"

namespace saccade {
namespace {

using testing::FakeReward;

constexpr int kTask = 0;

// The target fills 8 x 8 cells, columns 2..9 and rows 2..9, beside the first fovea.
std::shared_ptr<const PictureBeliefs> TargetOf64Cells() {
  std::vector<float> dense(kBeliefChannels * Grid::kCells);
  for (int row = 2; row < 10; ++row) {
    for (int column = 2; column < 10; ++column) {
      dense[ChannelOfTask(kTask) * Grid::kCells + Grid::Index({column, row})] = 1;
    }
  }
  const BeliefLayer layer = SparseFromDense(dense);
  return std::make_shared<PictureBeliefs>(PictureBeliefs{"p.jpg", layer, layer});
}

Search SearchCalled(const std::string& name) {
  Search search;
  search.task = kTask;
  search.name = name;
  search.variants = {TargetOf64Cells()};
  return search;
}

// One likes the target only, the other also what is around it; ways and returns cost them.
const std::vector<synth::Searcher> kPeople = {
    {.target = 2, .context = 0, .cost = 5, .inhibition = 9},
    {.target = 1, .context = 3, .cost = 1, .inhibition = 4}};

std::vector<double> WorthOfPlaces(const Search& search, double sign) {
  const BeliefState start = BeliefState::Start(search.Beliefs());
  std::vector<double> worth(Grid::kCells);
  for (const synth::Searcher& person : kPeople) {
    const auto reward = synth::RewardOf(person, start, search.task, Grid::Center());
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      worth[cell] += sign * (reward.target[cell] + reward.context[cell]);
    }
  }
  return worth;
}

TEST(MeasureRewardRecovery, WhatPlacesAreWorthIsRecoveredWhateverTheWayCosts) {
  const std::vector<Search> searches = {SearchCalled("a"), SearchCalled("b")};
  const FakeReward same([](const Search& search) { return WorthOfPlaces(search, 1); });
  const RewardRecovery found = MeasureRewardRecovery(same, searches, kPeople);
  EXPECT_EQ(found.searches, 2u);
  EXPECT_DOUBLE_EQ(found.rank_correlation, 1);
  EXPECT_EQ(found.share_positive, 1);
  EXPECT_EQ(found.top_agreement, 1);
  const FakeReward opposite([](const Search& search) { return WorthOfPlaces(search, -1); });
  const RewardRecovery missed = MeasureRewardRecovery(opposite, searches, kPeople);
  EXPECT_DOUBLE_EQ(missed.rank_correlation, -1);
  EXPECT_EQ(missed.share_positive, 0);
  EXPECT_EQ(missed.top_agreement, 0);
}

TEST(MeasureRewardRecovery, TheTopIsTheBestTwentiethOfTheCells) {
  // A person who likes the target only: 36 cells inside it are worth 1, which is more than 5% of
  // 640, but equal; its 24 edges are worth 1/2 + 1/2 x 12/16 = .875: 36 cells are better.
  const std::vector<synth::Searcher> person = {{.target = 1}};
  const FakeReward one_cell([](const Search& search) {
    std::vector<double> reward(Grid::kCells);
    reward[Grid::Index(search.name == "inside" ? Cell{8, 8} : Cell{5, 2})] = 1;
    return reward;
  });
  const std::vector<Search> searches = {SearchCalled("inside"), SearchCalled("edge")};
  EXPECT_EQ(MeasureRewardRecovery(one_cell, searches, person).top_agreement, 0.5);
}

TEST(MeasureRewardRecovery, AModelWithoutARewardIsRefused) {
  const FakeReward none([](const Search&) { return std::vector<double>(); });
  const std::vector<Search> searches = {SearchCalled("a")};
  EXPECT_THROW(MeasureRewardRecovery(none, searches, kPeople), InputError);
}

TEST(RankCorrelation, IsOneForTheSameOrderAndMinusOneForTheReverse) {
  const std::vector<double> a = {1, 2, 3, 10}, b = {0, 5, 6, 7}, c = {4, 3, 2, 1};
  EXPECT_DOUBLE_EQ(RankCorrelation(a, b), 1);
  EXPECT_DOUBLE_EQ(RankCorrelation(a, c), -1);
}

TEST(RankCorrelation, TiesShareTheirMeanRank) {
  // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3: 4.5 / sqrt(4.5 * 5).
  const std::vector<double> a = {1, 2, 2, 3}, b = {1, 2, 3, 4};
  EXPECT_NEAR(RankCorrelation(a, b), 4.5 / std::sqrt(22.5), 1e-12);
}

// 0.1 + 0.2 is not 0.3 in binary, and no difference in worth.
TEST(RankCorrelation, RoundingErrorsAreTies) {
  const std::vector<double> a = {0, .1 + .2, .3, 1}, b = {0, 1, 1, 2};
  EXPECT_DOUBLE_EQ(RankCorrelation(a, b), 1);
}

// Three equal cells of four share rank 1: deviations -.5, -.5, -.5, 1.5 against -1.5, -.5, .5, 1.5,
// so sqrt(3 / 5).
TEST(HighestRankCorrelation, IsWhatAnyOrderThatRespectsTheTruthReaches) {
  const std::vector<double> truth = {4, 4, 4, 9}, learned = {3, 1, 2, 5};
  EXPECT_NEAR(HighestRankCorrelation(truth), std::sqrt(3 / 5.0), 1e-12);
  EXPECT_NEAR(RankCorrelation(learned, truth), std::sqrt(3 / 5.0), 1e-12);
  EXPECT_DOUBLE_EQ(HighestRankCorrelation(learned), 1);
  EXPECT_EQ(HighestRankCorrelation(std::vector<double>(4, 7.0)), 0);
}

TEST(PairAgreement, CountsOnlyCellsOfDifferentWorth) {
  const std::vector<double> truth = {4, 4, 9, 9};
  // Of the four pairs: right, right, a tie, wrong.
  EXPECT_DOUBLE_EQ(PairAgreement(std::vector<double>{1, 2, 3, 1}, truth), (1 + 1 + .5 + 0) / 4);
  EXPECT_EQ(PairAgreement(std::vector<double>{1, 2, 3, 1}, std::vector<double>(4, 1.0)), .5);
}

TEST(RankCorrelation, AConstantMapHasNoOrder) {
  const std::vector<double> a = {1, 1, 1}, b = {1, 2, 3};
  EXPECT_EQ(RankCorrelation(a, b), 0);
}

}  // namespace
}  // namespace saccade
