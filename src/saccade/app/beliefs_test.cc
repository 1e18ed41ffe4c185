#include "saccade/app/beliefs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stop_token>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/scene/trial.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

// A bottle (COCO 44) in the left half of a picture that fills the image frame, a cup in the right.
constexpr const char* kBoxes = R"({
  "images": [{"id": 1, "file_name": "1.jpg", "width": 512, "height": 320}],
  "annotations": [
    {"id": 1, "image_id": 1, "category_id": 44, "bbox": [0, 0, 256, 320], "area": 1, "iscrowd": 0},
    {"id": 2, "image_id": 1, "category_id": 47, "bbox": [256, 0, 256, 320], "area": 1, "iscrowd": 0}],
  "categories": [{"id": 44, "name": "bottle", "supercategory": "kitchen"},
                 {"id": 47, "name": "cup", "supercategory": "kitchen"}]})";

class BuildBeliefsTest : public ::testing::Test {
 protected:
  BuildBeliefsTest() { WriteFileAtomically(folder_ / "boxes.json", kBoxes); }
  BuildBeliefsOptions Options() const {
    return {.boxes = folder_ / "boxes.json", .out = folder_ / "s.beliefs"};
  }

  testing::TemporaryFolder folder_;
};

TEST_F(BuildBeliefsTest, BoxesBecomeAStore) {
  const BuildReport report = BuildBeliefs(Options());
  EXPECT_EQ(report.pictures, 1u);
  const BeliefStore store = BeliefStore::Open(folder_ / "s.beliefs");
  const auto info = ToJson(store, MeasureStore(store));
  EXPECT_EQ(info["classes"].size(), 2u);
  EXPECT_EQ(info["classes"][0]["cells_sharp"], 320);
  EXPECT_EQ(info["channels_per_cell_sharp"], 1);
  EXPECT_EQ(ToJson(report, store.path())["pictures"], 1);
}

TEST_F(BuildBeliefsTest, WhatWouldDoNothingIsRefused) {
  const auto error = [&](ParsingOptions parsing) {
    BuildBeliefsOptions options = Options();
    options.parsing = std::move(parsing);
    return MessageOf([&] { BuildBeliefs(options); });
  };
  EXPECT_THAT(error({.blur = 1}), HasSubstr("--blur belongs to --images"));
  EXPECT_THAT(error({.parser = {"p.onnx"}}), HasSubstr("--parser and --input-size"));
  EXPECT_THAT(error({.input_size = 320}), HasSubstr("--parser and --input-size"));
}

TEST_F(BuildBeliefsTest, TheTargetIsWhereItIsBelievedToBe) {
  BuildBeliefs(Options());
  TrialInImage trial;
  trial.name = "1.jpg";
  trial.task = "cup";
  trial.target = BoxInImage{300, 100, 64, 64};
  const std::vector<std::filesystem::path> stores = {folder_ / "s.beliefs"};
  const auto coverages = MeasureCoverage(stores, std::vector{trial});
  ASSERT_EQ(coverages.size(), 1u);
  EXPECT_EQ(coverages[0].rule, "area");
  EXPECT_EQ(coverages[0].total.SharpShare(), 1);
  EXPECT_EQ(ToJson(coverages)["stores"][0]["tasks"]["cup"]["pairs"], 1);
}

TEST_F(BuildBeliefsTest, RefusesNoInputTwoKindsAndHalfOfOne) {
  const auto error = [](const BuildBeliefsOptions& options) {
    return MessageOf([&] { BuildBeliefs(options); });
  };
  EXPECT_THAT(error({}), HasSubstr("give one kind of input"));
  EXPECT_THAT(error({.boxes = "b.json", .dcbs = "DCBs"}), HasSubstr("give one kind of input"));
  EXPECT_THAT(error({.sharp = "s.json"}), HasSubstr("--sharp and --blurred belong together"));
}

TEST_F(BuildBeliefsTest, LeavesNoStoreWhenItIsStopped) {
  std::stop_source stop;
  stop.request_stop();
  BuildBeliefsOptions options = Options();
  options.watch.stop = stop.get_token();
  EXPECT_THROW(BuildBeliefs(options), Interrupted);
  EXPECT_FALSE(std::filesystem::exists(options.out));
}

}  // namespace
}  // namespace saccade::app
