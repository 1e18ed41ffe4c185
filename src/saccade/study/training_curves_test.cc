#include "saccade/study/training_curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

nlohmann::json OneRun() {
  nlohmann::json run;
  for (const TrainingCurveName& curve : kTrainingCurves) {
    run[curve.key] = {{"iteration", {0, 20}}, {"value", {.5, .25}}};
  }
  return {{"runs", {{"a", run}}}};
}

class TrainingCurves : public ::testing::Test {
 protected:
  std::string ErrorOf(const nlohmann::json& document) const {
    WriteFileAtomically(folder_ / "curves.json", document.dump());
    try {
      ReadReleasedCurves(folder_ / "curves.json");
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
  testing::TemporaryFolder folder_;
};

TEST_F(TrainingCurves, AreReadAndWhatIsNoneIsNamed) {
  EXPECT_EQ(ErrorOf(OneRun()), "no error");
  EXPECT_THAT(ReadReleasedCurves(folder_ / "curves.json")[0].curves[7].values,
              ElementsAre(.5, .25));
  EXPECT_THAT(ErrorOf(nlohmann::json::array()), HasSubstr("curves.json:runs: an object"));
  auto wrong = OneRun();
  wrong["runs"]["a"].erase("ppo_loss");
  EXPECT_THAT(ErrorOf(wrong), HasSubstr("runs.a: ppo_loss is missing"));
  wrong = OneRun();
  wrong["runs"]["a"]["found_by_1"]["value"] = {1, 2, 3};
  EXPECT_THAT(ErrorOf(wrong), HasSubstr("runs.a.found_by_1: has 2 iterations and 3 values"));
  wrong = OneRun();
  wrong["runs"]["a"]["found_by_1"]["iteration"] = {20, 20};
  EXPECT_THAT(ErrorOf(wrong), HasSubstr("do not ascend"));
  wrong["runs"]["a"]["found_by_1"]["iteration"] = {"x", 20};
  EXPECT_THAT(ErrorOf(wrong), HasSubstr("an array of numbers"));
}

// Step k of a run, cloning left out, is iteration k - 1 of the released code, but what is evaluated after k updates is
// what it evaluates in iteration k, before that update. PPO's loss is the sum of its parts.
TEST_F(TrainingCurves, OfARunCountAndAddUpAsTheReleasedCodeDoes) {
  WriteFileAtomically(folder_ / "metrics.jsonl",
                      "{\"step\": 1, \"policy/loss\": 0.5, \"policy/value_loss\": 2, "
                      "\"policy/entropy\": 6, \"discriminator/real_mean\": 0.75}\n"
                      "{\"step\": 20, \"released/found_by_1\": 0.125}\n");
  const CurvesOfTraining run = CurvesOfRun(folder_.path(), "ours", .25, 3);
  EXPECT_EQ(run.name, "ours");
  EXPECT_THAT(run.curves[0].iterations, ElementsAre(0));
  EXPECT_THAT(run.curves[0].values, ElementsAre(.75));
  EXPECT_THAT(run.curves[3].values, ElementsAre(.5 + 3 * 2 - .25 * 6));
  EXPECT_THAT(run.curves[4].iterations, ElementsAre(20));
  EXPECT_TRUE(CurvesOfRun(folder_ / "nothing", "x", 1, 1).curves[0].values.empty());
}

TEST_F(TrainingCurves, AreComparedWhereBothHaveValues) {
  const TrainingCurve a{{0, 1, 2, 5}, {1, 2, 3, 9}}, b{{1, 2, 3}, {4, 4, 4}};
  EXPECT_DOUBLE_EQ(DistanceBetween(a, b), 1.5);  // 2 and 1, at iterations 1 and 2
  EXPECT_TRUE(std::isnan(DistanceBetween(a, {})));
  EXPECT_DOUBLE_EQ(MeanAt(a, 1, 2), 2.5);
  EXPECT_TRUE(std::isnan(MeanAt(a, 3, 2)));
  const TrainingCurve curves[] = {a, b};
  EXPECT_THAT(MeanCurve(curves).iterations, ElementsAre(1, 2));
  EXPECT_THAT(MeanCurve(curves).values, ElementsAre(3, 3.5));
}

}  // namespace
}  // namespace saccade
