#include "saccade/base/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace saccade {
namespace {

TEST(Half, KnownValues) {
  EXPECT_EQ(HalfFromFloat(0.0f), 0x0000);
  EXPECT_EQ(HalfFromFloat(-0.0f), 0x8000);
  EXPECT_EQ(HalfFromFloat(1.0f), 0x3C00);
  EXPECT_EQ(HalfFromFloat(-2.0f), 0xC000);
  EXPECT_EQ(HalfFromFloat(65504.0f), 0x7BFF);
  EXPECT_EQ(HalfFromFloat(0x1p-14f), 0x0400);  // smallest normal
  EXPECT_EQ(HalfFromFloat(0x1p-24f), 0x0001);  // smallest subnormal
  EXPECT_EQ(FloatFromHalf(0x3555), 0x1.554p-2f);
  EXPECT_EQ(FloatFromBfloat16(0x3FC0), 1.5f);
}

TEST(Half, EveryFiniteHalfSurvivesTheRoundTrip) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7FFF) > 0x7C00) continue;
    const auto half = static_cast<std::uint16_t>(bits);
    ASSERT_EQ(HalfFromFloat(FloatFromHalf(half)), half) << bits;
  }
}

TEST(Half, TiesGoToEven) {
  EXPECT_EQ(HalfFromFloat(1.0f + 0x1p-11f), 0x3C00);      // between 0x3C00 and 0x3C01
  EXPECT_EQ(HalfFromFloat(1.0f + 3 * 0x1p-11f), 0x3C02);  // between 0x3C01 and 0x3C02
  EXPECT_EQ(HalfFromFloat(std::nextafter(1.0f + 0x1p-11f, 2.0f)), 0x3C01);
  EXPECT_EQ(HalfFromFloat(0x1p-25f), 0x0000);  // between 0 and 2^-24
  EXPECT_EQ(HalfFromFloat(3 * 0x1p-25f), 0x0002);
  EXPECT_EQ(HalfFromFloat(std::nextafter(65520.0f, 0.0f)), 0x7BFF);
  EXPECT_EQ(HalfFromFloat(65520.0f), 0x7C00);
}

TEST(Half, InfinityAndNanStayWhatTheyAre) {
  EXPECT_EQ(HalfFromFloat(-std::numeric_limits<float>::infinity()), 0xFC00);
  EXPECT_TRUE(std::isinf(FloatFromHalf(0x7C00)));
  EXPECT_TRUE(std::isnan(FloatFromHalf(HalfFromFloat(std::nanf("")))));
}

}  // namespace
}  // namespace saccade
