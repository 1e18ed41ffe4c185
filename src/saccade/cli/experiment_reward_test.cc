// The study of the learned reward as a user calls it, on a tiny embedded data set.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/cli/program_fixture.h"
#include "saccade/cli/untrained_model_fixture.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/reward_recovery.h"
#include "saccade/synth/data_set_files.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using testing::RunResult;
using testing::Saccade;

class ExperimentReward : public ::testing::Test {
 protected:
  void SetUp() override { testing::MakeTinyData(folder_.path()); }

  RunResult Reward(const std::string& model, const std::vector<std::string>& more) {
    std::vector<std::string> call = {"experiment", "reward",    "--data",  "data",
                                     "--beliefs",  "b.beliefs", "--model", model};
    call.insert(call.end(), more.begin(), more.end());
    return Saccade(call, {.folder = folder_.path()});
  }

  testing::TemporaryFolder folder_;
};

TEST_F(ExperimentReward, ComparesTheLearnedRewardWithThatOfTheSimulatedPeople) {
  testing::WriteUntrainedModel(folder_ / "m", true);
  for (const std::string split : {"valid", "train"}) {
    SCOPED_TRACE(split);
    const RunResult result = Reward("m", {"--split", split, "--json"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto found = nlohmann::json::parse(result.out);
    const BeliefLibrary library(BeliefStore::Open(folder_ / "b.beliefs"));
    const SearchSet set = MakeSearchSet(
        ReadTrialsInImage(folder_ / ("data/fixations_" + split + ".json")), library, {});
    const RewardRecovery expected =
        MeasureRewardRecovery(*OpenModel((folder_ / "m").string()), set.searches,
                              synth::ReadSearchers(folder_ / "data/truth.json"));
    EXPECT_EQ(found["searches"], set.searches.size());
    EXPECT_EQ(found["rank_correlation"], expected.rank_correlation);
    EXPECT_EQ(found["share_positive"], expected.share_positive);
    EXPECT_EQ(found["top_agreement"], expected.top_agreement);
  }
  const RunResult text = Reward("m", {});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("searches of split valid\nrank correlation of learned and true"));
}

TEST_F(ExperimentReward, OfPeopleItIsMeasuredByTheirFixations) {
  testing::WriteUntrainedModel(folder_ / "m", true);
  const RunResult result =
      Saccade({"experiment", "reward", "--fixations", "data/fixations_valid.json", "--beliefs",
               "b.beliefs", "--model", "m", "--json"},
              {.folder = folder_.path()});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto found = nlohmann::json::parse(result.out);
  for (const char* key : {"pairs", "map_auc", "policy_auc", "map_bits", "policy_bits",
                          "target_in_top5", "target_in_top1", "range_nats"}) {
    EXPECT_TRUE(found.contains(key)) << key;
  }
  EXPECT_FALSE(found.contains("rank_correlation"));
  const auto same = nlohmann::json::parse(Reward("m", {"--json"}).out);
  EXPECT_EQ(same["map_bits"], found["map_bits"]);
}

TEST_F(ExperimentReward, NeedsPeopleOrSimulatedPeopleAndNotBoth) {
  testing::WriteUntrainedModel(folder_ / "m", true);
  for (const auto& more : {std::vector<std::string>{},
                           {"--data", "data", "--fixations", "data/fixations_valid.json"}}) {
    std::vector<std::string> call = {"experiment", "reward",  "--beliefs",
                                     "b.beliefs",  "--model", "m"};
    call.insert(call.end(), more.begin(), more.end());
    const RunResult result = Saccade(call, {.folder = folder_.path()});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("give either --data FOLDER"));
  }
}

TEST_F(ExperimentReward, AModelThatLearnedNoRewardIsRefused) {
  testing::WriteUntrainedModel(folder_ / "m", false);
  const RunResult result = Reward("m", {"--json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("bc-cnn has learned no reward"));
}

}  // namespace
}  // namespace saccade
