// Training and prediction as a user calls them, on a tiny embedded data set.

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::KillAfterFirstCheckpoint;
using testing::RunProgram;

// Two pictures a target, made once for all tests.
class Train : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new testing::TemporaryFolder();
    testing::MakeTinyData(folder_->path());
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string Path(const std::string& name) { return (*folder_ / name).string(); }

  static std::vector<std::string> TrainCall(const std::string& run, bool resume = false) {
    std::vector<std::string> call = {"train",        "irl",
                                     "--fixations",  Path("data/fixations_train.json"),
                                     "--validation", Path("data/fixations_valid.json"),
                                     "--beliefs",    Path("b.beliefs"),
                                     "--out",        Path(run),
                                     "--quiet"};
    for (const char* setting :
         {"cloning_epochs=1", "cloning_batch=16", "epochs=2", "pictures_per_batch=6", "scanpaths=1",
          "max_fixations=2", "policy_batch=16", "imitation_weight=0", "validation_samples=1",
          "checkpoint_every=1", "mirror=false", "discriminator_passes=1", "reward_epochs=1"}) {
      call.insert(call.end(), {"--set", setting});
    }
    if (resume) call.push_back("--resume");
    return call;
  }

  static testing::TemporaryFolder* folder_;
};
testing::TemporaryFolder* Train::folder_ = nullptr;

TEST_F(Train, KilledAndResumedEndsWithTheSameBitsAsUninterrupted) {
  const auto whole = RunProgram(SACCADE_PROGRAM, TrainCall("whole"));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const json card = json::parse(ReadFile(Path("whole/model/model.json")));
  EXPECT_EQ(card["beliefs"]["rule"], "area") << "as the store was built";
  KillAfterFirstCheckpoint(TrainCall("killed"), Path("killed/checkpoints/last.safetensors"));
  const auto resumed = RunProgram(SACCADE_PROGRAM, TrainCall("killed", true));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  for (const char* file : {"checkpoints/last.safetensors", "model/weights.safetensors"}) {
    EXPECT_EQ(Checksum(ReadFile(Path(std::string("whole/") + file))),
              Checksum(ReadFile(Path(std::string("killed/") + file))))
        << file;
  }

  testing::ExpectPredictsAndIsScored(folder_->path(), "whole/model");
}

TEST_F(Train, KeepsNoPolicyFromBeforeThereIsAReward) {
  auto call = TrainCall("loud");
  std::erase(call, "--quiet");
  const auto trained = RunProgram(SACCADE_PROGRAM, call);
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  const std::size_t cloned = trained.err.find("cloning, loss");
  ASSERT_NE(cloned, std::string::npos) << trained.err;
  const std::size_t end = trained.err.find('\n', cloned);
  EXPECT_EQ(trained.err.substr(cloned, end - cloned).find("(best)"), std::string::npos);
  EXPECT_NE(trained.err.find("(best)", end), std::string::npos);
}

TEST_F(Train, RefusesAFolderThatHoldsAnotherRunAndAnUnknownSetting) {
  fs::create_directories(Path("other"));
  WriteFileAtomically(Path("other/notes.txt"), "mine");
  const auto other = RunProgram(SACCADE_PROGRAM, TrainCall("other"));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("is not empty"), std::string::npos) << other.err;
  auto call = TrainCall("x");
  call.insert(call.end(), {"--set", "epoch=3"});
  const auto misspelt = RunProgram(SACCADE_PROGRAM, call);
  EXPECT_EQ(misspelt.exit_code, 2);
  EXPECT_NE(misspelt.err.find("did you mean epochs?"), std::string::npos) << misspelt.err;
  EXPECT_FALSE(fs::exists(Path("x")));
}

TEST_F(Train, WhatWouldStopItAtItsEndIsSaidBeforeItsFirstStep) {
  const auto only = [](const char* split, const char* task) {
    const std::string file = Path(std::string(split) + "-" + task + ".json");
    const auto kept =
        RunProgram(SACCADE_PROGRAM,
                   {"dataset", "convert", Path(std::string("data/fixations_") + split + ".json"),
                    "--task", task, "--out", file});
    EXPECT_EQ(kept.exit_code, 0) << kept.err;
    return file;
  };
  auto call = TrainCall("late");
  std::ranges::replace(call, Path("data/fixations_train.json"), only("train", "cup"));
  std::ranges::replace(call, Path("data/fixations_valid.json"), only("valid", "clock"));
  const auto refused = RunProgram(SACCADE_PROGRAM, call);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("cIG needs its prior"), std::string::npos) << refused.err;
  EXPECT_FALSE(fs::exists(Path("late/metrics.jsonl")));
  EXPECT_FALSE(fs::exists(Path("late/checkpoints/last.safetensors")));
}

TEST_F(Train, PredictSaysWhatIsMissing) {
  const auto none =
      RunProgram(SACCADE_PROGRAM, {"predict", "--model", "nowhere", "--image", "a.jpg", "--target",
                                   "cup", "--out", Path("o.json")});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("is no model"), std::string::npos) << none.err;
  const auto neither =
      RunProgram(SACCADE_PROGRAM, {"predict", "--model", "target-sharp", "--out", Path("o.json")});
  EXPECT_EQ(neither.exit_code, 2);
  const auto unknown =
      RunProgram(SACCADE_PROGRAM, {"predict", "--model", "target-sharp", "--image", "a.jpg",
                                   "--target", "unicorn", "--out", Path("o.json")});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("potted plant"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace saccade
