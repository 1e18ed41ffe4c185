// BC-LSTM as a user trains it, on a tiny embedded data set.

#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using testing::KillAfterFirstCheckpoint;
using testing::RunProgram;

class TrainBcLstm : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  std::vector<std::string> Call(const std::string& run, bool resume = false) const {
    std::vector<std::string> call = {"train",        "bc-lstm",
                                     "--fixations",  Path("data/fixations_train.json"),
                                     "--validation", Path("data/fixations_valid.json"),
                                     "--beliefs",    Path("b.beliefs"),
                                     "--out",        Path(run),
                                     "--quiet"};
    for (const char* setting : {"hidden=4", "epochs=2", "max_entries=4", "validation_samples=1",
                                "final_samples=1", "checkpoint_every=1"}) {
      call.insert(call.end(), {"--set", setting});
    }
    if (resume) call.push_back("--resume");
    return call;
  }

  testing::TemporaryFolder folder_;
};

TEST_F(TrainBcLstm, KilledAndResumedEndsWithTheSameBitsAndTheModelPredicts) {
  testing::MakeTinyData(folder_.path());
  const auto whole = RunProgram(SACCADE_PROGRAM, Call("whole"));
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  KillAfterFirstCheckpoint(Call("killed"), Path("killed/checkpoints/last.safetensors"));
  const auto refused = RunProgram(SACCADE_PROGRAM, Call("killed"));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("--resume"), std::string::npos) << refused.err;
  const auto resumed = RunProgram(SACCADE_PROGRAM, Call("killed", true));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  for (const char* file : {"checkpoints/last.safetensors", "checkpoints/best.safetensors",
                           "model/weights.safetensors", "model/model.json", "metrics.jsonl"}) {
    EXPECT_EQ(ReadFile(Path(std::string("whole/") + file)),
              ReadFile(Path(std::string("killed/") + file)))
        << file;
  }

  testing::ExpectPredictsAndIsScored(folder_.path(), "whole/model");
}

TEST_F(TrainBcLstm, RefusesAnUnknownSettingAndAMissingFileWithoutLeavingAFolder) {
  auto call = Call("x");
  call.insert(call.end(), {"--set", "hiden=3"});
  const auto misspelt = RunProgram(SACCADE_PROGRAM, call);
  EXPECT_EQ(misspelt.exit_code, 2);
  EXPECT_NE(misspelt.err.find("did you mean hidden?"), std::string::npos) << misspelt.err;
  const auto missing = RunProgram(SACCADE_PROGRAM, Call("x"));
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("b.beliefs"), std::string::npos) << missing.err;
  EXPECT_FALSE(fs::exists(Path("x")));
}

}  // namespace
}  // namespace saccade
