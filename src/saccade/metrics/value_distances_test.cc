#include "saccade/metrics/value_distances.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saccade::metrics {
namespace {

// Of (0, 1) and (0, 0, 0, 1) half is at 0 against three quarters: .25 over a length of 1.
TEST(AreaBetween, IsTheAreaBetweenTheStairs) {
  EXPECT_DOUBLE_EQ(AreaBetween(std::vector<double>{0, 1}, std::vector<double>{0, 0, 0, 1}), .25);
  EXPECT_DOUBLE_EQ(AreaBetween(std::vector<double>{1, 0}, std::vector<double>{0, 1}), 0);
  // Everything moved by .3.
  EXPECT_NEAR(AreaBetween(std::vector<double>{.1, .4, .5}, std::vector<double>{.4, .7, .8}), .3,
              1e-12);
}

// Bins of two samples on 0 and 1: (1/2, 1/2) against (3/4, 1/4):
// .5 ln(.5/.75) + .5 ln(.5/.25) = .14384.
TEST(HistogramDivergence, IsThatOfTheHistograms) {
  EXPECT_NEAR(HistogramDivergence(std::vector<double>{0, 1}, std::vector<double>{0, 0, 0, 1}),
              .143841, 1e-5);
  EXPECT_NEAR(HistogramDivergence(std::vector<double>{0, 1}, std::vector<double>{1, 0}), 0, 1e-7);
  EXPECT_EQ(HistogramDivergence(std::vector<double>{.5}, std::vector<double>{.5}), 0);
}

// What is never generated costs ln(p / 1e-10) at the most, and is finite.
TEST(HistogramDivergence, IsFiniteWhereNothingIsGenerated) {
  EXPECT_NEAR(HistogramDivergence(std::vector<double>{0, 1}, std::vector<double>{0, 0}),
              .5 * std::log(.5) + .5 * std::log(.5 / 1e-10), 1e-6);
}

// numpy.histogram with the edges of linspace(0, 1, 100) and scipy.stats.entropy: 1/3 and 2/3 lie
// just below an edge, .5 above one, 1 in the last bin.
TEST(HistogramDivergence, HasTheEdgesOfNumpy) {
  const std::vector<double> real = {0, 1.0 / 3, 1.0 / 3, .5, 2.0 / 3, 1, 1, .25};
  const std::vector<double> generated = {
      0, 1.0 / 3 - 1e-3, 1.0 / 3, .5, 2.0 / 3, 2.0 / 3 + 1e-3, 1, .25, .26};
  EXPECT_NEAR(HistogramDivergence(real, generated), 0.2910698399088697, 1e-12);
}

}  // namespace
}  // namespace saccade::metrics
