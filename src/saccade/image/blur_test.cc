#include "saccade/image/blur.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "saccade/base/random.h"

namespace saccade {
namespace {

// The definition, in double, without separation.
double Slow(const Raster<float>& map, int x, int y, double sigma) {
  const int radius = static_cast<int>(4 * sigma + 0.5);
  const auto reflect = [](int i, int size) {
    while (i < 0 || i >= size) i = i < 0 ? -1 - i : 2 * size - 1 - i;
    return i;
  };
  double sum = 0;
  double weights = 0;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      const double w = std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
      sum += w * map.At(reflect(x + dx, map.width), reflect(y + dy, map.height));
      weights += w;
    }
  }
  return sum / weights;
}

Raster<float> Noise(int width, int height) {
  Raster<float> map(width, height);
  Random random(3);
  for (float& value : map.values) value = static_cast<float>(random.Uniform());
  return map;
}

class BlurAtSize : public ::testing::TestWithParam<std::tuple<int, int, double>> {};

TEST_P(BlurAtSize, EqualsTheDefinitionAtEveryPixel) {
  const auto [width, height, sigma] = GetParam();
  const auto map = Noise(width, height);
  const auto blurred = GaussianBlur(map, sigma);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      ASSERT_NEAR(blurred.At(x, y), Slow(map, x, y, sigma), 1e-5) << x << ' ' << y;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, BlurAtSize,
                         ::testing::Values(std::tuple(23, 17, 2.0), std::tuple(17, 23, 0.6),
                                           std::tuple(3, 5, 2.0), std::tuple(1, 1, 4.0),
                                           std::tuple(40, 1, 1.0)));

TEST(Blur, SpreadsAPointAsAGaussian) {
  Raster<float> map(33, 33);
  map.At(16, 16) = 1;
  const auto blurred = GaussianBlur(map, 2);
  // The sampled kernel sums to sqrt(2 pi) sigma to twelve digits.
  EXPECT_NEAR(blurred.At(16, 16), 1 / (2 * M_PI * 4), 1e-5);
  EXPECT_NEAR(blurred.At(18, 16) / blurred.At(16, 16), std::exp(-0.5), 1e-5);
  EXPECT_NEAR(blurred.At(16, 13) / blurred.At(16, 16), std::exp(-9.0 / 8), 1e-5);
  EXPECT_EQ(blurred.At(25, 16), 0);  // beyond 4 sigma
}

TEST(Blur, PicturesAreBlurredByChannel) {
  Picture picture(9, 7, {10, 20, 30});
  EXPECT_EQ(GaussianBlur(picture, 2), picture);
  picture.At(4, 3)[1] = 255;
  const Picture blurred = GaussianBlur(picture, 1);
  EXPECT_EQ(blurred.At(4, 3)[0], 10);
  EXPECT_EQ(blurred.At(4, 3)[1], std::lround(20 + 235 / (2 * M_PI)));
  EXPECT_EQ(blurred.At(4, 3)[2], 30);
}

TEST(Blur, SigmaZeroChangesNothingAndNonsenseIsRefused) {
  const auto map = Noise(5, 4);
  EXPECT_EQ(GaussianBlur(map, 0), map);
  EXPECT_THROW(GaussianBlur(map, -1), std::invalid_argument);
  EXPECT_THROW(GaussianBlur(map, std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

}  // namespace
}  // namespace saccade
