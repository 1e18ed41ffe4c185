#include "saccade/image/exif.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace saccade {
namespace {

// The 2 x 3 picture "ab / cd / ef" in its red channel.
Picture Letters() {
  Picture picture(2, 3);
  for (int i = 0; i < 6; ++i) picture.rgb[3 * i] = static_cast<std::uint8_t>('a' + i);
  return picture;
}

std::string Rows(const Picture& picture) {
  std::string text;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) text += static_cast<char>(picture.At(x, y)[0]);
    text += '/';
  }
  return text;
}

TEST(Orientation, TurnsAndMirrorsAsTheTagSays) {
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 1)), "ab/cd/ef/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 2)), "ba/dc/fe/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 3)), "fe/dc/ba/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 4)), "ef/cd/ab/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 5)), "ace/bdf/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 6)), "eca/fdb/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 7)), "fdb/eca/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 8)), "bdf/ace/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 0)), "ab/cd/ef/");
  EXPECT_EQ(Rows(ApplyOrientation(Letters(), 9)), "ab/cd/ef/");
}

TEST(Orientation, ABrokenBlockCountsAsUpright) {
  const auto orientation = [](const std::string& block) {
    return ExifOrientation(std::as_bytes(std::span(block.data(), block.size())));
  };
  EXPECT_EQ(orientation(""), 1);
  EXPECT_EQ(orientation("Exif"), 1);
  EXPECT_EQ(orientation(std::string("II*\0\xFF\xFF\xFF\xFF", 8)), 1);
  EXPECT_EQ(orientation(std::string("II*\0\x08\0\0\0\xFF\xFF", 10)), 1);
  // Orientation 6, then the same with a value that does not exist.
  const std::string good("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", 22);
  EXPECT_EQ(orientation(good), 6);
  std::string bad = good;
  bad[18] = 17;
  EXPECT_EQ(orientation(bad), 1);
  EXPECT_EQ(orientation(good.substr(0, 20)), 1);
}

}  // namespace
}  // namespace saccade
