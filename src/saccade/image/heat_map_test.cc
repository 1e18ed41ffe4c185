#include "saccade/image/heat_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "saccade/image/colormap.h"

namespace saccade {
namespace {

double Luma(Color c) { return 0.299 * c.r + 0.587 * c.g + 0.114 * c.b; }

Color At(const Picture& picture, int x, int y) {
  const std::uint8_t* p = picture.At(x, y);
  return {p[0], p[1], p[2]};
}

TEST(Colormap, HeatGrowsLighterAllTheWayWithoutJumps) {
  for (int i = 1; i <= 100; ++i) {
    const Color before = HeatColor((i - 1) / 100.0);
    const Color after = HeatColor(i / 100.0);
    EXPECT_GT(Luma(after), Luma(before) - 0.5) << i;
    EXPECT_LT(std::abs(after.r - before.r), 12) << i;
    EXPECT_LT(std::abs(after.g - before.g), 12) << i;
    EXPECT_LT(std::abs(after.b - before.b), 12) << i;
  }
  EXPECT_LT(Luma(HeatColor(0)), 20);
  EXPECT_GT(Luma(HeatColor(1)), 225);
  EXPECT_EQ(HeatColor(-3), HeatColor(0));
  EXPECT_EQ(HeatColor(7), HeatColor(1));
  EXPECT_EQ(HeatColor(std::numeric_limits<double>::quiet_NaN()), HeatColor(0));
}

TEST(Colormap, ClassesDiffer) {
  std::set<std::tuple<int, int, int>> seen;
  for (int i = 0; i < 134; ++i) {
    const Color c = ClassColor(i);
    EXPECT_TRUE(seen.insert({c.r, c.g, c.b}).second) << i;
  }
}

TEST(HeatMap, TheLargestValueGlowsWhereItsCellIs) {
  std::vector<float> values(640, 0.1f);
  values[32 * 3 + 20] = 0.9f;  // row 3, column 20
  HeatMapOptions options;
  options.opacity = 1;
  options.smooth = false;
  const Picture drawn = DrawHeatMap(Picture(512, 320, {80, 80, 80}), GridMap(values), options);
  EXPECT_EQ(drawn.width, 512);
  EXPECT_GT(drawn.height, 320);
  EXPECT_EQ(At(drawn, 20 * 16, 3 * 16), HeatColor(1));
  EXPECT_EQ(At(drawn, 20 * 16 + 15, 3 * 16 + 15), HeatColor(1));
  EXPECT_EQ(At(drawn, 20 * 16 - 1, 3 * 16), HeatColor(0));
  EXPECT_EQ(At(drawn, 20 * 16, 3 * 16 + 16), HeatColor(0));
  EXPECT_EQ(At(drawn, 3 * 16, 20 * 16 - 1), HeatColor(0));
}

TEST(HeatMap, SmoothMapsPeakAtTheCellsCentre) {
  std::vector<float> values(640, 0.0f);
  values[32 * 3 + 20] = 1;
  HeatMapOptions options;
  options.opacity = 1;
  options.scale_bar = false;
  const Picture drawn = DrawHeatMap(Picture(512, 320), GridMap(values), options);
  EXPECT_EQ(drawn.height, 320);
  const double peak = Luma(At(drawn, 327, 55));
  EXPECT_GT(peak, Luma(At(drawn, 320, 55)));
  EXPECT_GT(peak, Luma(At(drawn, 327, 48)));
  EXPECT_EQ(At(drawn, 327 - 32, 55), HeatColor(0));
}

TEST(HeatMap, ThePictureShinesThroughInGrey) {
  HeatMapOptions options;
  options.opacity = 0;
  options.scale_bar = false;
  const Picture drawn = DrawHeatMap(Picture(8, 5, {200, 100, 0}), Raster<float>(2, 2), options);
  // .299 * 200 + .587 * 100 = 118.5
  EXPECT_NEAR(At(drawn, 3, 3).r, 118.5, 0.51);
  EXPECT_EQ(At(drawn, 3, 3).r, At(drawn, 3, 3).b);
}

TEST(HeatMap, ConstantAndBrokenMapsAreDrawnAndEmptyOnesRefused) {
  Raster<float> map(2, 2, 5.0f);
  EXPECT_NO_THROW(DrawHeatMap(Picture(20, 20), map));
  map.values = {std::numeric_limits<float>::quiet_NaN(), 1, -INFINITY, INFINITY};
  EXPECT_NO_THROW(DrawHeatMap(Picture(20, 20), map));
  EXPECT_THROW(DrawHeatMap(Picture(20, 20), Raster<float>()), std::invalid_argument);
  EXPECT_THROW(GridMap(std::vector<float>(639)), std::invalid_argument);
}

}  // namespace
}  // namespace saccade
