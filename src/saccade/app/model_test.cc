#include "saccade/app/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

// 0.1 is no half float.
Model Tiny() {
  Model model;
  model.description.kind = "irl";
  model.description.preset = "default";
  model.tensors["policy.bias"] = {{2}, {0.1f, 1.0f}};
  return model;
}

TEST(DescribeModel, ChangesTheCardAndNoBitOfTheWeights) {
  const testing::TemporaryFolder folder;
  for (const Precision precision : {Precision::kFloat, Precision::kHalf}) {
    SCOPED_TRACE(precision == Precision::kHalf ? "half" : "float");
    WriteModelFolder(folder / "m", Tiny(), precision);
    const std::string before = ReadFile(folder / "m" / kWeightsFile);
    WriteFileAtomically(folder / "notes.md", "Measured twice.\n");
    DescribeModel({.model = folder / "m",
                   .name = "Tiny",
                   .license = "MIT",
                   .notes = folder / "notes.md",
                   .blur_sigma = 3,
                   .rule = "corner"});
    EXPECT_EQ(ReadFile(folder / "m" / kWeightsFile), before);
    const ModelDescription card = ReadModelFolder(folder / "m").description;
    EXPECT_EQ(card.name, "Tiny");
    EXPECT_EQ(card.license, "MIT");
    EXPECT_EQ(card.beliefs.blur_sigma, 3);
    EXPECT_EQ(card.beliefs.rule, "corner");
    EXPECT_THAT(ReadFile(folder / "m" / "README.md"), HasSubstr("Measured twice."));
    DescribeModel({.model = folder / "m", .rule = "area"});
    EXPECT_EQ(ReadModelFolder(folder / "m").description.name, "Tiny");
  }
}

TEST(ModelInfo, CountsParametersAndNamesTensors) {
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "m", Tiny());
  const auto info = ToJson(ReadWeightsFile(folder / "m"), folder / "m");
  EXPECT_EQ(info["kind"], "irl");
  EXPECT_EQ(info["parameters"], 2);
  EXPECT_EQ(info["tensors"][0]["name"], "policy.bias");
}

TEST(ImportModel, SaysWhichFileIsNoCheckpoint) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "x.pkg", "not a checkpoint");
  EXPECT_THAT(MessageOf([&] { ImportModel({.files = {folder / "x.pkg"}, .out = folder / "m"}); }),
              HasSubstr("x.pkg"));
  EXPECT_FALSE(std::filesystem::exists(folder / "m"));
}

}  // namespace
}  // namespace saccade::app
