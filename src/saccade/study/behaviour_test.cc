#include "saccade/study/behaviour.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "saccade/study/searcher_fixture.h"

namespace saccade {
namespace {

TrialInImage Trial(std::vector<PointInImage> points, BoxInImage target) {
  TrialInImage trial;
  trial.task = "cup";
  trial.target = target;
  for (const PointInImage& p : points) trial.scanpath.push_back({p, 200});
  return trial;
}

// Right by 30, then up by 48: onto the target.
TEST(BehaviourOf, CountsSaccadesFromTheStartOn) {
  const auto behaviour =
      BehaviourOf(std::vector{Trial({{256, 160}, {286, 160}, {286, 112}}, {280, 100, 20, 20})});
  EXPECT_THAT(behaviour.amplitudes, ::testing::ElementsAre(30, 48));
  EXPECT_EQ(behaviour.directions[0], .5);                   // right
  EXPECT_EQ(behaviour.directions[kDirectionBins / 4], .5);  // up
  EXPECT_EQ(behaviour.fixations_to_target, 3);
  EXPECT_EQ(behaviour.found, 1);
  // 34 right and 50 up to the target's centre: 30 x 34 of 3,656, .279 of the way. Three fixations.
  EXPECT_EQ(behaviour.first_gains[6], 1);  // .25 to .375
  EXPECT_EQ(behaviour.lengths[2], 1);
  // The start is nobody's choice and counts in no density.
  EXPECT_EQ(behaviour.density[Grid::Index({17, 10})], .5);
  EXPECT_EQ(behaviour.density[Grid::Index({17, 7})], .5);
  const auto shares = AmplitudeShares(behaviour);
  EXPECT_EQ(shares[1], .5);  // 24 to 48
  EXPECT_EQ(shares[2], .5);
}

TEST(BehaviourOf, LeftAndDownAreThemselves) {
  const auto behaviour =
      BehaviourOf(std::vector{Trial({{256, 160}, {200, 160}, {200, 200}}, {0, 0, 5, 5})});
  EXPECT_EQ(behaviour.directions[kDirectionBins / 2], .5);
  EXPECT_EQ(behaviour.directions[3 * kDirectionBins / 4], .5);
  EXPECT_EQ(behaviour.found, 0);
}

// Beyond the ends: a first saccade straight away from the target, one far past it, a long search.
TEST(BehaviourOf, TheOutermostBinsAreOpen) {
  const BoxInImage right{300, 155, 10, 10};
  std::vector<PointInImage> path(12, PointInImage{10, 160});
  path[0] = {256, 160};
  const auto behaviour =
      BehaviourOf(std::vector{Trial(path, right), Trial({{256, 160}, {500, 160}}, right)});
  EXPECT_EQ(behaviour.first_gains.front(), .5);
  EXPECT_EQ(behaviour.first_gains.back(), .5);
  EXPECT_EQ(behaviour.lengths.back(), .5);
  EXPECT_EQ(behaviour.lengths[1], .5);
}

TEST(BehaviourOf, NothingIsNothing) {
  const auto behaviour = BehaviourOf({});
  EXPECT_EQ(behaviour.found, 0);
  EXPECT_EQ(std::accumulate(behaviour.density.begin(), behaviour.density.end(), 0.0), 0);
}

TEST(TotalVariation, IsHalfTheDifferences) {
  EXPECT_DOUBLE_EQ(TotalVariation(std::vector<double>{.5, .5}, std::vector<double>{1, 0}), .5);
}

TEST(Smoothed, KeepsTheSumAndThePlace) {
  std::vector<double> density(Grid::kCells);
  density[Grid::Index({10, 10})] = 1;
  const auto smooth = Smoothed(density);
  EXPECT_NEAR(std::accumulate(smooth.begin(), smooth.end(), 0.0), 1, 1e-12);
  EXPECT_EQ(std::ranges::max_element(smooth) - smooth.begin(), Grid::Index({10, 10}));
}

// What the simulated searchers were built with: a dear saccade is a short one.
TEST(BehaviourOf, FindsTheSaccadeCostOfTheSimulatedSearchers) {
  const auto searches = testing::EmbeddedSearches("cup", 12).searches;
  const auto mean_amplitude = [&](double cost) {
    const testing::SimulatedSearcher searcher(
        {.target = 6, .context = 6, .cost = cost, .inhibition = 8});
    const auto amplitudes =
        BehaviourOf(searcher.Predict(searches, {.samples = 4, .until_target = true})).amplitudes;
    return std::accumulate(amplitudes.begin(), amplitudes.end(), 0.0) /
           static_cast<double>(amplitudes.size());
  };
  EXPECT_GT(mean_amplitude(0), 1.3 * mean_amplitude(6));
}

}  // namespace
}  // namespace saccade
