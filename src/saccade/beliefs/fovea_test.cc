#include "saccade/beliefs/fovea.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

std::vector<int> Cells(const CellSet& set) {
  std::vector<int> cells;
  set.ForEach([&](int cell) { cells.push_back(cell); });
  return cells;
}

TEST(Fovea, EqualsTheGoldenCellsInBothConventions) {
  SACCADE_NEEDS_DATA("gold/fovea_cells.json");
  const auto gold =
      nlohmann::json::parse(ReadFile(testing::SharedData("gold/fovea_cells.json"))).at("cases");
  ASSERT_GT(gold.size(), 20u);
  for (const auto& item : gold) {
    SCOPED_TRACE(item.dump());
    const auto convention =
        item.at("convention") == "half" ? DiscConvention::kHalf : DiscConvention::kCell;
    const Cell fixation{item.at("column").get<int>(), item.at("row").get<int>()};
    EXPECT_EQ(Cells(FoveaCells(fixation, item.at("radius").get<double>(), convention)),
              item.at("cells").get<std::vector<int>>());
  }
}

TEST(Fovea, DiscOfTheCentreHasThirteenCells) {
  // Rows 8..12 around (16, 10) hold 1, 3, 5, 3, 1 cells.
  const CellSet disc = FoveaCells(Grid::Center());
  EXPECT_EQ(disc.size(), 13);
  EXPECT_TRUE(disc.Contains(Grid::Index({16, 8})));
  EXPECT_TRUE(disc.Contains(Grid::Index({18, 10})));
  EXPECT_FALSE(disc.Contains(Grid::Index({18, 11})));
}

TEST(Fovea, HalfConventionIsShiftedRightAndDown) {
  const CellSet disc = FoveaCells({16, 10}, 2, DiscConvention::kHalf);
  EXPECT_EQ(disc.size(), 12);
  EXPECT_TRUE(disc.Contains(Grid::Index({18, 10})));
  EXPECT_TRUE(disc.Contains(Grid::Index({16, 12})));
  EXPECT_FALSE(disc.Contains(Grid::Index({14, 10})));
  EXPECT_FALSE(disc.Contains(Grid::Index({16, 8})));
}

TEST(Fovea, TheGridIsWiderThanHighSoSwappedAxesAreSeen) {
  const CellSet disc = FoveaCells({30, 3});
  EXPECT_EQ(Cells(disc), (std::vector<int>{32 * 1 + 30, 32 * 2 + 29, 32 * 2 + 30, 32 * 2 + 31,
                                           32 * 3 + 28, 32 * 3 + 29, 32 * 3 + 30, 32 * 3 + 31,
                                           32 * 4 + 29, 32 * 4 + 30, 32 * 4 + 31, 32 * 5 + 30}));
}

TEST(Inhibition, ClosesThreeByThreeCellsCutAtTheBorder) {
  EXPECT_EQ(Cells(ClosedCells({5, 4})),
            (std::vector<int>{100, 101, 102, 132, 133, 134, 164, 165, 166}));
  EXPECT_EQ(Cells(ClosedCells({0, 0})), (std::vector<int>{0, 1, 32, 33}));
  EXPECT_EQ(Cells(ClosedCells({31, 19})), (std::vector<int>{606, 607, 638, 639}));
}

TEST(CellSet, CountsWalksAndSubtracts) {
  CellSet set;
  for (const int cell : {0, 63, 64, 639}) set.Insert(cell);
  EXPECT_EQ(Cells(set), (std::vector<int>{0, 63, 64, 639}));
  set.Erase(63);
  CellSet other;
  other.Insert(64);
  EXPECT_EQ(Cells(set - other), (std::vector<int>{0, 639}));
  EXPECT_EQ((set | other).size(), 3);
}

}  // namespace
}  // namespace saccade
