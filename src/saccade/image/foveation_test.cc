#include "saccade/image/foveation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/base/error.h"
#include "saccade/base/random.h"

namespace saccade {
namespace {

Picture Checks(int width, int height) {
  Picture picture(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) picture.At(x, y)[c] = (x + y) % 2 == 0 ? 255 : 0;
    }
  }
  return picture;
}

int ContrastAt(const Picture& picture, int x, int y) {
  return std::abs(picture.At(x, y)[0] - picture.At(x + 1, y)[0]);
}

TEST(Foveation, ThePapersMonitorIsFiftyThreeAndAHalfDegreesWide) {
  // 55.88 cm diagonal, 16:10: 47.385 cm wide; 2 atan(23.693 / 47) = 53.51 degrees.
  EXPECT_NEAR(1680 / PixelsPerDegree(1680), 53.51, 0.01);
  EXPECT_NEAR(PixelsPerDegree(1680), 31.4, 0.05);
  EXPECT_NEAR(PixelsPerDegree(512), 9.57, 0.01);
}

TEST(Foveation, CutoffHalvesAtTheHalfResolutionEccentricity) {
  // ln 64 / .106 = 39.23 cycles per degree at the fovea (Geisler & Perry, section 2).
  EXPECT_NEAR(CutoffFrequency(0), 39.23, 0.01);
  EXPECT_NEAR(CutoffFrequency(2.3), 39.23 / 2, 0.01);
  EXPECT_NEAR(CutoffFrequency(3 * 2.3), 39.23 / 4, 0.01);
}

TEST(Foveation, LevelsFollowTheFormula) {
  FoveationOptions options;
  options.pixels_per_degree = 20;
  CumulativeFoveation cfi(Picture(201, 101), options);
  cfi.Fixate({0.5, 50.5});
  // 10 degrees away: cutoff 39.23 * 2.3 / 12.3 = 7.337; finest 10 cycles; log2(10 / 7.337) = .4467.
  EXPECT_NEAR(cfi.levels().At(200, 50), 0.4467, 1e-3);
  // At the fixation 39 cycles are seen, the picture only has 10.
  EXPECT_EQ(cfi.levels().At(0, 50), 0);
}

TEST(Foveation, SharpAtTheFixationAndBlurredFarFromIt) {
  FoveationOptions options;
  options.pixels_per_degree = 60;
  const Picture picture = Checks(400, 120);
  const Picture seen = Foveate(picture, std::vector<PointInPhoto>{{60, 60}}, options);
  EXPECT_EQ(ContrastAt(seen, 60, 60), 255);
  EXPECT_LT(ContrastAt(seen, 380, 60), 40);
  // The distance counts, not the direction.
  EXPECT_EQ(ContrastAt(seen, 80, 60) > 200, ContrastAt(seen, 60, 80) > 200);
}

TEST(Foveation, EverySightIsKept) {
  FoveationOptions options;
  options.pixels_per_degree = 60;
  CumulativeFoveation cfi(Checks(400, 120), options);
  cfi.Fixate({60, 60});
  const Raster<float> first = cfi.levels();
  cfi.Fixate({340, 30});
  const Raster<float> both = cfi.levels();
  for (std::size_t i = 0; i < first.values.size(); ++i) {
    ASSERT_LE(both.values[i], first.values[i]);
  }
  const Picture seen = cfi.Render();
  EXPECT_EQ(ContrastAt(seen, 60, 60), 255);
  EXPECT_EQ(ContrastAt(seen, 340, 30), 255);
  // The order of the fixations does not matter.
  EXPECT_EQ(seen,
            Foveate(Checks(400, 120), std::vector<PointInPhoto>{{340, 30}, {60, 60}}, options));
}

TEST(Foveation, AFlatPictureStaysFlat) {
  const Picture grey(63, 41, {100, 150, 200});
  EXPECT_EQ(Foveate(grey, {}), grey);
  EXPECT_EQ(Foveate(grey, std::vector<PointInPhoto>{{-10, 500}}), grey);
}

TEST(Foveation, NonsenseIsRefused) {
  FoveationOptions options;
  options.levels = 1;
  EXPECT_THROW(CumulativeFoveation(Picture(4, 4), options), InputError);
  options = {};
  options.minimal_contrast_threshold = 0;
  EXPECT_THROW(CumulativeFoveation(Picture(4, 4), options), InputError);
  options = {};
  options.pixels_per_degree = -3;
  EXPECT_THROW(CumulativeFoveation(Picture(4, 4), options), InputError);
}

}  // namespace
}  // namespace saccade
