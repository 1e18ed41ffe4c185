#include "saccade/app/photo_maps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "saccade/base/error.h"
#include "saccade/formats/npy.h"
#include "saccade/image/picture_file.h"
#include "saccade/search/stand_in.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

// 1024x640, twice the image frame: a toaster in the upper left quarter, seen sharply only.
class PhotoMapsTest : public ::testing::Test {
 protected:
  static SceneViews ToasterInACorner(const Picture& image, PhotoTiming&) {
    SceneViews views;
    for (SceneParse* view : {&views.sharp, &views.blurred}) {
      view->ids = Raster<std::uint32_t>(image.width, image.height, 0);
      view->segments = {{1, kToaster, 1}};
    }
    for (int y = 0; y < 160; ++y) {
      for (int x = 0; x < 256; ++x) views.sharp.ids.At(x, y) = 1;
    }
    return views;
  }
  std::vector<PhotoMaps> Maps(std::vector<PointInPhoto> after) const {
    return MapsOf({OpenModel("target-sharp"), ParsingOptions(), 2}, photo_,
                  {.targets = {"toaster"}}, after);
  }
  static float At(const PhotoMaps& maps, Cell cell) {
    return maps.beliefs[static_cast<std::size_t>(kToaster * Grid::kCells + Grid::Index(cell))];
  }

  static constexpr int kToaster = 70;
  ParsedPhoto photo_ = PhotoOfViews(Picture(1024, 640, {90, 90, 90}), "a.jpg", ToasterInACorner,
                                    kDefaultDownsampleRule);
  testing::TemporaryFolder folder_;
};

TEST_F(PhotoMapsTest, AreThoseAfterTheFixationsThatAreGiven) {
  ASSERT_EQ(*ChannelOfName("toaster"), kToaster);
  // (112, 80) of the photo is (56, 40) of the image frame: column 3, row 2.
  EXPECT_EQ(At(Maps({})[0], {3, 2}), 0);
  const PhotoMaps looked = Maps({{112, 80}})[0];
  EXPECT_EQ(At(looked, {3, 2}), 1);
  EXPECT_EQ(At(looked, {9, 2}), 0);  // out of the fovea
  ASSERT_EQ(looked.past.size(), 2u);
  EXPECT_EQ(looked.past[0].point, (PointInPhoto{512, 320}));
  EXPECT_NEAR(std::accumulate(looked.next.begin(), looked.next.end(), 0.0), 1, 1e-6);
  EXPECT_TRUE(looked.rewards.empty());
}

TEST_F(PhotoMapsTest, BecomeArraysAndPictures) {
  const auto maps = Maps({{112, 80}});
  WritePhotoMaps(folder_ / "maps", photo_, maps, std::vector{PhotoMap::kBelief, PhotoMap::kNext});
  const Tensor next = ReadNpy(folder_ / "maps" / "a_toaster_next.npy");
  EXPECT_EQ(next.shape, (std::vector<std::int64_t>{20, 32}));
  EXPECT_EQ(next.At(70), maps[0].next[70]);
  const Tensor beliefs = ReadNpy(folder_ / "maps" / "a_toaster_belief.npy");
  EXPECT_EQ(beliefs.shape, (std::vector<std::int64_t>{134, 20, 32}));
  EXPECT_EQ(ReadPicture(folder_ / "maps" / "a_toaster_belief.png").width, 1024);
  EXPECT_EQ(ReadPicture(folder_ / "maps" / "a_toaster_next.png").width, 1024);
}

TEST_F(PhotoMapsTest, RefuseWhatIsNotThere) {
  EXPECT_THAT(MessageOf([&] { Maps({{1025, 3}}); }), HasSubstr("1025,3 lies beside the photo"));
  const auto maps = Maps({});
  EXPECT_THAT(MessageOf([&] {
                WritePhotoMaps(folder_ / "m", photo_, maps, std::vector{PhotoMap::kReward});
              }),
              HasSubstr("learned no reward"));
}

}  // namespace
}  // namespace saccade::app
