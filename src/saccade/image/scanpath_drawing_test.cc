#include "saccade/image/scanpath_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "saccade/image/figure_style.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Color At(const Picture& picture, int x, int y) {
  const std::uint8_t* p = picture.At(x, y);
  return {p[0], p[1], p[2]};
}

ScanpathFigure TwoFixations() {
  ScanpathFigure figure;
  figure.scanpaths.push_back(
      {.scanpath = {{{100, 60}, 200}, {{400, 250}, 300}}, .color = {255, 0, 0}});
  figure.numbers = false;
  return figure;
}

int Occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(DrawScanpaths, DiscsLieOnTheFixationsAndALineJoinsThem) {
  const Picture drawn = DrawScanpaths(Picture(512, 320, {50, 50, 50}), TwoFixations());
  ASSERT_EQ(drawn.width, 512);
  ASSERT_EQ(drawn.height, 320);
  EXPECT_EQ(At(drawn, 100, 60), (Color{255, 0, 0}));
  EXPECT_EQ(At(drawn, 400, 250), (Color{255, 0, 0}));
  EXPECT_EQ(At(drawn, 250, 155), (Color{255, 0, 0}));  // half way
  EXPECT_EQ(At(drawn, 60, 100), (Color{50, 50, 50}));  // x and y are not swapped
}

TEST(DrawScanpaths, EveryDiscCarriesItsNumber) {
  ScanpathFigure figure = TwoFixations();
  const Picture plain = DrawScanpaths(Picture(512, 320), figure);
  figure.numbers = true;
  const Picture numbered = DrawScanpaths(Picture(512, 320), figure);
  EXPECT_NE(At(numbered, 100, 60), At(plain, 100, 60));
  for (int y = 0; y < 320; ++y) {
    for (int x = 0; x < 512; ++x) {
      const double first = std::hypot(x + 0.5 - 100, y + 0.5 - 60);
      const double second = std::hypot(x + 0.5 - 400, y + 0.5 - 250);
      if (std::min(first, second) > 10) {
        ASSERT_EQ(At(numbered, x, y), At(plain, x, y)) << x << ' ' << y;
      }
    }
  }
}

TEST(DrawScanpaths, TheTargetsBoxIsDrawnAroundIt) {
  ScanpathFigure figure;
  figure.target = BoxInPhoto{200, 100, 80, 50};
  const Picture drawn = DrawScanpaths(Picture(512, 320, {50, 50, 50}), figure);
  EXPECT_EQ(At(drawn, 240, 100), kTargetColor);
  EXPECT_EQ(At(drawn, 279, 130), kTargetColor);
  EXPECT_EQ(At(drawn, 240, 125), (Color{50, 50, 50}));
  EXPECT_EQ(At(drawn, 100, 240), (Color{50, 50, 50}));
}

TEST(DrawScanpaths, ALegendMakesThePictureHigherNotWider) {
  ScanpathFigure figure = TwoFixations();
  figure.scanpaths[0].label = "human";
  const Picture drawn = DrawScanpaths(Picture(512, 320), figure);
  EXPECT_EQ(drawn.width, 512);
  EXPECT_GT(drawn.height, 320);
  EXPECT_EQ(At(drawn, 511, drawn.height - 1), kPaper);
  figure.legend = false;
  EXPECT_EQ(DrawScanpaths(Picture(512, 320), figure).height, 320);
}

TEST(DrawScanpaths, TheFoundFixationHasASecondRing) {
  ScanpathFigure figure = TwoFixations();
  const Picture plain = DrawScanpaths(Picture(512, 320), figure);
  figure.scanpaths[0].found_at = 1;
  const Picture marked = DrawScanpaths(Picture(512, 320), figure);
  EXPECT_EQ(At(plain, 400, 265), (Color{0, 0, 0}));
  EXPECT_EQ(At(marked, 400, 264), (Color{255, 0, 0}));
  EXPECT_EQ(At(marked, 100, 74), At(plain, 100, 74));
}

TEST(DrawScanpaths, NothingOutsideOrUnusualBreaksIt) {
  ScanpathFigure figure = TwoFixations();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  figure.scanpaths.push_back({.scanpath = {{{-500, 9000}, 1}, {{nan, 5}, 1}}, .label = "far"});
  figure.scanpaths.push_back({.scanpath = {}, .label = std::string(300, 'w')});
  figure.target = BoxInPhoto{-20, -20, 2000, 2000};
  figure.target_label = "huge";
  figure.numbers = true;
  figure.size_by_duration = true;
  EXPECT_EQ(DrawScanpaths(Picture(64, 40), figure).width, 64);
  EXPECT_EQ(DrawScanpaths(Picture(1, 1), figure).width, 1);
}

TEST(DrawScanpaths, AreasFollowDurations) {
  ScanpathFigure figure = TwoFixations();
  figure.size_by_duration = true;
  figure.scanpaths[0].scanpath[0].duration_ms = 250;
  figure.scanpaths[0].scanpath[1].duration_ms = 1000;
  const FigureStyle style = FigureStyle::For(kImageSize, 1);
  const auto& scanpath = figure.scanpaths[0].scanpath;
  // Four times the time, four times the area.
  EXPECT_DOUBLE_EQ(style.RadiusOf(figure, scanpath, 1), 2 * style.RadiusOf(figure, scanpath, 0));
}

TEST(DrawScanpaths, WithoutADurationADiscHasTheUsualSize) {
  ScanpathFigure figure = TwoFixations();
  figure.size_by_duration = true;
  figure.scanpaths[0].scanpath[0].duration_ms = 0;
  const FigureStyle style = FigureStyle::For(kImageSize, 1);
  EXPECT_EQ(style.RadiusOf(figure, figure.scanpaths[0].scanpath, 0), style.disc_radius);
}

TEST(ScanpathSvg, HoldsTheSameFigure) {
  ScanpathFigure figure = TwoFixations();
  figure.numbers = true;
  figure.scanpaths[0].label = "human";
  figure.scanpaths[0].found_at = 1;
  figure.target = BoxInPhoto{200, 100, 80, 50};
  figure.target_label = "cup";
  const std::string svg = ScanpathSvg(figure, kImageSize, "kitchen.jpg");
  EXPECT_THAT(svg, HasSubstr("<image href=\"kitchen.jpg\" width=\"512\" height=\"320\"/>"));
  EXPECT_EQ(Occurrences(svg, "class=\"fixation\""), 2);
  EXPECT_EQ(Occurrences(svg, "class=\"found\""), 1);
  EXPECT_THAT(svg, HasSubstr("cx=\"400.0\" cy=\"250.0\""));
  EXPECT_THAT(svg, HasSubstr("100.0,60.0 400.0,250.0"));
  EXPECT_THAT(svg, HasSubstr("fixation 2, 300 ms"));
  EXPECT_THAT(svg, HasSubstr(">human</text>"));
  EXPECT_THAT(svg, HasSubstr("x=\"200.0\" y=\"100.0\" width=\"80.0\" height=\"50.0\""));
}

TEST(DrawScanpaths, ANoteMakesThePictureHigherToo) {
  ScanpathFigure figure;
  figure.note = "3 of 10 searches are drawn";
  const Picture drawn = DrawScanpaths(Picture(512, 320), figure);
  EXPECT_EQ(drawn.width, 512);
  EXPECT_GT(drawn.height, 330);
  EXPECT_THAT(ScanpathSvg(figure, {512, 320}, ""), HasSubstr(">3 of 10 searches are drawn</text>"));
}

TEST(DrawScanpaths, InSightLooksUnlikeFound) {
  ScanpathFigure figure;
  figure.numbers = figure.legend = false;
  figure.scanpaths = {{.scanpath = {{{256, 160}, 0}}, .color = {200, 0, 0}}};
  const auto drawn = [&] { return DrawScanpaths(Picture(512, 320, {255, 255, 255}), figure); };
  const Picture plain = drawn();
  figure.scanpaths[0].found_at = 0;
  const Picture found = drawn();
  figure.scanpaths[0].found_at.reset();
  figure.scanpaths[0].in_sight_at = 0;
  EXPECT_NE(drawn().rgb, plain.rgb);
  EXPECT_NE(drawn().rgb, found.rgb);
}

TEST(ScanpathSvg, HasABoxForEveryTarget) {
  ScanpathFigure figure;
  figure.target = BoxInPhoto{10, 20, 30, 40};
  figure.more_targets = {{{100, 20, 30, 40}, "cup 88%"}};
  const std::string svg = ScanpathSvg(figure, {512, 320}, "");
  EXPECT_THAT(svg, HasSubstr("<rect class=\"target\" x=\"10.0\""));
  EXPECT_THAT(svg, HasSubstr("<rect class=\"target\" x=\"100.0\""));
  EXPECT_THAT(svg, HasSubstr(">cup 88%</text>"));
}

TEST(ScanpathSvg, SharesAPictureOfItsPage) {
  EXPECT_THAT(ScanpathSvg({}, {512, 320}, "#picture-1"), HasSubstr("<use href=\"#picture-1\"/>"));
}

TEST(ScanpathSvg, EscapesWhatXmlReserves) {
  ScanpathFigure figure = TwoFixations();
  figure.scanpaths[0].label = "<b>\"a & b\"\x01";
  const std::string svg = ScanpathSvg(figure, kImageSize, "a&b.jpg");
  EXPECT_THAT(svg, HasSubstr("&lt;b&gt;&quot;a &amp; b&quot; </text>"));
  EXPECT_THAT(svg, HasSubstr("href=\"a&amp;b.jpg\""));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
}

TEST(ScanpathSvg, LeavesOutPointsThatAreNotNumbers) {
  ScanpathFigure figure = TwoFixations();
  figure.scanpaths[0].scanpath[1].point.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(ScanpathSvg(figure, kImageSize, ""), Not(HasSubstr("nan")));
}

TEST(ScanpathColor, SevenDifferThenTheyRepeat) {
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(ScanpathColor(i), ScanpathColor(j));
  }
  EXPECT_EQ(ScanpathColor(7), ScanpathColor(0));
}

}  // namespace
}  // namespace saccade
