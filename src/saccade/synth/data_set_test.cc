#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/beliefs/store_builder.h"
#include "saccade/image/picture_file.h"
#include "saccade/scene/trial_file.h"
#include "saccade/synth/data_set_files.h"
#include "saccade/testing/message_of.h"

namespace saccade::synth {
namespace {

using testing::MessageOf;

namespace fs = std::filesystem;

class DataSet : public ::testing::Test {
 protected:
  void SetUp() override {
    SetQuiet(true);
    folder_ = fs::path(::testing::TempDir()) /
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override {
    SetThreads(0);
    fs::remove_all(folder_);
  }
  fs::path folder_;
};

std::map<std::string, std::uint64_t> ChecksumsIn(const fs::path& folder) {
  std::map<std::string, std::uint64_t> sums;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      sums[fs::relative(entry.path(), folder).string()] = Checksum(ReadFile(entry.path()));
    }
  }
  return sums;
}

constexpr DataSetOptions kTiny{.pictures_per_task = 1, .seed = 9};

TEST_F(DataSet, HasTheSameBytesForAnyNumberOfThreads) {
  SetThreads(1);
  WriteDataSet(folder_ / "one", kTiny);
  SetThreads(3);
  WriteDataSet(folder_ / "three", kTiny);
  const auto one = ChecksumsIn(folder_ / "one");
  EXPECT_EQ(one, ChecksumsIn(folder_ / "three"));
  EXPECT_EQ(one.size(), 18u * 3 + 5);  // all in train, no files of the other splits
}

TEST_F(DataSet, ReadsBackAsRealDataDoes) {
  const DataSetOptions options{.pictures_per_task = 1, .seed = 9, .shares = {1, 0, 0}};
  const WriteReport report = WriteDataSet(folder_ / "out", options);
  EXPECT_EQ(report.pictures, 18);
  EXPECT_FALSE(fs::exists(folder_ / "out" / "fixations_test.json"));  // nobody could read it
  const auto trials = ReadTrialsInDisplay(folder_ / "out" / "fixations_train.json");
  EXPECT_EQ(trials.size(), static_cast<std::size_t>(report.trials));
  EXPECT_EQ(report.trials, 10 * report.pairs);
  const SimulatedPicture picture = MakePicture(options, 4);
  const Picture image = ReadPicture(folder_ / "out" / "images" / picture.name);
  EXPECT_EQ(image.width, 512);
  EXPECT_EQ(image.height, 320);
  EXPECT_EQ(ReadSegmentPng(folder_ / "out" / "panoptic_blurred" / "000000000005.png"),
            picture.blurred.ids);

  // The belief store that the file gives is the state that the searchers had.
  const BeliefSource source =
      PanopticSource(folder_ / "out" / "panoptic_sharp.json",
                     folder_ / "out" / "panoptic_blurred.json", DownsampleRule::kCorner);
  ASSERT_EQ(source.names.size(), 18u);
  ASSERT_EQ(source.names[4], picture.name);
  EXPECT_EQ(source.read(4).decode(), picture.beliefs);

  EXPECT_EQ(ReadSearchers(folder_ / "out" / "truth.json"), MakeSearchers(9));
  EXPECT_TRUE(fs::exists(folder_ / "out" / "README.md"));
}

TEST_F(DataSet, PicturesDoNotDependOnHowManyThereAre) {
  const SimulatedPicture few = MakePicture({.pictures_per_task = 2, .seed = 1}, 3);
  const SimulatedPicture many = MakePicture({.pictures_per_task = 50, .seed = 1}, 3);
  EXPECT_EQ(few.image, many.image);
  EXPECT_EQ(few.beliefs, many.beliefs);
}

TEST_F(DataSet, SplitsEachTaskByTheShares) {
  const DataSetOptions options{.pictures_per_task = 10, .seed = 1};
  std::map<std::string, int> count;
  for (int number = 0; number < 10; ++number) {
    ++count[SplitOf(options, 3, number)];
  }
  EXPECT_EQ(count["train"], 7);
  EXPECT_EQ(count["valid"], 1);
  EXPECT_EQ(count["test"], 2);
}

TEST_F(DataSet, LeavesNoSplitEmptyWhereThreePicturesAreEnough) {
  const DataSetOptions options{.pictures_per_task = 3, .seed = 1};  // .7, .1, .2 of 3
  std::set<std::string> splits;
  for (int number = 0; number < 3; ++number) splits.insert(SplitOf(options, 3, number));
  EXPECT_EQ(splits, (std::set<std::string>{"test", "train", "valid"}));
}

TEST_F(DataSet, AFolderWithSomethingInItIsNotTouched) {
  std::ofstream(folder_ / "precious.txt") << "mine";
  EXPECT_NE(MessageOf([&] { WriteDataSet(folder_, kTiny); }).find("--force"), std::string::npos);
  EXPECT_NE(MessageOf([&] { WriteDataSet(folder_, kTiny, true); }).find("truth.json"),
            std::string::npos);
  EXPECT_EQ(ReadFile(folder_ / "precious.txt"), "mine");
}

TEST_F(DataSet, ReplacesAnOlderOneOnRequestAndLeavesNothingBeside) {
  fs::create_directories(folder_ / "out");
  std::ofstream(folder_ / "out" / "truth.json") << "{}";
  std::ofstream(folder_ / "out" / "stale") << "";
  WriteDataSet(folder_ / "out" / "", kTiny, true);
  EXPECT_FALSE(fs::exists(folder_ / "out" / "stale"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(DataSet, RefusesOptionsThatMakeNoSense) {
  EXPECT_NE(MessageOf([] { DataSetOptions{.pictures_per_task = 0}.Check(); }).find("1 to 10000"),
            std::string::npos);
  EXPECT_NE(MessageOf([] {
              DataSetOptions{.shares = {.5, .5, .5}}.Check();
            }).find("add up to 1"),
            std::string::npos);
  std::ofstream(folder_ / "truth.json") << "[1, 2";
  EXPECT_NE(MessageOf([&] { ReadSearchers(folder_ / "truth.json"); }).find("truth.json"),
            std::string::npos);
}

}  // namespace
}  // namespace saccade::synth
