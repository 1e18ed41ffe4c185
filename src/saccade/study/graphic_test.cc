#include "saccade/study/graphic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/study/dot_chart.h"
#include "saccade/study/grid_map.h"
#include "saccade/study/sign_matrix.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Graphic Sample() {
  Graphic graphic{"A (small) sample", 200, 100};
  graphic.Line(10, 20, 110, 20, 2, {255, 0, 0});
  graphic.Rectangle(50, 40, 20, 10, {0, 0, 255}, .5);
  graphic.Text("a (b) \\ – é", 100, 80, TextAlign::kCenter, {0, 0, 0});
  graphic.shapes.push_back(GraphicCircle{{150, 50}, 8, {0, 128, 0}});
  graphic.shapes.push_back(GraphicImage{Picture(4, 4, {9, 9, 9}), {0, 0, 8, 8}});
  return graphic;
}

// Adobe's metrics: H 722, e 556, l 222 twice, o 556 of 1000.
TEST(HelveticaWidth, IsThatOfTheStandardFont) {
  EXPECT_NEAR(HelveticaWidth("Hello", 10), 22.78, 1e-9);
  EXPECT_NEAR(HelveticaWidth("Hello", 10, true), 7.22 + 5.56 + 2.78 + 2.78 + 6.11, 1e-9);
}

TEST(GraphicPdf, EveryObjectStandsWhereTheTableSays) {
  const std::string pdf = GraphicPdf(Sample());
  ASSERT_THAT(pdf, ::testing::StartsWith("%PDF-1.4\n"));
  ASSERT_THAT(pdf, ::testing::EndsWith("%%EOF\n"));
  const std::size_t table = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
  ASSERT_EQ(pdf.substr(table, 5), "xref\n");
  const std::size_t count = std::stoul(pdf.substr(table + 7));
  ASSERT_GE(count, 9u);
  const std::size_t first = pdf.find('\n', table + 5) + 1;
  for (std::size_t i = 1; i < count; ++i) {
    const std::string entry = pdf.substr(first + 20 * i, 20);
    ASSERT_EQ(entry.substr(10), " 00000 n \n") << i;
    EXPECT_EQ(pdf.substr(std::stoul(entry), 10).find(std::to_string(i) + " 0 obj"), 0u) << i;
  }
}

TEST(GraphicPdf, IsVectorsAndStandardFontsOnAPageOfThreeQuarterPoints) {
  const std::string pdf = GraphicPdf(Sample());
  EXPECT_THAT(pdf, HasSubstr("/MediaBox [0 0 150.00 75.00]"));
  EXPECT_THAT(pdf, HasSubstr("/BaseFont /Helvetica /Encoding /WinAnsiEncoding"));
  EXPECT_THAT(pdf, HasSubstr("10.00 20.00 m\n110.00 20.00 l\nS\n"));
  EXPECT_THAT(pdf, HasSubstr("/G50 gs"));
  EXPECT_THAT(pdf, HasSubstr("/Filter /DCTDecode"));
  // Parentheses escaped, the dash and the letter in the font's own encoding.
  EXPECT_THAT(pdf, HasSubstr("(a \\(b\\) \\\\ \x96 \xE9) Tj"));
  EXPECT_THAT(pdf, HasSubstr("/Title (A \\(small\\) sample)"));
}

TEST(GraphicPdf, TurnsTextAsTheSvgDoes) {
  Graphic graphic{"", 100, 100};
  graphic.shapes.push_back(GraphicText{"up", {50, 60}, TextAlign::kLeft, {0, 0, 0}, 10, 90});
  // The line runs up the page: in coordinates that point down, along (0, -1).
  EXPECT_THAT(GraphicPdf(graphic), HasSubstr("0.0000 -1.0000 -1.0000 -0.0000 50.00 60.00 Tm"));
  EXPECT_THAT(GraphicSvg(graphic), HasSubstr("rotate(-90 50.00 60.00)"));
}

TEST(GraphicPicture, PaintsWhatTheSvgSays) {
  const Picture picture = GraphicPicture(Sample(), 2);
  ASSERT_EQ(picture.width, 400);
  const auto at = [&](double x, double y) {
    const auto* p = picture.At(static_cast<int>(2 * x), static_cast<int>(2 * y));
    return Color{p[0], p[1], p[2]};
  };
  EXPECT_EQ(at(60, 20), (Color{255, 0, 0}));
  EXPECT_EQ(at(150, 50), (Color{0, 128, 0}));
  EXPECT_EQ(at(60, 45).b, 255);
  EXPECT_NEAR(at(60, 45).r, 127, 2);
  EXPECT_EQ(at(2, 2), (Color{9, 9, 9}));
}

TEST(Graphic, TextIsEscapedInSvg) {
  Graphic graphic{"a<b", 10, 10};
  graphic.Text("x & y", 0, 5, TextAlign::kLeft, {});
  EXPECT_THAT(GraphicSvg(graphic), HasSubstr("a&lt;b"));
  EXPECT_THAT(GraphicSvg(graphic), HasSubstr("x &amp; y"));
}

TEST(Tiled, PlacesFiguresInRows) {
  Graphic dot{"dot", 10, 20};
  dot.shapes.push_back(GraphicCircle{{5, 5}, 1, {}});
  const Graphic tiled = Tiled({dot, dot, dot}, 2, 4);
  EXPECT_EQ(tiled.width, 24);
  EXPECT_EQ(tiled.height, 44);
  EXPECT_EQ(std::get<GraphicCircle>(tiled.shapes[2]).center.y, 29);
  EXPECT_EQ(std::get<GraphicCircle>(tiled.shapes[1]).center.x, 19);
}

TEST(DotChartGraphic, BarsStartAtZeroAndNamesStandBesideThem) {
  DotChart chart{.x_label = "effect", .rows = {"a", "b"}, .series = {{.value = {1, -1}}}};
  chart.bars = true;
  const Graphic graphic = DotChartGraphic(chart);
  std::vector<const GraphicPolygon*> bars;
  for (const GraphicShape& shape : graphic.shapes) {
    if (const auto* polygon = std::get_if<GraphicPolygon>(&shape)) bars.push_back(polygon);
  }
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(bars[0]->points[0].x, bars[1]->points[1].x, 1e-9);  // both end at 0
  EXPECT_GT(bars[0]->points[1].x, bars[0]->points[0].x);
  EXPECT_THAT(GraphicSvg(graphic), HasSubstr(">effect<"));
}

TEST(SignMatrixGraphic, ShowsTheSignWithoutColour) {
  SignMatrix matrix{.title = "m", .rows = {"r"}, .columns = {"a", "b", "c"}};
  matrix.values = {{4, -1, std::numeric_limits<double>::quiet_NaN()}};
  const std::string svg = GraphicSvg(SignMatrixGraphic(matrix));
  EXPECT_THAT(svg, HasSubstr("fill=\"#0067a8\""));                  // above: a full square
  EXPECT_THAT(svg, HasSubstr("fill=\"none\" stroke=\"#c94f00\""));  // below: a frame
  EXPECT_THAT(svg, Not(HasSubstr("fill=\"#c94f00\"")));
}

TEST(GridMapGraphic, NeedsAValueForEachCell) {
  EXPECT_THROW(GridMapGraphic({.columns = 2, .rows = 2, .values = {1, 2, 3}}),
               std::invalid_argument);
}

TEST(GridMapGraphic, LightnessRisesWithTheValue) {
  const Graphic graphic =
      GridMapGraphic({.columns = 9, .rows = 1, .values = {0, 1, 2, 3, 4, 5, 6, 7, 8}});
  double last = -1;
  int cells = 0;
  for (const GraphicShape& shape : graphic.shapes) {
    const auto* cell = std::get_if<GraphicPolygon>(&shape);
    if (cell == nullptr || cells == 9) continue;
    const double luma = .299 * cell->color.r + .587 * cell->color.g + .114 * cell->color.b;
    EXPECT_GT(luma, last);
    last = luma;
    ++cells;
  }
  EXPECT_EQ(cells, 9);
}

}  // namespace
}  // namespace saccade
