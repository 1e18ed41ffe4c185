#include "saccade/image/canvas.h"

#include <gtest/gtest.h>

#include "saccade/image/raster.h"

namespace saccade {
namespace {

Color At(const Picture& picture, int x, int y) {
  const std::uint8_t* p = picture.At(x, y);
  return {p[0], p[1], p[2]};
}

TEST(Canvas, FillsPixelsAndMixesAtTheEdge) {
  Picture picture(6, 4, {0, 0, 0});
  FillRectangle(picture, {1, 1, 2.5, 2}, Color{200, 100, 50});
  EXPECT_EQ(At(picture, 1, 1), (Color{200, 100, 50}));
  EXPECT_EQ(At(picture, 2, 2), (Color{200, 100, 50}));
  EXPECT_EQ(At(picture, 3, 1), (Color{100, 50, 25}));
  EXPECT_EQ(At(picture, 4, 1), (Color{0, 0, 0}));
  EXPECT_EQ(At(picture, 1, 0), (Color{0, 0, 0}));
  EXPECT_EQ(At(picture, 1, 3), (Color{0, 0, 0}));
}

TEST(Canvas, OpacityLetsTheGroundShineThrough) {
  Picture picture(2, 1, {100, 100, 100});
  FillRectangle(picture, {0, 0, 1, 1}, Paint(Color{200, 0, 100}, 0.25));
  EXPECT_EQ(At(picture, 0, 0), (Color{125, 75, 100}));
  EXPECT_EQ(At(picture, 1, 0), (Color{100, 100, 100}));
}

TEST(Canvas, AGradientIsLinearBetweenItsEndsAndConstantBeyond) {
  Picture picture(6, 1);
  FillRectangle(picture, {0, 0, 6, 1}, Paint::Linear({1, 0}, {0, 0, 0}, {5, 0}, {200, 200, 200}));
  EXPECT_EQ(At(picture, 0, 0).r, 0);
  EXPECT_EQ(At(picture, 1, 0).r, 25);   // centre 1.5: an eighth of the way
  EXPECT_EQ(At(picture, 4, 0).r, 175);  // centre 4.5
  EXPECT_EQ(At(picture, 5, 0).r, 200);
}

TEST(Canvas, ATranslucentLineThatCrossesItselfIsPaintedOnce) {
  Picture picture(9, 9, {0, 0, 0});
  const PointInPhoto cross[] = {{0, 4.5}, {9, 4.5}, {4.5, 4.5}, {4.5, 0}, {4.5, 9}};
  StrokePolyline(picture, cross, 1, Paint(Color{200, 200, 200}, 0.5));
  EXPECT_EQ(At(picture, 4, 4).r, 100);
  EXPECT_EQ(At(picture, 2, 4).r, 100);
  EXPECT_EQ(At(picture, 4, 2).r, 100);
}

TEST(Canvas, DashesLeaveGaps) {
  Picture picture(20, 3, {0, 0, 0});
  const PointInPhoto line[] = {{0, 1.5}, {20, 1.5}};
  StrokeDashed(picture, line, 1, 6, 6, Color{255, 255, 255});
  EXPECT_EQ(At(picture, 3, 1).r, 255);
  EXPECT_EQ(At(picture, 9, 1).r, 0);
  EXPECT_EQ(At(picture, 14, 1).r, 255);
}

TEST(Canvas, HardEdgesCoverWhatThePictureShows) {
  Picture picture(64, 48, {0, 0, 0});
  Raster<int> labels(64, 48);
  const Contour outline = EllipseOutline({30.2, 22.7}, 17, 9, 0.4);
  FillPolygon(picture, outline, Color{255, 255, 255});
  ScanPolygon(outline, 64, 48, Edge::kHard, [&](int y, int x0, int x1, double) {
    for (int x = x0; x < x1; ++x) labels.At(x, y) = 7;
  });
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) {
      // Up to the slope of an edge, half covered and "centre inside" are the same.
      if (At(picture, x, y).r > 160) {
        EXPECT_EQ(labels.At(x, y), 7) << x << ' ' << y;
      }
      if (At(picture, x, y).r < 95) {
        EXPECT_EQ(labels.At(x, y), 0) << x << ' ' << y;
      }
    }
  }
}

TEST(Canvas, PasteCutsWhatDoesNotFit) {
  Picture picture(4, 3);
  Picture source(3, 2, {9, 9, 9});
  *source.At(2, 1) = 77;
  Paste(picture, source, -1, 2);
  EXPECT_EQ(At(picture, 0, 2), (Color{9, 9, 9}));
  EXPECT_EQ(At(picture, 2, 2), (Color{0, 0, 0}));
  Paste(picture, source, 1, 0);
  EXPECT_EQ(At(picture, 3, 1).r, 77);
  Paste(picture, source, 10, -10);
  Paste(picture, source, -5, 0);
}

}  // namespace
}  // namespace saccade
