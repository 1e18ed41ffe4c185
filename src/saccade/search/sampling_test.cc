#include "saccade/search/sampling.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

TEST(CalibrationByName, GoesToACardAndBack) {
  const SamplingOptions sampling{.first_temperature = 0.6, .later_short_odds = 0.5};
  EXPECT_EQ(CalibrationByName(SamplingOf(CalibrationByName(sampling))),
            CalibrationByName(sampling));
  // A card from before there was a landing.
  EXPECT_EQ(SamplingOf({{"first_temperature", 0.6}}).first_short_odds, 1);
  EXPECT_EQ(CalibrationText({{"first_temperature", 0.6}, {"later_short_odds", 0.5}}),
            "first temperature 0.60, later short odds 0.50");
}

}  // namespace
}  // namespace saccade
