#include "saccade/perception/stored_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/picture_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr int kCupId = 47;  // COCO's

// A photo of 1024x640 whose upper left quarter is a cup, and whose blurred view shows none.
class StoredScenesTest : public ::testing::Test {
 protected:
  StoredScenesTest() {
    WritePng(folder_ / "images" / "a.png", Picture(1024, 640, {90, 90, 90}));
    Write("sharp", fmt::format(R"({{"id": 1, "category_id": {}, "score": 0.75}})", kCupId), 1);
    Write("blurred", "", 0);
  }

  void Write(const std::string& view, const std::string& segments, std::uint32_t id) {
    Raster<std::uint32_t> ids(512, 320, 0);
    for (int y = 0; y < 160; ++y) {
      for (int x = 0; x < 256; ++x) ids.At(x, y) = id;
    }
    WriteSegmentPng(folder_ / ("panoptic_" + view) / "a.png", ids);
    WriteFileAtomically(
        folder_ / ("panoptic_" + view + ".json"),
        fmt::format(R"({{"images": [{{"id": 1, "file_name": "a.png", "width": 512, "height": 320}}],
                        "annotations":
                        [{{"image_id": 1, "file_name": "a.png", "segments_info": [{}]}}]}})",
                    segments));
  }

  testing::TemporaryFolder folder_;
};

TEST_F(StoredScenesTest, StandInForAParser) {
  const auto scenes = StoredScenes::Of(folder_ / "images" / "a.png");  // in the folder above
  ASSERT_TRUE(scenes);
  const ParsedPhoto photo = scenes->Read();
  const auto cup = *TaskIndex("cup");
  EXPECT_EQ(photo.SeenTasks(), std::vector<int>{cup});
  ASSERT_EQ(photo.seen.size(), 1u);
  EXPECT_EQ(photo.seen[0].box, (BoxInImage{0, 0, 256, 160}));
  EXPECT_FLOAT_EQ(photo.beliefs.sharp.Value(0, ChannelOfTask(cup)), 0.75f);
  EXPECT_EQ(photo.beliefs.blurred.Value(0, ChannelOfTask(cup)), 0.f);
  EXPECT_EQ(photo.photo.width, 1024);
}

TEST_F(StoredScenesTest, AreNotThereForAPhotoThatTheyDoNotList) {
  WritePng(folder_ / "images" / "b.png", Picture(64, 40));
  EXPECT_FALSE(StoredScenes::Of(folder_ / "images" / "b.png"));
  std::filesystem::remove(folder_ / "panoptic_blurred.json");
  EXPECT_FALSE(StoredScenes::Of(folder_ / "images" / "a.png"));
}

TEST_F(StoredScenesTest, ThatAreDamagedAreNamed) {
  WriteFileAtomically(folder_ / "panoptic_sharp.json", "[");
  EXPECT_THROW(StoredScenes::Of(folder_ / "images" / "a.png"), InputError);
}

}  // namespace
}  // namespace saccade
