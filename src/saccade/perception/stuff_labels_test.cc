#include "saccade/perception/stuff_labels.h"

#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/perception/ade20k_classes.h"
#include "saccade/scene/category.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kLabels = "models/ade20k31_labels.json";

TEST(StuffLabels, TheBuiltInTableIsTheSharedOne) {
  SACCADE_NEEDS_DATA(kLabels);
  EXPECT_EQ(KnownStuffModel("m.onnx", 32).stuff_of_class,
            ReadStuffModel(testing::SharedData(kLabels), 32).stuff_of_class);
}

TEST(StuffLabels, EveryMappedClassIsOfCocoPanoptic) {
  for (const Ade20kClass& c : kAde20k150) {
    EXPECT_TRUE(c.coco_id == 0 || ChannelOfCocoId(c.coco_id)) << c.name;
  }
}

TEST(StuffLabels, ThingsAreNotStuff) {
  const StuffModel model = KnownStuffModel("m.onnx", 150);
  EXPECT_EQ(model.stuff_of_class[12], 0);                                      // person
  EXPECT_EQ(model.stuff_of_class[2] + kThingChannels, *ChannelOfCocoId(187));  // sky
}

TEST(StuffLabels, AnUnknownNumberOfClassesAsksForALabelsFile) {
  EXPECT_THROW(KnownStuffModel("m.onnx", 19), InputError);
}

TEST(StuffLabels, AFileSaysWhatClassesMeanAndHowToFeedThem) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "m.labels.json",
                      R"({"labels": [{"id": 1, "coco_panoptic_id": 187},
                                     {"id": 0, "coco_panoptic_id": null}],
                          "mean": [1, 2, 3], "std": [4, 5, 6]})");
  const StuffModel model = ReadStuffModel(folder / "m.labels.json", 2);
  EXPECT_EQ(model.stuff_of_class[0], 0);
  EXPECT_EQ(model.stuff_of_class[1] + kThingChannels, *ChannelOfCocoId(187));
  EXPECT_FLOAT_EQ(model.mean[2], 3);
  EXPECT_FLOAT_EQ(model.deviation[0], 4);
  EXPECT_THROW(ReadStuffModel(folder / "m.labels.json", 3), InputError);
}

TEST(StuffLabels, AFileSaysWhetherPicturesAreStretched) {
  const testing::TemporaryFolder folder;
  const auto with = [&](const std::string& more) {
    WriteFileAtomically(folder / "m.labels.json",
                        R"({"labels": [{"id": 0, "coco_panoptic_id": 187}])" + more + "}");
    return ReadStuffModel(folder / "m.labels.json", 1).centred;
  };
  EXPECT_FALSE(with(""));
  EXPECT_FALSE(with(R"(, "fit": "stretch")"));
  EXPECT_TRUE(with(R"(, "fit": "centre")"));
  EXPECT_THROW(with(R"(, "fit": "center")"), InputError);
  EXPECT_THROW(with(R"(, "fit": 1)"), InputError);
}

TEST(StuffLabels, RepeatedAndUnknownIdsAreRefused) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "twice.json", R"([{"id": 0, "coco_panoptic_id": 187},
                                                 {"id": 0, "coco_panoptic_id": 187}])");
  WriteFileAtomically(folder / "unknown.json", R"([{"id": 0, "coco_panoptic_id": 12}])");
  WriteFileAtomically(folder / "text.json", "hello");
  EXPECT_THROW(ReadStuffModel(folder / "twice.json", 2), InputError);
  EXPECT_THROW(ReadStuffModel(folder / "unknown.json", 1), InputError);
  EXPECT_THROW(ReadStuffModel(folder / "text.json", 1), InputError);
}

}  // namespace
}  // namespace saccade
