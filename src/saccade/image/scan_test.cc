#include "saccade/image/scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "saccade/image/raster.h"

namespace saccade {
namespace {

Raster<double> Coverage(std::span<const PointInPhoto> polygon, int width, int height, Edge edge) {
  Raster<double> map(width, height);
  ScanPolygon(polygon, width, height, edge, [&](int y, int x0, int x1, double coverage) {
    for (int x = x0; x < x1; ++x) map.At(x, y) += coverage;
  });
  return map;
}

double Sum(const Raster<double>& map) {
  double sum = 0;
  for (const double value : map.values) sum += value;
  return sum;
}

TEST(ScanPolygon, CoversTheShareOfEachPixelOfARectangle) {
  // [1.25, 3.5] x [1.5, 3]: columns .75, 1, .5; rows .5, 1.
  const auto map = Coverage(RectangleOutline({1.25, 1.5, 2.25, 1.5}), 5, 4, Edge::kSmooth);
  EXPECT_DOUBLE_EQ(map.At(1, 1), 0.375);
  EXPECT_DOUBLE_EQ(map.At(2, 1), 0.5);
  EXPECT_DOUBLE_EQ(map.At(3, 1), 0.25);
  EXPECT_DOUBLE_EQ(map.At(1, 2), 0.75);
  EXPECT_DOUBLE_EQ(map.At(2, 2), 1.0);
  EXPECT_DOUBLE_EQ(map.At(3, 2), 0.5);
  EXPECT_DOUBLE_EQ(Sum(map), 2.25 * 1.5);
}

TEST(ScanPolygon, SumsToTheAreaOfADisc) {
  const auto map = Coverage(EllipseOutline({20.3, 19.6}, 12, 7), 40, 40, Edge::kSmooth);
  EXPECT_NEAR(Sum(map), std::numbers::pi * 12 * 7, 0.5);
}

TEST(ScanPolygon, LeavesAConcavityOut) {
  // A "U" of 1-pixel walls.
  const PointInPhoto u[] = {{0, 0}, {1, 0}, {1, 2}, {2, 2}, {2, 0}, {3, 0}, {3, 3}, {0, 3}};
  const auto map = Coverage(u, 3, 3, Edge::kHard);
  EXPECT_EQ(map.values, (std::vector<double>{1, 0, 1, 1, 0, 1, 1, 1, 1}));
}

TEST(ScanPolygon, FillsASelfOverlap) {
  // A square drawn around twice has winding number 2 inside.
  Contour twice = RectangleOutline({1, 1, 4, 4});
  twice.insert(twice.end(), twice.begin(), twice.begin() + 4);
  EXPECT_DOUBLE_EQ(Sum(Coverage(twice, 6, 6, Edge::kSmooth)), 16);
}

TEST(ScanPolygon, NeighboursShareNoPixelAndLeaveNoneOut) {
  // A fan of triangles around an odd centre tiles the square.
  const PointInPhoto center{7.3, 4.9};
  const Contour square = RectangleOutline({0, 0, 16, 16});
  Raster<double> total(16, 16);
  for (int i = 0; i < 4; ++i) {
    const PointInPhoto triangle[] = {center, square[i], square[(i + 1) % 4]};
    const auto map = Coverage(triangle, 16, 16, Edge::kHard);
    for (std::size_t k = 0; k < total.values.size(); ++k) total.values[k] += map.values[k];
  }
  EXPECT_EQ(total, Raster<double>(16, 16, 1.0));
}

TEST(ScanPolygon, StaysInsideTheRaster) {
  for (const Edge edge : {Edge::kSmooth, Edge::kHard}) {
    ScanPolygon(RectangleOutline({-1e9, -50, 2e9, 100}), 7, 5, edge,
                [](int y, int x0, int x1, double coverage) {
                  EXPECT_TRUE(0 <= y && y < 5 && 0 == x0 && x1 == 7) << x0 << ' ' << x1;
                  EXPECT_DOUBLE_EQ(coverage, 1);
                });
  }
  EXPECT_EQ(Sum(Coverage(RectangleOutline({10, 10, 5, 5}), 7, 5, Edge::kSmooth)), 0);
}

TEST(ScanPolygon, DrawsNothingForPointsThatAreNotFinite) {
  const PointInPhoto triangle[] = {{0, 0}, {std::numeric_limits<double>::quiet_NaN(), 4}, {4, 4}};
  EXPECT_EQ(Sum(Coverage(triangle, 5, 5, Edge::kSmooth)), 0);
  EXPECT_EQ(Sum(Coverage({}, 5, 5, Edge::kSmooth)), 0);
}

TEST(ScanStroke, CoversThicknessTimesLengthPlusTheRoundEnds) {
  const PointInPhoto line[] = {{10, 10.5}, {30, 10.5}};
  double sum = 0;
  ScanStroke(line, 4, 40, 20, Edge::kSmooth,
             [&](int, int x0, int x1, double coverage) { sum += (x1 - x0) * coverage; });
  EXPECT_NEAR(sum, 4 * 20 + std::numbers::pi * 4, 0.5);
}

TEST(ScanStroke, AHairlineCoversItsThickness) {
  const PointInPhoto line[] = {{-5, 3.5}, {50, 3.5}};
  ScanStroke(line, 0.25, 10, 10, Edge::kSmooth, [&](int y, int, int, double coverage) {
    EXPECT_EQ(y, 3);
    EXPECT_NEAR(coverage, 0.25, 1e-6);
  });
}

TEST(Outlines, ARoundedRectangleLosesFourCorners) {
  // Each corner loses (1 - pi/4) r^2.
  const auto map = Coverage(RoundedRectangleOutline({2, 3, 20, 10}, 4), 30, 20, Edge::kSmooth);
  EXPECT_NEAR(Sum(map), 200 - (4 - std::numbers::pi) * 16, 0.5);
}

}  // namespace
}  // namespace saccade
