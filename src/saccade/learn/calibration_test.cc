#include "saccade/learn/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saccade {
namespace {

// Smallest at (.7, .3, 2, .5); the first two depend on each other, so one round is not enough.
double Bowl(const SamplingOptions& s) {
  return std::abs(s.first_temperature - 0.7) + std::abs(s.later_temperature - 0.3) +
         2 * std::abs((s.first_temperature - 0.7) - (s.later_temperature - 0.3)) +
         std::abs(s.first_short_odds - 2) + std::abs(s.later_short_odds - 0.5);
}

TEST(Calibrate, FindsTheSmallestDistanceOneNumberAfterTheOther) {
  const CalibrationGrid grid{.first = {1, 0.7, 0.5},
                             .later = {0.5, 0.3},
                             .first_short_odds = {1, 2, 3},
                             .later_short_odds = {1, 0.5}};
  const Calibration found = Calibrate(grid, Bowl);
  EXPECT_EQ(found.sampling.first_temperature, 0.7);
  EXPECT_EQ(found.sampling.later_temperature, 0.3);
  EXPECT_EQ(found.sampling.first_short_odds, 2);
  EXPECT_EQ(found.sampling.later_short_odds, 0.5);
  EXPECT_NEAR(found.distance, 0, 1e-12);
}

TEST(Calibrate, TriesNothingTwiceAndLeavesWhatIsNotListedAtOne) {
  std::vector<std::map<std::string, double>> tried;
  const Calibration found =
      Calibrate({.first = {0.9}, .later = {0.8, 0.4}}, [&](const SamplingOptions& sampling) {
        tried.push_back(CalibrationByName(sampling));
        return sampling.later_temperature;
      });
  EXPECT_EQ(tried.size(), 2u);
  EXPECT_EQ(found.sampling.first_temperature, 0.9);
  EXPECT_EQ(found.sampling.later_temperature, 0.4);
  EXPECT_EQ(found.sampling.first_short_odds, 1);
}

TEST(Calibrate, AmongEqualsTheFirstTriedIsKept) {
  const Calibration found =
      Calibrate({.first = {1, 0.5}, .later = {1, 0.5}}, [](const SamplingOptions&) { return 3.0; });
  EXPECT_EQ(found.sampling.first_temperature, 1);
  EXPECT_EQ(found.sampling.later_temperature, 1);
}

TEST(CalibrationByName, GoesToACardAndBack) {
  const SamplingOptions sampling{.first_temperature = 0.6, .later_short_odds = 0.5};
  EXPECT_EQ(CalibrationByName(SamplingOf(CalibrationByName(sampling))),
            CalibrationByName(sampling));
  // A card from before there was a landing.
  EXPECT_EQ(SamplingOf({{"first_temperature", 0.6}}).first_short_odds, 1);
  EXPECT_EQ(CalibrationText(sampling),
            "temperatures 0.60 and 1.00, odds of falling short 1.00 and 0.50");
}

}  // namespace
}  // namespace saccade
