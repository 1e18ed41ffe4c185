#include "saccade/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>

namespace saccade {
namespace {

TEST(Random, SplitMix64GivesThePublishedSequence) {
  // First outputs of splitmix64.c (Vigna) for seed 1234567.
  EXPECT_EQ(SplitMix64(1234567), 6457827717110365317ull);
  EXPECT_EQ(SplitMix64(1234567 + 0x9E3779B97F4A7C15ull), 3203168211198807973ull);
}

TEST(Random, PurposesAndItemsAreIndependent) {
  std::set<std::uint64_t> first;
  first.insert(Random(1, "a", 0)());
  first.insert(Random(1, "a", 1)());
  first.insert(Random(1, "b", 0)());
  first.insert(Random(2, "a", 0)());
  EXPECT_EQ(first.size(), 4u);
  EXPECT_EQ(Random(1, "a", 1)(), Random(1, "a", 1)());
}

TEST(Random, BelowStaysBelowAndReachesEverything) {
  Random random(3);
  std::array<int, 7> seen{};
  for (int i = 0; i < 7000; ++i) ++seen.at(random.Below(7));
  for (const int count : seen) EXPECT_NEAR(count, 1000, 150);  // 5 standard deviations
}

TEST(Random, NormalHasMeanZeroAndDeviationOne) {
  Random random(4);
  double sum = 0, squares = 0;
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.Normal();
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.016);
  EXPECT_NEAR(squares / kDraws, 1, 0.023);
}

TEST(Random, ChooseFollowsTheWeightsAndNeverTakesZero) {
  Random random(5);
  const std::array<double, 4> weights = {0, 1, 0, 3};
  std::array<int, 4> seen{};
  for (int i = 0; i < 8000; ++i) ++seen.at(random.Choose(weights));
  EXPECT_EQ(seen[0] + seen[2], 0);
  EXPECT_NEAR(seen[3], 6000, 200);
}

TEST(Random, ChooseRefusesWeightsThatAreAllZero) {
  Random random(6);
  const std::array<double, 2> weights = {0, 0};
  EXPECT_THROW(random.Choose(weights), std::invalid_argument);
}

TEST(Random, TheStateIsTheWholeGenerator) {
  Random a(7);
  a();
  Random b(0);
  b.SetState(a.State());
  EXPECT_EQ(a(), b());
}

}  // namespace
}  // namespace saccade
