#include "saccade/study/run_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::ElementsAre;

class RunMetricsTest : public ::testing::Test {
 protected:
  std::vector<MetricCurve> Read(const std::string& text) {
    WriteFileAtomically(folder_ / "metrics.jsonl", text);
    return ReadRunMetrics(folder_ / "metrics.jsonl");
  }
  testing::TemporaryFolder folder_;
};

TEST_F(RunMetricsTest, KeepsTheOrderOfNamesAndPassesOverTexts) {
  const auto curves = Read(
      "{\"step\": 1, \"reward\": -2.5, \"phase\": \"irl\", \"auc\": 4}\n"
      "{\"step\": 2, \"reward\": -2}\n");
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].name, "reward");
  EXPECT_THAT(curves[0].steps, ElementsAre(1, 2));
  EXPECT_THAT(curves[0].values, ElementsAre(-2.5, -2));
  EXPECT_EQ(curves[1].name, "auc");
  EXPECT_THAT(curves[1].steps, ElementsAre(1));
}

TEST_F(RunMetricsTest, ResumedStepsReplaceTheOldOnes) {
  const auto curves = Read(
      "{\"step\": 1, \"a\": 1}\n{\"step\": 2, \"a\": 2}\n{\"step\": 3, \"a\": 3}\n"
      "{\"step\": 2, \"a\": 20}\n");
  EXPECT_THAT(curves.at(0).steps, ElementsAre(1, 2));
  EXPECT_THAT(curves.at(0).values, ElementsAre(1, 20));
}

TEST_F(RunMetricsTest, LeavesOutALineThatIsStillBeingWritten) {
  EXPECT_THAT(Read("{\"step\": 1, \"a\": 1}\n{\"step\": 2, \"a").at(0).steps, ElementsAre(1));
}

TEST_F(RunMetricsTest, NamesTheLineThatIsWrong) {
  try {
    Read("{\"step\": 1}\n{\"a\": 1}\n");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                ::testing::EndsWith(":line 2: \"step\", a number, is expected and missing"));
  }
  EXPECT_THROW(Read("nonsense\n"), InputError);
  try {
    Read("{\"step\": 1}\n{\"step\": " + std::string(65, '[') + "\n");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::EndsWith(":line 2: nests deeper than 64 levels"));
  }
}

}  // namespace
}  // namespace saccade
