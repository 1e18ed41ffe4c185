#include "saccade/study/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace saccade {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::size_t Count(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++count;
  return count;
}

TEST(AxisTicks, AreRoundAndInside) {
  EXPECT_THAT(AxisTicks(0, 1, 6), ElementsAre(0, .2, .4, ::testing::DoubleEq(.6), .8, 1));
  EXPECT_THAT(AxisTicks(0, 6, 8), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  EXPECT_THAT(AxisTicks(-3, 12, 4), ElementsAre(0, 5, 10));
  EXPECT_THAT(AxisTicks(1234, 1239, 6), ElementsAre(1234, 1235, 1236, 1237, 1238, 1239));
}

TEST(LineChart, PlacesTheEndsOfTheRangeAtTheEndsOfTheAxes) {
  LineChart chart;
  chart.series = {{.name = "a", .x = {0, 10}, .y = {0, 1}}};
  chart.width = 200;
  chart.height = 100;
  // One series has no legend and there is no label: the plot spans x from 4 + 10 + 3 letters of 6.6
  // ("0.2") to 200 - 16 and y from 14 to 100 - 48.
  EXPECT_THAT(LineChartSvg(chart), HasSubstr("d=\"M33.8 52.0L184.0 14.0\""));
}

// The same chart, four pixels for one: the curve's ends are where the SVG has them.
TEST(LineChart, IsThePictureThatTheSvgIs) {
  LineChart chart;
  chart.series = {{.name = "a", .x = {0, 10}, .y = {0, 1}}};
  chart.width = 200;
  chart.height = 100;
  const Picture picture = GraphicPicture(LineChartGraphic(chart), 4);
  ASSERT_EQ(picture.width, 800);
  ASSERT_EQ(picture.height, 400);
  const auto is_blue = [&](double x, double y) {
    const auto* pixel = picture.At(static_cast<int>(4 * x), static_cast<int>(4 * y));
    return Color{pixel[0], pixel[1], pixel[2]} == Color{0x00, 0x67, 0xa8};
  };
  EXPECT_TRUE(is_blue(33.8, 52));
  EXPECT_TRUE(is_blue(184, 14));
  EXPECT_FALSE(is_blue(33.8, 14));
}

TEST(LineChart, TellsTenSeriesApart) {
  LineChart chart;
  for (int i = 0; i < 10; ++i) {
    chart.series.push_back({.name = std::to_string(i), .x = {0, 1}, .y = {0, 1.0 * i}});
  }
  const std::string svg = LineChartSvg(chart);
  for (int i = 0; i < 10; ++i) EXPECT_THAT(svg, HasSubstr("class=\"s" + std::to_string(i)));
}

TEST(LineChart, LeavesAGapWhereAValueIsMissing) {
  LineChart chart;
  chart.series = {{.name = "a", .x = {0, 1, 2, 3}, .y = {0, std::nan(""), 1, 1}}};
  const std::string svg = LineChartSvg(chart);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_EQ(Count(svg, "<circle"), 3u);
}

TEST(LineChart, ThinsLongCurves) {
  LineChart chart;
  Series curve{.name = "loss"};
  for (int i = 0; i < 100'000; ++i) {
    curve.x.push_back(i);
    curve.y.push_back(std::sin(i * 1e-3));
  }
  chart.series = {curve};
  EXPECT_LT(LineChartSvg(chart).size(), 10'000u);
}

TEST(LineChart, SurvivesNothingToDraw) {
  EXPECT_THAT(LineChartSvg({}), Not(HasSubstr("nan")));
  LineChart chart;
  chart.series = {{.name = "a", .x = {3}, .y = {0}}};
  EXPECT_THAT(LineChartSvg(chart), Not(HasSubstr("nan")));
}

TEST(Chart, EscapesNames) {
  LineChart chart;
  chart.title = "a < b";
  chart.series = {{.name = "<x>", .x = {0, 1}, .y = {0, 1}},
                  {.name = "y", .x = {0, 1}, .y = {1, 0}}};
  const std::string svg = LineChartSvg(chart);
  EXPECT_THAT(svg, HasSubstr("<title>a &lt; b</title>"));
  EXPECT_THAT(svg, HasSubstr("&lt;x&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<x>")));
}

TEST(BarChart, DrawsABarForEachValueThatIsThere) {
  BarChart chart;
  chart.groups = {"cup", "fork"};
  chart.series = {{.name = "human", .y = {.5, std::nan("")}}, {.name = "random", .y = {-.1, .2}}};
  EXPECT_EQ(Count(BarChartSvg(chart), "class=\"bar\""), 3u);
}

}  // namespace
}  // namespace saccade
