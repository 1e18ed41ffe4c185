#include "saccade/image/resize.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

Raster<float> Row(std::vector<float> values) {
  Raster<float> map(static_cast<int>(values.size()), 1);
  map.values = std::move(values);
  return map;
}

TEST(Resize, EnlargingIsBilinearBetweenPixelCentres) {
  // Centres .25, .75, 1.25, 1.75 of the input: constant beyond the outer centres.
  const auto map = Resize(Row({0, 100}), 4, 1);
  EXPECT_EQ(map.values, (std::vector<float>{0, 25, 75, 100}));
}

TEST(Resize, ShrinkingWidensTheTriangle) {
  // Halving: weights 1 - |d| / 2 at distances .5, .5, 1.5 within the row: 3/7, 3/7, 1/7.
  const auto map = Resize(Row({7, 14, 21, 70}), 2, 1);
  EXPECT_NEAR(map.values[0], 3 + 6 + 3, 1e-4);
  EXPECT_NEAR(map.values[1], 2 + 9 + 30, 1e-4);
}

TEST(Resize, KeepsAConstantAndTheAxesApart) {
  Picture picture(30, 17, {40, 80, 120});
  EXPECT_EQ(Resize(picture, 7, 50), Picture(7, 50, {40, 80, 120}));
  // One bright column stays a column.
  for (int y = 0; y < 17; ++y) picture.At(20, y)[0] = 255;
  const Picture small = Resize(picture, 15, 8);
  EXPECT_GT(small.At(10, 3)[0], 100);
  EXPECT_EQ(small.At(5, 3)[0], 40);
}

TEST(Resize, TheSameSizeIsACopy) {
  Picture picture(3, 2, {1, 2, 3});
  picture.At(1, 1)[2] = 200;
  EXPECT_EQ(Resize(picture, 3, 2), picture);
}

TEST(Place, LeavesTheRestBlack) {
  const Picture placed = Place(Picture(10, 10, {50, 60, 70}), {2, 1, 5, 2}, 8, 4);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 8; ++x) {
      const bool inside = 2 <= x && x < 7 && 1 <= y && y < 3;
      EXPECT_EQ(placed.At(x, y)[0], inside ? 50 : 0) << x << ' ' << y;
      EXPECT_EQ(placed.At(x, y)[2], inside ? 70 : 0) << x << ' ' << y;
    }
  }
}

}  // namespace
}  // namespace saccade
