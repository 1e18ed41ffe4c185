#include "saccade/metrics/paired_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace saccade::metrics {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(SignFlipP, CountsTheSignsThatGiveASumAsFarFromZero) {
  // Of the 8 ways to sign 1, 1, 1 two give +-3.
  EXPECT_DOUBLE_EQ(SignFlipP(std::vector<double>{1, 1, 1}, 1), .25);
  // 3 + 2 - 1 = 4 or more in size: +-(3+2+1), +-(3+2-1): 4 of 8.
  EXPECT_DOUBLE_EQ(SignFlipP(std::vector<double>{3, 2, -1}, 1), .5);
  EXPECT_DOUBLE_EQ(SignFlipP(std::vector<double>{1, -1}, 1), 1);
}

TEST(SignFlipP, PicturesWithoutADifferenceSayNothing) {
  EXPECT_DOUBLE_EQ(SignFlipP(std::vector<double>{0, 1, 0, 1, 1}, 1), .25);
  EXPECT_EQ(SignFlipP(std::vector<double>{0, 0}), 1);
  EXPECT_EQ(SignFlipP({}), 1);
}

TEST(SignFlipP, IsExactForMoreThanCouldBeListed) {
  // 40 equal differences: only all of one sign are as far, 2 of 2^40.
  EXPECT_DOUBLE_EQ(SignFlipP(std::vector<double>(40, .1), .1), 2 / 1099511627776.0);
}

TEST(SignFlipP, FindsTheLatticeOfDifferencesThatHaveNone) {
  EXPECT_DOUBLE_EQ(SignFlipP(std::vector<double>{.1, .22, .35}), .25);
}

// Hand calculation: .01 x 3, .03 x 2, then .04 may not be below the one before it.
TEST(HolmAdjusted, StepsDownAndNeverFalls) {
  EXPECT_THAT(HolmAdjusted(std::vector<double>{.01, .04, .03}),
              ElementsAre(DoubleNear(.03, 1e-12), DoubleNear(.06, 1e-12), DoubleNear(.06, 1e-12)));
}

// .04 x 3/3; .03 x 3/2 = .045 may not be above it; .01 x 3/1.
TEST(FalseDiscoveryRates, StepUpAndNeverRise) {
  EXPECT_THAT(FalseDiscoveryRates(std::vector<double>{.01, .04, .03}),
              ElementsAre(DoubleNear(.03, 1e-12), DoubleNear(.04, 1e-12), DoubleNear(.04, 1e-12)));
}

TEST(BootstrapMean, HoldsTheMeanAndShrinksToItWithoutSpread) {
  const Interval same = BootstrapMean(std::vector<double>{2, 2, 2}, 100, Random(1));
  EXPECT_EQ(same.low, 2);
  EXPECT_EQ(same.high, 2);
  // 100 values with standard deviation 1: the standard error is .1, the interval +-.196.
  Random random(3);
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(i % 2 == 0 ? 1 : -1);
  const Interval interval = BootstrapMean(values, 4000, random);
  EXPECT_NEAR(interval.low, -.196, .02);
  EXPECT_NEAR(interval.high, .196, .02);
}

TEST(EffectSize, IsTheMeanInStandardDeviations) {
  EXPECT_DOUBLE_EQ(EffectSize(std::vector<double>{1, 2, 3}), 2);
  EXPECT_EQ(EffectSize(std::vector<double>{1, 1}), 0);
}

// Cohen's tables: 10 pairs find an effect of 1.00 standard deviations with power .8, 34 one of .50.
TEST(DetectableDifference, AgreesWithCohensTables) {
  EXPECT_NEAR(DetectableDifference(1, 10), 1.00, .03);
  EXPECT_NEAR(DetectableDifference(2, 34), 1.00, .02);
}

}  // namespace
}  // namespace saccade::metrics
