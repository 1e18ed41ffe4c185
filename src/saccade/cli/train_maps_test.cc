// The detector as a user calls it, on a few pictures of the shared data.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "saccade/base/file.h"
#include "saccade/scene/trial_file.h"
#include "saccade/testing/run_program.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::RunProgram;
using testing::SharedData;

constexpr const char* kWeights = "resnet50_imagenet_fp16.pt";
constexpr const char* kFixations =
    "coco_search18/coco_search18_fixations_TP_validation_split1.json";

// The trials of the pictures number `begin` to `end` in which a cup is searched.
std::vector<TrialInImage> SomePictures(std::size_t begin, std::size_t end) {
  std::vector<TrialInImage> kept;
  std::vector<std::string> seen;
  for (const TrialInImage& trial : ReadTrialsInImage(SharedData(kFixations))) {
    if (trial.task != "cup") continue;
    auto place = std::ranges::find(seen, trial.name);
    if (place == seen.end()) place = seen.insert(seen.end(), trial.name);
    const std::size_t index = static_cast<std::size_t>(place - seen.begin());
    if (index >= begin && index < end) kept.push_back(trial);
  }
  return kept;
}

class TrainMaps : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::vector<std::string> FeatureCall() const {
    return {"--images",        SharedData("coco_search18/images_512x320").string(),
            "--features-from", SharedData(kWeights).string(),
            "--feature-cache", Path("cache")};
  }
  std::vector<std::string> With(std::vector<std::string> call,
                                const std::vector<std::string>& more) const {
    call.insert(call.end(), more.begin(), more.end());
    return call;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(TrainMaps, ADetectorIsTrainedResumedAndSearchesWithoutBeliefs) {
  SACCADE_NEEDS_DATA(kWeights);
  SACCADE_NEEDS_DATA(kFixations);
  WriteTrials(Path("train.json"), SomePictures(0, 4));
  WriteTrials(Path("valid.json"), SomePictures(4, 6));
  const auto train = With(
      {"train", "detector", "--fixations", Path("train.json"), "--validation", Path("valid.json"),
       "--out", Path("run"), "--quiet", "--set", "epochs=2", "--set", "hidden=8", "--json"},
      FeatureCall());
  const auto trained = RunProgram(SACCADE_PROGRAM, train);
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_EQ(json::parse(trained.out)["steps"], 2);  // epochs of four pictures: one batch each
  EXPECT_EQ(std::distance(fs::directory_iterator(Path("cache")), fs::directory_iterator()), 6);
  const auto weights = Checksum(ReadFile(Path("run/model/weights.safetensors")));

  const auto again = RunProgram(SACCADE_PROGRAM, train);
  EXPECT_EQ(again.exit_code, 2);
  const auto resumed = RunProgram(SACCADE_PROGRAM, With(train, {"--resume"}));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(Checksum(ReadFile(Path("run/model/weights.safetensors"))), weights);

  const std::vector<std::string> predict = {"predict",     "--model",          Path("run/model"),
                                            "--pairs",     Path("valid.json"), "--out",
                                            Path("p.json")};
  const auto blind = RunProgram(SACCADE_PROGRAM, predict);
  EXPECT_EQ(blind.exit_code, 2);
  EXPECT_NE(blind.err.find("--features-from"), std::string::npos) << blind.err;
  const auto predicted =
      RunProgram(SACCADE_PROGRAM, With(With(predict, {"--maps", Path("maps")}), FeatureCall()));
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  const auto scored =
      RunProgram(SACCADE_PROGRAM, {"evaluate", "--fixations", Path("valid.json"), "--predictions",
                                   "detector=" + Path("p.json"), "--bootstrap", "0", "--json"});
  ASSERT_EQ(scored.exit_code, 0) << scored.err;
}

TEST_F(TrainMaps, AFineTunedDetectorPredictsWithTheSameCommandLine) {
  SACCADE_NEEDS_DATA(kWeights);
  SACCADE_NEEDS_DATA(kFixations);
  WriteTrials(Path("train.json"), SomePictures(0, 3));
  WriteTrials(Path("valid.json"), SomePictures(3, 5));
  const auto trained = RunProgram(
      SACCADE_PROGRAM, With({"train", "detector", "--fixations", Path("train.json"), "--validation",
                             Path("valid.json"), "--out", Path("run"), "--quiet", "--set",
                             "epochs=2", "--set", "hidden=8", "--set", "fine_tune=1", "--json"},
                            FeatureCall()));
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  const auto predicted =
      RunProgram(SACCADE_PROGRAM, With({"predict", "--model", Path("run/model"), "--pairs",
                                        Path("valid.json"), "--out", Path("p.json")},
                                       FeatureCall()));
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  // Those before the last block, and no others.
  EXPECT_EQ(std::distance(fs::directory_iterator(Path("cache")), fs::directory_iterator()), 5);
}

TEST_F(TrainMaps, MoreBlocksThanThereAreIsOneLineAndExitCodeTwo) {
  const auto wrong = RunProgram(SACCADE_PROGRAM,
                                {"train", "detector", "--fixations", Path("t.json"), "--validation",
                                 Path("v.json"), "--images", Path("pictures"), "--features-from",
                                 Path("w.pt"), "--out", Path("run"), "--set", "fine_tune=7"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("fine_tune"), std::string::npos) << wrong.err;
  EXPECT_NE(wrong.err.find('6'), std::string::npos) << wrong.err;
  EXPECT_FALSE(fs::exists(Path("run")));
}

TEST_F(TrainMaps, PredictSaysThatAModelOfBeliefsNeedsThem) {
  WriteFileAtomically(
      Path("pairs.json"),
      R"([{"name": "a.jpg", "subject": 1, "task": "cup", "X": [256], "Y": [160]}])");
  const auto none = RunProgram(SACCADE_PROGRAM, {"predict", "--model", "target-sharp", "--pairs",
                                                 Path("pairs.json"), "--out", Path("p.json")});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("add --beliefs"), std::string::npos) << none.err;
}

TEST_F(TrainMaps, RefusesAFolderOfPicturesThatIsNotThere) {
  const auto wrong =
      RunProgram(SACCADE_PROGRAM, {"train", "fixation-heuristic", "--fixations", Path("t.json"),
                                   "--validation", Path("v.json"), "--images", Path("nowhere"),
                                   "--features-from", Path("w.pt"), "--out", Path("run")});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("nowhere"), std::string::npos) << wrong.err;
  EXPECT_FALSE(fs::exists(Path("run")));
}

TEST_F(TrainMaps, TheHelpOfPredictNamesTheDetectorsWithoutPixels) {
  const auto help = RunProgram(SACCADE_PROGRAM, {"predict", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("target-sharp"), std::string::npos) << help.out;
  EXPECT_NE(help.out.find("target-blurred"), std::string::npos);
}

}  // namespace
}  // namespace saccade
