#include "saccade/study/reward_recovery.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saccade {
namespace {

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

TEST(RankCorrelation, AConstantMapHasNoOrder) {
  const std::vector<double> a = {1, 1, 1}, b = {1, 2, 3};
  EXPECT_EQ(RankCorrelation(a, b), 0);
}

}  // namespace
}  // namespace saccade
