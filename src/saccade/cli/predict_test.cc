// Predictions for a list of pairs as a user calls them, on a tiny embedded data set.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/cli/untrained_model_fixture.h"
#include "saccade/image/picture_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::RunResult;
using Pair = std::pair<std::string, std::string>;  // task, picture

class PredictPairs : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::MakeTinyData(folder_.path());
    testing::WriteUntrainedModel(folder_ / "m", true);
  }

  RunResult Predict(const std::vector<std::string>& more) {
    std::vector<std::string> call = {
        "predict",   "--beliefs", "b.beliefs", "--pairs", "data/fixations_valid.json",
        "--samples", "2",         "--out",     "p.json"};
    call.insert(call.end(), more.begin(), more.end());
    return testing::Saccade(call, {.folder = folder_.path()});
  }

  // How many scanpaths each pair of a file has.
  std::map<Pair, int> PairsIn(const std::string& file) {
    std::map<Pair, int> pairs;
    for (const auto& trial : nlohmann::json::parse(ReadFile(folder_ / file))) {
      ++pairs[{trial["task"], trial["name"]}];
    }
    return pairs;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(PredictPairs, SearchesTakesSoManyOfThePairsAndTheSameOnesAgain) {
  const auto all = PairsIn("data/fixations_valid.json");
  ASSERT_GT(all.size(), 5u);
  for (const std::size_t wanted :
       {std::size_t{1}, std::size_t{5}, std::size_t{0}, std::size_t{9999}}) {
    SCOPED_TRACE(wanted);
    const RunResult result = Predict({"--model", "m", "--searches", std::to_string(wanted)});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const auto some = PairsIn("p.json");
    EXPECT_EQ(some.size(), wanted == 0 ? all.size() : std::min(wanted, all.size()));
    for (const auto& [pair, scanpaths] : some) {
      EXPECT_TRUE(all.contains(pair));
      EXPECT_EQ(scanpaths, 2);
    }
    const std::string first = ReadFile(folder_ / "p.json");
    ASSERT_EQ(Predict({"--model", "m", "--searches", std::to_string(wanted)}).exit_code, 0);
    EXPECT_EQ(ReadFile(folder_ / "p.json"), first);
  }
  EXPECT_EQ(Predict({"--model", "m", "--searches", "-1"}).exit_code, 2);
}

TEST_F(PredictPairs, RewardDrawsAMapForEverySearch) {
  const RunResult result = Predict({"--model", "m", "--searches", "3", "--reward", "maps"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::set<std::string> expected, found;
  for (const auto& [pair, scanpaths] : PairsIn("p.json")) {
    expected.insert(fs::path(pair.second).stem().string() + "_" + pair.first + ".png");
  }
  for (const auto& entry : fs::directory_iterator(folder_ / "maps")) {
    found.insert(entry.path().filename().string());
    const Picture map = ReadPicture(entry.path());
    EXPECT_GE(map.width, 512);
    EXPECT_GE(map.height, 320);
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(found.size(), 3u);
}

TEST_F(PredictPairs, RewardOfAModelThatLearnedNoneIsRefused) {
  testing::WriteUntrainedModel(folder_ / "bc", false);
  const RunResult result = Predict({"--model", "bc", "--searches", "1", "--reward", "maps"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--reward: bc-cnn has learned no reward"));
}

}  // namespace
}  // namespace saccade
