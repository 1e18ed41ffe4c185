#include "saccade/study/score_columns.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "saccade/base/file.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/evaluation_json.h"
#include "saccade/study/page.h"
#include "saccade/study/report_scores.h"
#include "saccade/study/score_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using namespace metrics;
using ::testing::HasSubstr;

std::string Shown(const ScoreInfo& info) {
  return TableCell(testing::EveryScore().value[info.slot]).Text(info.decimals);
}

// Every line of the table that is a column, and whether `summary` may leave it out.
void ExpectColumnsIn(const std::string& text, Summary summary) {
  for (const ScoreInfo& info : kScoreTable) {
    if (info.values > 1) continue;
    SCOPED_TRACE(info.key);
    const bool wanted = (info.left_out_of & summary) == 0;
    EXPECT_EQ(text.find(info.header) != std::string::npos && text.find(Shown(info)) != text.npos,
              wanted);
  }
}

TEST(ScoreTable, EachScoreHasAKeyAPlaceAndOneWayToComputeIt) {
  std::set<std::string_view> keys;
  std::size_t next = 0;
  for (const ScoreInfo& info : kScoreTable) {
    SCOPED_TRACE(info.key);
    EXPECT_TRUE(keys.insert(info.key).second) << "twice";
    EXPECT_EQ(info.slot, next);
    next += info.values;
    EXPECT_EQ((info.of_scanpath != nullptr) + (info.of_two != nullptr) + (info.of_map != nullptr) +
                  (info.of_row != nullptr) + (info.of_pair != nullptr) +
                  (info.of_distances != nullptr),
              1);
    EXPECT_EQ(info.of_row != nullptr, info.tally != nullptr);
    EXPECT_EQ(info.of_row != nullptr || info.of_distances != nullptr,
              info.level == ScoreLevel::kRow || info.level == ScoreLevel::kStep);
    EXPECT_EQ(info.of_pair != nullptr, info.level == ScoreLevel::kPair);
    EXPECT_EQ(std::ranges::count(kScoreFamilies, info.family, &FamilyName::family), 1);
    EXPECT_EQ(info.of_map != nullptr, info.level == ScoreLevel::kFixation);
    EXPECT_EQ(info.values > 1, info.level == ScoreLevel::kStep);
    EXPECT_EQ(info.of_two == nullptr || info.Needs(kNeedsPeople), true);
    EXPECT_FALSE(info.name.empty() || info.header.empty());
    EXPECT_FALSE(info.explanation.empty());
  }
  EXPECT_EQ(next, kScoreValues);
}

TEST(ScoreTable, EachKeyIsInTheOverviewOfPages) {
  const std::string overview = ReadFile(testing::ProjectFile("docs/metrics/README.md"));
  for (const ScoreInfo& info : kScoreTable) {
    SCOPED_TRACE(info.key);
    const std::string page = std::string(info.page) + ".md";
    EXPECT_TRUE(std::filesystem::exists(testing::ProjectFile("docs/metrics/" + page)));
    const std::size_t line = overview.find("](" + page + ")");
    ASSERT_NE(line, std::string::npos);
    EXPECT_THAT(overview.substr(line, overview.find('\n', line) - line),
                HasSubstr(fmt::format("`{}`", info.key)));
  }
}

TEST(EveryScore, IsInTheJsonOfARowAndReadBackFromIt) {
  const RowSummary row = testing::RowWithEveryScore();
  const auto json = nlohmann::ordered_json::parse(RowJson(row, false).dump());
  for (const ScoreInfo& info : kScoreTable) {
    SCOPED_TRACE(info.key);
    EXPECT_NE(FindScore(json, info), nullptr);
    EXPECT_NE(FindScore(json["tasks"]["cup"], info), nullptr);
    EXPECT_TRUE(json["intervals"].contains(std::string(info.key)));
  }
  const RowSummary reread = RowFromJson(json, "scores.json");
  EXPECT_EQ(reread.scores.value, row.scores.value);
  EXPECT_EQ(reread.scores.low, row.scores.low);
  EXPECT_EQ(reread.scores.high, row.scores.high);
  EXPECT_EQ(reread.tasks[0].scores.value, row.scores.value);
}

TEST(EveryScore, IsInEveryFormOfAComparison) {
  Comparison comparison;
  SeedResult result{.seed = 0, .row = testing::RowWithEveryScore(), .cost = {}};
  comparison.seeds = {0, 1};
  comparison.methods = {{"one", "x", "", SeedChanges::kScanpaths, {result, result}}};
  for (const std::string& text : {ComparisonMarkdown(comparison, ""), ComparisonLatex(comparison),
                                  ComparisonHtml(comparison, "")}) {
    ExpectColumnsIn(text, kComparison);
  }
  const auto json = ToJson(comparison);
  for (const ScoreInfo& info : kScoreTable) {
    SCOPED_TRACE(info.key);
    EXPECT_NE(FindScore(json["rows"][0], info), nullptr);
    EXPECT_NE(FindScore(json["rows"][0]["spread"], info), nullptr);
    EXPECT_NE(FindScore(json["rows"][0]["by_seed"][1], info), nullptr);
  }
  for (const Table& table : {SpreadTable(comparison), IntervalTable(comparison)}) {
    SCOPED_TRACE(table.title[0]);
    const std::string text = TableText(table);
    for (const ScoreInfo* info : ComparedScores(comparison)) {
      EXPECT_THAT(text, HasSubstr(std::string(info->header)));
    }
  }
}

TEST(EveryScore, IsInATableOfAReport) {
  HumanSet humans;
  Evaluation evaluation;
  evaluation.rows = {testing::RowWithEveryScore()};
  std::string text;
  for (const FamilyName& family : kScoreFamilies) {
    text += TableText(ScoreTable(humans, evaluation, 0, family));
  }
  ExpectColumnsIn(text, kReport);
}

TEST(ScoreColumns, LeaveOutWhatNoRowHas) {
  ScoreVector scores = AbsentScores();
  scores[kShape] = 1;
  const auto any = [](const ScoreInfo&) { return true; };
  const ScoreVector none = AbsentScores();
  const ScoreColumns columns = ScoreColumnsOf({&none, &scores}, any);
  ASSERT_EQ(columns.size(), 1u);
  EXPECT_EQ(columns[0]->key, "multimatch.shape");
  EXPECT_TRUE(ScoreCell(none, *columns[0]).IsMissing());
  EXPECT_TRUE(ScoreColumnsOf({&none}, any).empty());
}

TEST(ScoreColumns, AreNamedInASentence) {
  const ScoreColumns three = {&kScoreTable[1], &kScoreTable[2], &kScoreTable[3]};
  EXPECT_EQ(HeadersOf(three), "TFP-AUC, mismatch and ratio");
  EXPECT_EQ(HeadersOf({&kScoreTable[1]}), "TFP-AUC");
  EXPECT_EQ(HeadersOf({}), "");
}

TEST(ScoreLegend, ExplainsEveryColumnAndKey) {
  const std::string text = TableText(ScoreLegend());
  const auto json = ScoreLegendJson();
  ASSERT_EQ(json.size(), kScoreTable.size());
  for (std::size_t i = 0; i < kScoreTable.size(); ++i) {
    const ScoreInfo& info = kScoreTable[i];
    SCOPED_TRACE(info.key);
    for (const std::string_view word : {info.key, info.header, info.explanation, info.page}) {
      EXPECT_THAT(text, HasSubstr(std::string(word)));
    }
    EXPECT_EQ(json[i]["key"], info.key);
    EXPECT_EQ(json[i]["explanation"], info.explanation);
    EXPECT_EQ(json[i]["needs"].empty(), info.needs == 0);
  }
  EXPECT_EQ(json[12]["needs"], nlohmann::json({"other people"}));
}

}  // namespace
}  // namespace saccade
