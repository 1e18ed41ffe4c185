#include "saccade/study/table.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

Table Example() {
  Table table;
  table.title = {"Scores of valid.json", "protocol paper"};
  table.columns = {{"model"}, {"trials"}, {"TFP-AUC", 3}};
  table.rows = {{"human", 3258, 5.2}, {"random walk", 12, std::nullopt}};
  return table;
}

TEST(Table, AlignsTextLeftAndNumbersRight) {
  EXPECT_EQ(TableText(Example()),
            "Scores of valid.json\n"
            "protocol paper\n"
            "model        trials  TFP-AUC\n"
            "-----------  ------  -------\n"
            "human          3258    5.200\n"
            "random walk      12        -\n");
}

TEST(Table, BoldsOnlyTheHeader) {
  const std::string text = TableText(Example(), {.bold = true});
  EXPECT_NE(text.find("\033[1mmodel        trials  TFP-AUC\033[0m\n"), std::string::npos);
  EXPECT_EQ(text.find("\033[1m"), text.rfind("\033[1m"));
}

TEST(Table, ContinuesALongTextBelow) {
  Table table;
  table.title = {"what the scores of a table mean"};
  table.columns = {{"score"}, {"what"}};
  table.rows = {{"shape", "likeness of the saccades' shapes"}};
  EXPECT_EQ(TableText(table, {.width = 29}),
            "what the scores of a table\n"
            "  mean\n"
            "score  what\n"
            "-----  ----------------------\n"
            "shape  likeness of the\n"
            "         saccades' shapes\n");
}

TEST(Table, MissesWhatAShortRowDoesNotHave) {
  Table table;
  table.columns = {{"a"}, {"b", 1}};
  table.rows = {{"x", 1.25}, {"y"}};
  EXPECT_EQ(TableText(table), "a    b\n-  ---\nx  1.2\ny    -\n");
}

TEST(Table, CountsCodePointsNotBytes) {
  Table table;
  table.columns = {{"é"}, {"n"}};
  table.rows = {{"ab", 1}, {"ö", 2}};
  EXPECT_EQ(TableText(table), "é   n\n--  -\nab  1\nö   2\n");
}

TEST(Table, NeverPrintsMinusZero) {
  EXPECT_EQ(TableCell(-0.0001).Text(3), "0.000");
  EXPECT_EQ(TableCell(-0.0006).Text(3), "-0.001");
}

TEST(Table, TakesOptionalsAsMissing) {
  EXPECT_TRUE(TableCell(std::optional<double>()).IsMissing());
  EXPECT_EQ(TableCell(std::optional<double>(1.5)).Text(1), "1.5");
}

TEST(Table, BecomesMarkdownWithBarsEscaped) {
  Table table = Example();
  table.rows[0][0] = "a|b";
  EXPECT_EQ(TableMarkdown(table),
            "Scores of valid.json\n\nprotocol paper\n\n"
            "| model | trials | TFP-AUC |\n|---|---:|---:|\n"
            "| a\\|b | 3258 | 5.200 |\n| random walk | 12 | - |\n");
}

// Names of 3, columns of 5 and gaps of 2: 3 + 2 x 7 = 17 characters hold two columns.
TEST(FittingTables, RepeatTheFirstColumnAndTheTitleOnce) {
  Table table;
  table.title = {"title"};
  table.columns = {{"row"}, {"one", 3}, {"two", 3}, {"three", 3}};
  table.rows = {{"a", 1.0, 2.0, 3.0}, {"b", 4.0, std::nullopt, 6.0}};
  const std::vector<Table> parts = FittingTables(table, 17);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(TableText(parts[0]),
            "title\nrow    one    two\n---  -----  -----\na    1.000  2.000\nb    4.000      -\n");
  EXPECT_EQ(TableText(parts[1]), "row  three\n---  -----\na    3.000\nb    6.000\n");
  EXPECT_EQ(FittingTables(table, 24).size(), 1u);
  EXPECT_EQ(FittingTables(table, 23).size(), 2u);
  EXPECT_EQ(FittingTables(table, 1).size(), 3u);  // each alone
}

TEST(FittingTables, KeepAGroupTogether) {
  Table table;
  table.columns = {{"row"}, {"one", 3}, {"two", 3, "g"}, {"three", 3, "g"}};
  table.rows = {{"a", 1.0, 2.0, 3.0}};
  const std::vector<Table> parts = FittingTables(table, 17);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].columns.size(), 2u);
  EXPECT_EQ(parts[1].columns.size(), 3u);
}

}  // namespace
}  // namespace saccade
