#include "saccade/learn/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saccade {
namespace {

// Smallest at (.7, .3, 2, .5); the first two depend on each other, so one round is not enough.
double Bowl(const Calibration& c) {
  const double first = c.at("first") - 0.7, later = c.at("later") - 0.3;
  return std::abs(first) + std::abs(later) + 2 * std::abs(first - later) +
         std::abs(c.at("odds") - 2) + std::abs(c.at("later_odds") - 0.5);
}

TEST(Calibrate, FindsTheSmallestDistanceOneNumberAfterTheOther) {
  const CalibrationGrid grid{{"later", {0.5, 0.3}},
                             {"first", {1, 0.7, 0.5}},
                             {"odds", {1, 2, 3}},
                             {"later_odds", {1, 0.5}}};
  const Calibrated found = Calibrate(grid, Bowl);
  EXPECT_EQ(found.calibration,
            (Calibration{{"first", 0.7}, {"later", 0.3}, {"odds", 2}, {"later_odds", 0.5}}));
  EXPECT_NEAR(found.distance, 0, 1e-12);
}

TEST(Calibrate, TriesNothingTwice) {
  int tried = 0;
  const Calibrated found =
      Calibrate({{"first", {0.9}}, {"later", {0.8, 0.4}}}, [&](const Calibration& calibration) {
        ++tried;
        return calibration.at("later");
      });
  EXPECT_EQ(tried, 2);
  EXPECT_EQ(found.calibration, (Calibration{{"first", 0.9}, {"later", 0.4}}));
}

TEST(Calibrate, AmongEqualsTheFirstTriedIsKept) {
  const Calibrated found =
      Calibrate({{"first", {1, 0.5}}, {"later", {1, 0.5}}}, [](const Calibration&) { return 3.0; });
  EXPECT_EQ(found.calibration, (Calibration{{"first", 1}, {"later", 1}}));
}

}  // namespace
}  // namespace saccade
