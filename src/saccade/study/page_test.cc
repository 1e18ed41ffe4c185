#include "saccade/study/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/study/map_figure.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Page Example() {
  Table table;
  table.title = {"Scores", "protocol paper & seed 0"};
  table.columns = {{"model"}, {"AUC", 2}};
  table.rows = {{"<human>", 5.2}, {"none", std::nullopt}};
  Page page;
  page.title = "Search & find";
  page.sections = {{"Scores", {Paragraph{"x < y"}, table, Facts{{{"12", "trials"}}}}},
                   {"More", {Folded{"All tasks", table}, Commands{"saccade --help"}}}};
  return page;
}

TEST(Page, IsOneFileWithoutNetwork) {
  const std::string html = PageHtml(Example());
  EXPECT_THAT(html, ::testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html, Not(HasSubstr("<link")));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
}

TEST(Page, CarriesAPictureOnceHoweverOftenItIsShown) {
  Gallery gallery;
  gallery.searches = {
      {.still = {{{"<svg><use href=\"#picture-1\"/></svg>", "a"}}, 3, "Looking for: cup"},
       .picture = "data:image/png;base64,AAAA",
       .data = "{}"}};
  Page page;
  page.sections = {{"Examples", {gallery}}};
  const std::string html = PageHtml(page);
  EXPECT_THAT(html, HasSubstr("<image id=\"picture-1\" href=\"data:image/png;base64,AAAA\""));
  EXPECT_EQ(html.find("AAAA"), html.rfind("AAAA"));
}

TEST(Page, DataCannotEndItsElement) {
  const Figure figure =
      LineFigure({.title = "</script><b>", .series = {{.x = {1}, .y = {2}}}}, "c");
  Page page;
  page.sections = {{"Charts", {Figures{{figure}, 1}}}};
  const std::string html = PageHtml(page);
  EXPECT_THAT(html, HasSubstr(R"("title":"\u003c/script>\u003cb>")"));
  EXPECT_THAT(html, Not(HasSubstr("</script><b>")));
}

TEST(Page, EscapesAllTexts) {
  const std::string html = PageHtml(Example());
  EXPECT_THAT(html, HasSubstr("<h1>Search &amp; find</h1>"));
  EXPECT_THAT(html, HasSubstr("<p>x &lt; y</p>"));
  EXPECT_THAT(html, HasSubstr("&lt;human&gt;"));
  EXPECT_THAT(html, HasSubstr("protocol paper &amp; seed 0"));
}

TEST(Page, TablesHaveHeadersForReadersAndDashesForWhatIsMissing) {
  const std::string html = PageHtml(Example());
  EXPECT_THAT(html, HasSubstr("<th scope=\"col\" class=\"n\">AUC</th>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">none</th><td class=\"n\">&ndash;</td>"));
}

TEST(Page, ContentsLeadToEverySection) {
  const std::string html = PageHtml(Example());
  EXPECT_THAT(html, HasSubstr("<a href=\"#section-2\">More</a>"));
  EXPECT_THAT(html, HasSubstr("<section id=\"section-2\""));
}

TEST(MapFigure, PaintsTheLargestValueBrightest) {
  std::vector<float> values(Grid::kCells, 0.f);
  values[Grid::Index({3, 2})] = 1.f;
  MapFigure map;
  map.values = values;
  EXPECT_THAT(MapFigureSvg(map), HasSubstr("<path fill=\"#fcffa4\" d=\"M48 32h16v16h-16z\"/>"));
}

TEST(MapFigure, NeedsAValueForEachCell) {
  const std::vector<float> values(3);
  MapFigure map;
  map.values = values;
  EXPECT_THROW(MapFigureSvg(map), std::invalid_argument);
}

}  // namespace
}  // namespace saccade
