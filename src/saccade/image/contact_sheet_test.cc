#include "saccade/image/contact_sheet.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace saccade {
namespace {

TEST(ContactSheet, PutsPicturesInRowsFromTheLeft) {
  const std::vector<Tile> tiles = {{Picture(40, 20, {250, 0, 0}), ""},
                                   {Picture(40, 20, {0, 250, 0}), ""},
                                   {Picture(40, 20, {0, 0, 250}), ""}};
  const Picture sheet =
      ContactSheet(tiles, {.columns = 2, .tile_width = 40, .tile_height = 40, .gap = 10});
  // 10 + 2 (40 + 10) wide, 10 + 2 (20 + 10) high.
  ASSERT_EQ(sheet.width, 110);
  ASSERT_EQ(sheet.height, 70);
  EXPECT_EQ(sheet.At(10, 10)[0], 250);
  EXPECT_EQ(sheet.At(60, 29)[1], 250);
  EXPECT_EQ(sheet.At(49, 40)[2], 250);
  EXPECT_EQ(sheet.At(80, 50)[2], 255);  // no fourth picture: white
  EXPECT_EQ(sheet.At(80, 50)[0], 255);
}

TEST(ContactSheet, FitsTallAndWidePicturesIntoTheirTiles) {
  const std::vector<Tile> tiles = {{Picture(10, 100, {1, 1, 1}), "tall"},
                                   {Picture(300, 30, {1, 1, 1}), std::string(200, 'm')}};
  const Picture sheet = ContactSheet(
      tiles, {.columns = 5, .tile_width = 60, .tile_height = 50, .gap = 8, .title = "Both"});
  EXPECT_EQ(sheet.width, 8 + 2 * 68);
  // The tall one is 5 wide in the middle of its tile.
  const int top = 8 + static_cast<int>(2.2 * 14);
  EXPECT_EQ(sheet.At(8 + 30, top + 5)[0], 1);
  EXPECT_EQ(sheet.At(8 + 20, top + 5)[0], 255);
}

TEST(ContactSheet, NoPicturesGiveAnEmptyPage) {
  EXPECT_GT(ContactSheet({}).width, 0);
  const std::vector<Tile> empty(1);
  EXPECT_GT(ContactSheet(empty).height, 0);
}

}  // namespace
}  // namespace saccade
