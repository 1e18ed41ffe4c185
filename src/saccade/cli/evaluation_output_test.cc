#include "saccade/cli/evaluation_output.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/study/score_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade::cli {
namespace {

using namespace metrics;
using ::testing::HasSubstr;

TEST(EvaluationOutput, HasEveryScoreOfTheTableInItsTables) {
  HumanSet humans;
  Evaluation evaluation;
  evaluation.rows = {testing::RowWithEveryScore()};
  evaluation.differences = {{"model", "other", testing::EveryScore()}};
  ::testing::internal::CaptureStdout();
  PrintTables({humans, evaluation, 0});
  const std::string text = ::testing::internal::GetCapturedStdout();
  for (const ScoreInfo& info : kScoreTable) {
    SCOPED_TRACE(info.key);
    EXPECT_THAT(text, HasSubstr(std::string(info.header)));
    for (std::size_t i = info.slot; i < info.slot + info.values; ++i) {
      EXPECT_THAT(text, HasSubstr(fmt::format(" {:.{}f}", 1 + i / 1000.0, info.decimals)));
    }
    if (info.values > 1) continue;
    EXPECT_THAT(text, HasSubstr(fmt::format("{:.{}f}..", 2 + info.slot / 1000.0, info.decimals)));
  }
}

TEST(EvaluationOutput, HasEveryScoreOfTrialsAndFixationsInItsRecords) {
  HumanSet humans;
  humans.pairs.resize(1);
  humans.pairs[0].task = "cup";
  humans.pairs[0].name = "a.jpg";
  Row row;
  row.name = "model";
  row.scanpaths = {{.pair = 0, .subject = 3, .first_on_target = 2}};
  row.fixations = {{.pair = 0, .subject = 3, .step = 1}};
  for (const ScoreInfo& info : kScoreTable) {
    const double value = 1 + static_cast<double>(info.slot) / 1000;
    if (info.level == ScoreLevel::kTrial) row.scanpaths[0].scores[info.slot] = value;
    if (info.level == ScoreLevel::kFixation) row.fixations[0].scores[info.slot] = value;
  }
  const testing::TemporaryFolder folder;
  WritePerTrial(folder / "scores.csv", humans, {&row, 1});
  std::istringstream lines(ReadFile(folder / "scores.csv"));
  std::string header, trial, fixation, more;
  ASSERT_TRUE(std::getline(lines, header) && std::getline(lines, trial) &&
              std::getline(lines, fixation));
  EXPECT_FALSE(std::getline(lines, more));
  EXPECT_THAT(trial, ::testing::StartsWith("model,cup,a.jpg,3,,2,"));
  EXPECT_THAT(fixation, ::testing::StartsWith("model,cup,a.jpg,3,1,,"));
  for (const ScoreInfo& info : kScoreTable) {
    SCOPED_TRACE(info.key);
    const auto in = [](const std::string& line, std::string_view text) {
      return (line + ",").find(fmt::format(",{},", text)) != std::string::npos;
    };
    const bool of_trial = info.level == ScoreLevel::kTrial;
    const bool of_fixation = info.level == ScoreLevel::kFixation;
    EXPECT_EQ(in(header, info.key), of_trial || of_fixation);
    const std::string value = nlohmann::json(1 + static_cast<double>(info.slot) / 1000).dump();
    EXPECT_EQ(in(trial, value), of_trial);
    EXPECT_EQ(in(fixation, value), of_fixation);
  }
}

TEST(ExplainColumns, NeedsNothingElseAndIsATableOrJson) {
  const testing::RunResult table = testing::Saccade({"evaluate", "--explain-columns"});
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("docs/metrics/multimatch.md"));
  const testing::RunResult json = testing::Saccade({"evaluate", "--explain-columns", "--json"});
  ASSERT_EQ(json.exit_code, 0) << json.err;
  EXPECT_EQ(nlohmann::json::parse(json.out).size(), kScoreTable.size());
  const testing::TemporaryFolder folder;
  const testing::RunResult both =
      testing::Saccade({"evaluate", "--json", folder / "legend.json", "--explain-columns"});
  EXPECT_EQ(both.out, table.out);
  EXPECT_EQ(ReadFile(folder / "legend.json"), json.out);
}

}  // namespace
}  // namespace saccade::cli
