#include "saccade/study/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/study/comparison_tables.h"
#include "saccade/study/evaluation_json.h"

namespace saccade {
namespace {

using namespace metrics;
using ::testing::HasSubstr;
using ::testing::Not;

SeedResult Result(std::uint64_t seed, double mismatch, double shape) {
  SeedResult result{.seed = seed, .row = {}, .cost = {}};
  result.row.scanpaths = 20;
  result.row.pairs = 2;
  result.row.scores.value[kProbabilityMismatch] = mismatch;
  result.row.scores.value[kTfpAuc] = 5;
  result.row.scores.value[kShape] = shape;
  result.row.scores.low[kShape] = shape - .1;
  result.row.scores.high[kShape] = shape + .1;
  result.row.tasks.push_back({"cup", 20, result.row.scores});
  return result;
}

ComparedMethod MethodOf(const std::string& kind, const std::string& name,
                        const std::string& published, std::vector<SeedResult> seeds) {
  return {name, kind, published, SeedChanges::kScanpaths, std::move(seeds)};
}

Comparison Example() {
  Comparison comparison;
  comparison.protocol = "paper";
  comparison.split = "validation";
  comparison.trials = 2752;
  comparison.pairs = 324;
  comparison.seeds = {0, 1};
  SeedResult human = Result(0, kAbsent, .99);
  human.row.human = true;
  comparison.methods = {MethodOf("human", "human", "Human", {human}),
                        MethodOf("irl", "IRL", "IRL", {Result(0, .5, .9), Result(1, .7, .8)}),
                        MethodOf("x", "a_b & c", "", {Result(0, .9, .8502), Result(1, .9, .8502)})};
  return comparison;
}

TEST(Comparison, TakesMeansAndDeviationsOverSeeds) {
  const ComparedMethod irl = Example().methods[1];
  const RowSummary mean = MeanOverSeeds(irl);
  EXPECT_DOUBLE_EQ(mean.scores.value[kProbabilityMismatch], .6);
  EXPECT_DOUBLE_EQ(mean.scores.low[kShape], .75);   // of .8 and .7
  EXPECT_DOUBLE_EQ(mean.scores.high[kShape], .95);  // of 1 and .9
  EXPECT_DOUBLE_EQ(mean.tasks[0].scores.value[kShape], .85);
  EXPECT_EQ(mean.scanpaths, 40u);
  // Two values .2 apart: .2 / sqrt(2).
  EXPECT_NEAR(SpreadOverSeeds(irl)[kProbabilityMismatch], .1414213562, 1e-9);
  EXPECT_FALSE(IsPresent(SpreadOverSeeds(Example().methods[0])[kTfpAuc]));
}

// Searchers of all seeds pooled, against FoundBySubject on all of them at once.
TEST(Comparison, CurveOverSeedsIsThatOfAllSearchers) {
  const std::vector<SearchOutcome> first = {{0, 1, 2}, {0, 2, 3}, {1, 1, std::nullopt}, {1, 2, 2}};
  const std::vector<SearchOutcome> second = {{0, 1, 4}, {0, 2, 2}, {1, 1, 2}, {1, 2, 7}};
  ComparedMethod method = Example().methods[1];
  method.seeds[0].row.by_subject = FoundBySubject(first);
  method.seeds[1].row.by_subject = FoundBySubject(second);
  std::vector<SearchOutcome> all = first;
  for (SearchOutcome outcome : second) {
    outcome.subject = static_cast<int>(*outcome.subject.number()) + 10;
    all.push_back(outcome);
  }
  const CurveBySubject expected = FoundBySubject(all);
  const CurveBySubject pooled = MeanOverSeeds(method).by_subject;
  EXPECT_EQ(pooled.subjects.size(), 4u);
  for (int i = 0; i < kScoredPoints; ++i) {
    SCOPED_TRACE(i);
    EXPECT_NEAR(pooled.mean[i], expected.mean[i], 1e-12);
    EXPECT_NEAR(pooled.standard_error[i], expected.standard_error[i], 1e-12);
  }
}

TEST(Comparison, RowsAndCostsSurviveTheirFiles) {
  SeedResult result = Result(3, 1.0 / 3, .1 + .2);
  result.row.name = "IRL";
  result.row.by_subject = FoundBySubject(std::vector<SearchOutcome>{{0, 1, 2}, {0, 2, 5}});
  for (int i = 0; i < kScoredPoints; ++i) result.row.scores.value[kCdf + i] = i / 7.0;
  const auto json = RowJson(result.row, true);
  const auto reread = nlohmann::ordered_json::parse(json.dump());
  EXPECT_EQ(RowJson(RowFromJson(reread, "scores.json"), true), json);
  EXPECT_EQ(reread["multimatch"]["shape"].get<double>(), .1 + .2);
  EXPECT_FALSE(reread.contains("cig"));
  EXPECT_THROW(RowFromJson({{"name", 5}}, "scores.json"), InputError);

  MethodCost cost;
  cost.training_seconds = 12.5;
  cost.training_complete = false;
  cost.parameters = 1234567;
  cost.threads = 2;
  EXPECT_EQ(CostFromJson(ToJson(cost), "scores.json"), cost);
}

TEST(ComparisonTables, BoldsTheBestOfOursAndWhatEqualsItInTheDigitsShown) {
  const Table table = ResultTable(Example());
  ASSERT_EQ(table.columns[2].header, "mismatch ↓");
  ASSERT_EQ(table.columns[3].header, "shape ↑");
  // Human, published, IRL, published, the other.
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_TRUE(table.IsBeside(1));
  EXPECT_TRUE(table.IsBeside(3));
  EXPECT_TRUE(table.rows[2][2].IsBold());        // .6 is lowest
  EXPECT_FALSE(table.rows[4][2].IsBold());       // .9
  EXPECT_FALSE(table.rows[0][3].IsBold());       // people are not in the race
  EXPECT_TRUE(table.rows[2][3].IsBold());        // .850
  EXPECT_TRUE(table.rows[4][3].IsBold());        // .8502
  EXPECT_FALSE(table.rows[2][1].IsBold());       // TFP-AUC is no closeness
  EXPECT_EQ(table.rows[3][2].Text(3), "0.987");  // the paper's IRL
}

TEST(ComparisonTables, SayProtocolSplitTrialsAndSeedsAboveEveryTable) {
  const Comparison comparison = Example();
  for (const Table& table :
       {ResultTable(comparison), FurtherTable(comparison), SpreadTable(comparison),
        IntervalTable(comparison), CurveTable(comparison), CostTable(comparison)}) {
    SCOPED_TRACE(table.title[0]);
    EXPECT_EQ(table.title[1],
              "protocol paper, split validation, 2,752 human trials on 324 pairs of target and "
              "picture, 10 scanpaths a pair, seeds 0, 1");
  }
}

TEST(ComparisonTables, TheFigureTellsMoreRowsApartThanThereAreColors) {
  Comparison comparison = Example();
  const ComparedMethod method = comparison.methods.back();
  while (comparison.methods.size() < 12) comparison.methods.push_back(method);
  const LineChart chart = CurveChart(comparison);
  EXPECT_FALSE(chart.series[0].dashed);
  EXPECT_FALSE(chart.series[9].dashed);
  EXPECT_TRUE(chart.series[10].dashed);
}

TEST(ComparisonTables, BecomeMarkdownLatexAndHtml) {
  const Comparison comparison = Example();
  EXPECT_THAT(ComparisonMarkdown(comparison, "saccade"),
              HasSubstr("| IRL | 5.000 | **0.600** | **0.850** |"));
  const std::string latex = ComparisonLatex(comparison);
  EXPECT_THAT(latex, HasSubstr("IRL & 5.000 & \\textbf{0.600} & \\textbf{0.850} \\\\"));
  EXPECT_THAT(latex, HasSubstr("a\\_b \\& c &"));
  EXPECT_THAT(latex, HasSubstr("mismatch $\\downarrow$"));
  EXPECT_THAT(latex, HasSubstr("\\multicolumn{1}{c}{MultiMatch}"));
  EXPECT_THAT(latex, HasSubstr("\\toprule"));
  const std::string html = ComparisonHtml(comparison, "saccade");
  EXPECT_THAT(html, HasSubstr("<strong>0.600</strong>"));
  EXPECT_THAT(html, HasSubstr("a_b &amp; c"));
  // What the page's script is made of is not looked at.
  EXPECT_THAT(html.substr(html.find("</style>"), html.rfind("<script>") - html.find("</style>")),
              Not(HasSubstr("nan")));
}

TEST(ComparisonJson, HasRowsAsEvaluateWritesThemWithTheirSeeds) {
  const auto json = ToJson(Example());
  const auto& irl = json["rows"][1];
  EXPECT_EQ(irl["name"], "IRL");
  EXPECT_DOUBLE_EQ(irl["multimatch"]["shape"].get<double>(), .85);
  EXPECT_EQ(irl["by_seed"].size(), 2u);
  EXPECT_EQ(irl["by_seed"][1]["probability_mismatch"], .7);
  EXPECT_TRUE(irl["spread"].contains("probability_mismatch"));
  EXPECT_FALSE(json["rows"][0].contains("probability_mismatch"));
  EXPECT_EQ(json["paper"].size(), 7u);
}

TEST(ResampledText, SaysWhatIntervalsDraw) {
  Comparison comparison;
  EXPECT_EQ(IntervalTable(comparison).title.front(), "95% intervals over pictures");
  EXPECT_FALSE(ToJson(comparison).contains("resample"));
  comparison.resample = metrics::ResampleUnit::kBoth;
  EXPECT_EQ(IntervalTable(comparison).title.front(), "95% intervals over pictures and people");
  EXPECT_EQ(ToJson(comparison)["resample"], "pictures and people");
}

}  // namespace
}  // namespace saccade
