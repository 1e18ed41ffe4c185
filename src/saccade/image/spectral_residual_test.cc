#include "saccade/image/spectral_residual.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace saccade {
namespace {

// Stripes all over, and one spot that breaks them.
Picture Stripes(int width, int height, int spot_x, int spot_y) {
  Picture picture(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool spot = std::abs(x - spot_x) < width / 32 && std::abs(y - spot_y) < height / 32;
      const auto grey = static_cast<std::uint8_t>(spot ? 255 : x * 8 / width % 2 == 0 ? 60 : 120);
      std::fill_n(picture.At(x, y), 3, grey);
    }
  }
  return picture;
}

TEST(SpectralResidual, TheSpotThatBreaksThePatternStandsOut) {
  const Raster<float> map = SpectralResidual(Stripes(256, 128, 192, 40));
  const auto most = std::ranges::max_element(map.values) - map.values.begin();
  EXPECT_NEAR(static_cast<double>(most % 64), 48, 2);
  EXPECT_NEAR(static_cast<double>(most / 64), 20, 2);
  EXPECT_EQ(*std::ranges::max_element(map.values), 1);
  EXPECT_GE(*std::ranges::min_element(map.values), 0);
}

TEST(SpectralResidual, AFlatPictureHasFiniteValues) {
  for (const float value : SpectralResidual(Picture(20, 10, {90, 90, 90})).values) {
    EXPECT_TRUE(value >= 0 && value <= 1);
  }
}

}  // namespace
}  // namespace saccade
