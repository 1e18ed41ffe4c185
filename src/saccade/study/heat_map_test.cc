#include "saccade/study/heat_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

HeatMap TwoCells() {
  HeatMap map;
  map.title = "Easy & hard";
  map.low_label = "easy";
  map.high_label = "hard";
  map.rows = {"error"};
  map.columns = {"cup", "tv"};
  map.values = {{0.0, 1.0}};
  map.texts = {{"1%", "<9%"}};
  return map;
}

TEST(HeatMap, EasyIsBlueAndHardIsRed) {
  const std::string svg = HeatMapSvg(TwoCells());
  const std::size_t blue = svg.find("fill=\"#0571b0\"");
  const std::size_t red = svg.find("fill=\"#ca0020\"");
  ASSERT_NE(blue, std::string::npos);
  ASSERT_NE(red, std::string::npos);
  EXPECT_LT(blue, svg.find(">1%<"));
  EXPECT_LT(red, svg.find(">&lt;9%<"));
}

TEST(HeatMap, LabelsAreEscaped) {
  const std::string svg = HeatMapSvg(TwoCells());
  EXPECT_THAT(svg, HasSubstr("Easy &amp; hard"));
  EXPECT_THAT(svg, Not(HasSubstr("<9%")));
}

TEST(HeatMap, AMissingValueIsGrey) {
  HeatMap map = TwoCells();
  map.values[0][1].reset();
  EXPECT_THAT(HeatMapSvg(map), HasSubstr("fill=\"#e0e0e0\""));
}

TEST(HeatMap, ValuesMustMatchRowsAndColumns) {
  HeatMap map = TwoCells();
  map.values[0].pop_back();
  EXPECT_THROW(HeatMapSvg(map), std::invalid_argument);
}

}  // namespace
}  // namespace saccade
