#include "saccade/learn/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

class RunFolder : public ::testing::Test {
 protected:
  std::string ErrorOf(const std::string& config, bool resume) {
    return MessageOf([&] { ClaimRunFolder(run_, config, resume); });
  }
  testing::TemporaryFolder folder_;
  std::filesystem::path run_ = folder_ / "run";
};

TEST_F(RunFolder, IsGoneOnWithOnlyWhenAskedAndWithTheSameOptions) {
  EXPECT_EQ(ErrorOf("a", false), "no error");
  EXPECT_THAT(ErrorOf("a", false), HasSubstr("go on with --resume"));
  EXPECT_EQ(ErrorOf("a", true), "no error");
  EXPECT_THAT(ErrorOf("b", true), HasSubstr("other options or files"));
}

TEST_F(RunFolder, OneProcessAtATimeTrainsInIt) {
  const auto lease = ClaimRunFolder(run_, "a", false);
  EXPECT_THAT(ErrorOf("a", true), HasSubstr("is being trained in by process "));
}

TEST_F(RunFolder, WhatAKillLeftOfConfigJsonIsNoReasonToRefuse) {
  WriteFileAtomically(run_ / "config.json.part-0123456789abcdef", "{");
  std::filesystem::create_directories(folder_ / "x");
  std::filesystem::rename(run_, folder_ / "x/run");  // a folder that was not looked at yet
  run_ = folder_ / "x/run";
  EXPECT_EQ(ErrorOf("a", false), "no error");
  EXPECT_EQ(ReadFile(run_ / "config.json"), "a");
}

TEST_F(RunFolder, WhatAStartThatFailedLeftIsNoReasonToRefuse) {
  std::filesystem::create_directories(run_ / "checkpoints");
  EXPECT_EQ(ErrorOf("a", false), "no error");
}

TEST_F(RunFolder, OtherThingsInItAreARefusal) {
  WriteFileAtomically(run_ / "notes.txt", "mine");
  EXPECT_THAT(ErrorOf("a", false), HasSubstr("is not empty and holds no run"));
  EXPECT_FALSE(std::filesystem::exists(run_ / "config.json"));
}

TEST_F(RunFolder, MetricsGoOnBehindTheCheckpointsStep) {
  EXPECT_EQ(ErrorOf("a", false), "no error");
  WriteFileAtomically(run_ / "metrics.jsonl",
                      "{\"step\":1}\n[1]\n{\"step\":2}\n");  // a line that is not ours
  MetricsLog log(run_, 2);
  log.Add(3, {{"loss", 0.5}});
  log.Save();
  EXPECT_EQ(ReadFile(run_ / "metrics.jsonl"), "{\"step\":1}\n{\"step\":3,\"loss\":0.5}\n");
}

TEST(FileJson, IsTheSameHoweverThePathIsSpelled) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "a.json", "x");
  EXPECT_EQ(FileJson(folder / "a.json"), FileJson(folder / "./a.json"));
  const auto before = FileJson(folder / "a.json");
  WriteFileAtomically(folder / "a.json", "y");
  EXPECT_NE(FileJson(folder / "a.json"), before);
}

}  // namespace
}  // namespace saccade
