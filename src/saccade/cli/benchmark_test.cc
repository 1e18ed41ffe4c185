#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using testing::RunResult;
using testing::Saccade;

// What is measured differs from machine to machine; that it is a speed, and adds up, does not.
TEST(Benchmark, MeasuresTheMetricsOnTheUsersTrials) {
  const testing::TemporaryFolder folder;
  testing::MakeTinyData(folder.path());
  const testing::RunOptions there{.folder = folder.path()};
  const std::vector<std::string> call = {"benchmark",
                                         "--fixations",
                                         "data/fixations_valid.json",
                                         "--only-metrics",
                                         "--scale",
                                         "--threads",
                                         "1"};
  std::vector<std::string> with_json = call;
  with_json.push_back("--json");
  const RunResult result = Saccade(with_json, there);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto measured = nlohmann::json::parse(result.out);
  EXPECT_EQ(measured["threads"], 1);
  EXPECT_GT(measured["multimatch_pairs_per_second"], 1000);
  double shares = 0;
  for (const auto& [name, value] : measured.items()) {
    if (name == "width") continue;  // of the processor, a word
    EXPECT_TRUE(value.is_number()) << name;
    if (name.starts_with("time_share_")) shares += value.get<double>();
  }
  EXPECT_NEAR(shares, 1, 1e-9);
  for (const int factor : {1, 2, 4, 8}) {
    EXPECT_GT(measured["human_row_seconds_" + std::to_string(factor) + "x"], 0);
  }
  EXPECT_FALSE(measured.contains("iteration_seconds"));

  const RunResult text = Saccade(call, there);
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, ::testing::HasSubstr("human_row_seconds_8x"));
}

TEST(Benchmark, NamesAFileThatIsNotThere) {
  const RunResult result = Saccade({"benchmark", "--fixations", "no.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, ::testing::HasSubstr("no.json"));
}

}  // namespace
}  // namespace saccade
