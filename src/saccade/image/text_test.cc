#include "saccade/image/text.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "saccade/image/font.h"

namespace saccade {
namespace {

constexpr Color kWhite{255, 255, 255};

// Columns and rows that hold ink, not only its soft rim.
struct Ink {
  int left = 1 << 20, top = 1 << 20, right = -1, bottom = -1;
};

Ink InkOf(const Picture& picture) {
  Ink ink;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      if (picture.At(x, y)[0] > 127) continue;
      ink.left = std::min(ink.left, x);
      ink.right = std::max(ink.right, x);
      ink.top = std::min(ink.top, y);
      ink.bottom = std::max(ink.bottom, y);
    }
  }
  return ink;
}

Picture Drawn(std::string_view text, PointInPhoto at, TextStyle style) {
  Picture picture(120, 60, kWhite);
  DrawText(picture, text, at, style);
  return picture;
}

class TextAtSize : public ::testing::TestWithParam<double> {};

TEST_P(TextAtSize, EveryCharacterLooksDifferent) {
  std::set<std::string> seen;
  for (char c = 32; c < 127; ++c) {
    const Picture picture = Drawn(std::string(1, c), {20, 40}, {.size = GetParam()});
    EXPECT_TRUE(seen.insert(std::string(picture.rgb.begin(), picture.rgb.end())).second)
        << "'" << c << "' looks like another one";
  }
}

TEST_P(TextAtSize, DigitsAreOfOneWidth) {
  for (char c = '0'; c <= '9'; ++c) {
    EXPECT_EQ(TextWidth(std::string(1, c), GetParam()), TextWidth("0", GetParam())) << c;
  }
}

TEST_P(TextAtSize, CapitalsStandOnTheBaselineAndAreThreeQuartersHigh) {
  const Ink ink = InkOf(Drawn("H", {20, 40}, {.size = GetParam()}));
  EXPECT_NEAR(ink.bottom + 1, 40, 1.01);
  EXPECT_NEAR(ink.bottom + 1 - ink.top, CapitalHeight(GetParam()), 1.01);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TextAtSize, ::testing::Values(10, 12, 14, 18, 24));

TEST(Text, AlignsLeftCenterAndRight) {
  const double width = TextWidth("HHH", 14);
  const Ink left = InkOf(Drawn("HHH", {60, 40}, {.align = TextAlign::kLeft}));
  const Ink center = InkOf(Drawn("HHH", {60, 40}, {.align = TextAlign::kCenter}));
  const Ink right = InkOf(Drawn("HHH", {60, 40}, {.align = TextAlign::kRight}));
  EXPECT_GE(left.left, 60);
  EXPECT_LT(right.right, 60);
  EXPECT_NEAR(center.left, 60 - width / 2, 3);
  EXPECT_NEAR((center.left + center.right + 1) / 2.0, 60, 1.01);
}

TEST(Text, AMiddleAnchorCentresDigits) {
  const Ink ink = InkOf(Drawn("8", {60, 30}, {.size = 14, .anchor = TextAnchor::kMiddle}));
  EXPECT_NEAR((ink.top + ink.bottom + 1) / 2.0, 30, 1.01);
}

TEST(Text, AHaloSurroundsTheLetters) {
  TextStyle style{.size = 16, .color = {0, 0, 0}};
  const Ink plain = InkOf(Drawn("E", {50, 40}, style));
  style.halo = Color{0, 0, 200};
  style.halo_width = 3;
  const Ink with_halo = InkOf(Drawn("E", {50, 40}, style));
  EXPECT_NEAR(plain.left - with_halo.left, 3, 1);
  EXPECT_NEAR(with_halo.bottom - plain.bottom, 3, 1);
}

TEST(Text, OtherCharactersBecomeOneQuestionMark) {
  EXPECT_EQ(Drawn("\xC3\xA9t", {20, 40}, {}), Drawn("?t", {20, 40}, {}));
  EXPECT_EQ(TextWidth("", 14), 0);
}

TEST(Text, ShortensToTheWidth) {
  EXPECT_EQ(ShortenText("short", 12, 200), "short");
  const std::string shorter = ShortenText("a very long file name.jpg", 12, 80);
  EXPECT_LE(TextWidth(shorter, 12), 80);
  EXPECT_TRUE(shorter.starts_with("a ver") && shorter.ends_with("...")) << shorter;
  EXPECT_EQ(ShortenText("abc", 12, 1), "");
}

TEST(Text, WrapsAtBlanksToTheWidth) {
  const double width = TextWidth("3 of 10 searches", 12);
  EXPECT_EQ(WrapText("3 of 10 searches are drawn", 12, width + 1),
            (std::vector<std::string>{"3 of 10 searches", "are drawn"}));
  EXPECT_EQ(WrapText("3 of 10", 12, 500), std::vector<std::string>{"3 of 10"});
  EXPECT_TRUE(WrapText("", 12, 500).empty());
}

TEST(Text, ContrastIsBlackOnLightAndWhiteOnDark) {
  EXPECT_EQ(ContrastingColor({250, 240, 90}), (Color{0, 0, 0}));
  EXPECT_EQ(ContrastingColor({20, 30, 120}), (Color{255, 255, 255}));
}

}  // namespace
}  // namespace saccade
