// The commands of `saccade dataset` as a program calls them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/app/dataset_convert.h"
#include "saccade/app/dataset_info.h"
#include "saccade/app/dataset_select.h"
#include "saccade/app/dataset_synthesize.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

class DatasetFunctions : public ::testing::Test {
 protected:
  // Two people search two pictures for a cup; the second one is wrong in the second picture.
  void SetUp() override {
    Json trials = Json::array();
    for (int i = 0; i < 4; ++i) {
      trials.push_back({{"name", i < 2 ? "a.jpg" : "b.jpg"},
                        {"subject", i % 2 + 1},
                        {"task", "cup"},
                        {"condition", "present"},
                        {"bbox", {100, 100, 200, 150}},
                        {"X", {840.0, 150.0}},
                        {"Y", {525.0, 150.0}},
                        {"T", {200, 300}},
                        {"length", 2},
                        {"correct", i < 3 ? 1 : 0},
                        {"RT", 600}});
    }
    WriteFileAtomically(file_, trials.dump());
  }

  testing::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "trials.json";
};

TEST_F(DatasetFunctions, DescribeCountsByEveryKey) {
  const DatasetInfo info = DescribeDataset({.files = {file_}});
  EXPECT_EQ(info.total.trials, 4u);
  EXPECT_EQ(info.total.pairs, 2u);
  EXPECT_EQ(info.splits.at("trials").trials, 4u);  // by the file, as the trials do not say
  EXPECT_EQ(info.subjects.at(Identifier(2)).Accuracy(), .5);
  EXPECT_EQ(info.tasks_by_condition.at(Condition::kPresent).at("cup").correct, 3u);
  EXPECT_EQ(info.tasks_by_condition.size(), 1u);
  // The first person is never wrong, the second in one of two.
  EXPECT_EQ(info.present.at(0).raw[0], .25);
  EXPECT_EQ(ToJson(info, true)["tasks"]["cup"]["paper"]["pictures"], 276);
  EXPECT_FALSE(ToJson(info)["tasks"]["cup"].contains("paper"));
  EXPECT_EQ(MeasuresMap(info).texts.at(0).at(0), "0.25");
}

TEST_F(DatasetFunctions, ConvertSaysWhatItWrote) {
  const auto written = ConvertDataset({.files = {file_},
                                       .out = folder_ / "image.json",
                                       .frame = Frame::kImage,
                                       .subjects = {"2"},
                                       .correct_only = true});
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0].trials, 1u);
  EXPECT_EQ(written[0].how, "image frame");
  EXPECT_EQ(Json::parse(ReadFile(folder_ / "image.json"))[0]["X"][0], 256);  // 840 * 512 / 1680
}

TEST_F(DatasetFunctions, ConvertWantsSomethingToWriteAndAFormatThatIsWritten) {
  EXPECT_THROW(ConvertDataset({.files = {file_}}), InputError);
  const ConvertDatasetOptions bids{.files = {file_}, .out = folder_ / "x", .format = "tobii"};
  EXPECT_THROW(ConvertDataset(bids), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "x"));
}

TEST_F(DatasetFunctions, SelectRemovesByTheFirstCriterionFailed) {
  // Cups 1.5 times as wide as high in 640x480 pictures: one in the centre cell, where everybody
  // looks first, and one in a corner.
  const Json category = {{"id", 47}, {"name", "cup"}, {"supercategory", "kitchen"}};
  Json images = Json::array(), annotations = Json::array();
  for (int id = 1; id <= 2; ++id) {
    images.push_back(
        {{"id", id}, {"file_name", std::to_string(id) + ".jpg"}, {"width", 640}, {"height", 480}});
    annotations.push_back({{"id", id},
                           {"image_id", id},
                           {"category_id", 47},
                           {"iscrowd", 0},
                           {"area", 15000},
                           {"bbox", {id == 1 ? 245 : 0, id == 1 ? 190 : 0, 150, 100}}});
  }
  WriteFileAtomically(
      folder_ / "coco.json",
      Json{{"images", images}, {"annotations", annotations}, {"categories", {category}}}.dump());
  const Selection selection = SelectDataset({.coco = {folder_ / "coco.json"}});
  ASSERT_EQ(selection.target_present.size(), 1u);
  const Json json = ToJson(selection);
  EXPECT_EQ(json["target_present"][0]["bbox"], Json({0, 0, 150, 100}));
  EXPECT_EQ(json["removed"]["center"], 1);
  EXPECT_TRUE(json["target_absent"].empty());
}

TEST_F(DatasetFunctions, SynthesizeReportsWhatLiesInTheFolder) {
  const SynthesizeOptions options{.out = folder_ / "data",
                                  .data = {.pictures_per_task = 1, .seed = 3}};
  const Json report = ToJson(Synthesize(options), options);
  EXPECT_EQ(report["pictures"], 18);
  std::size_t trials = 0;
  for (const char* split : {"train", "valid", "test"}) {
    if (report[split] == 0) continue;  // has no file
    const auto file = options.out / (std::string("fixations_") + split + ".json");
    trials += Json::parse(ReadFile(file)).size();
  }
  EXPECT_EQ(report["trials"], trials);
  EXPECT_THROW(Synthesize(options), InputError);  // it is there
}

}  // namespace
}  // namespace saccade::app
