#include "saccade/beliefs/panoptic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/image/picture_file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MessageOf;

constexpr int kCar = 2;    // COCO id 3
constexpr int kSky = 120;  // any stuff channel

std::string Json(const std::string& segments) {
  return R"({"images": [{"id": 7, "file_name": "p.jpg", "width": 512, "height": 320}],
             "annotations": [{"image_id": 7, "file_name": "p.png", "segments_info": [)" +
         segments + "]}]}";
}

PanopticFile Parse(const std::string& json) { return ParsePanopticFile(json, "dir/maps.json"); }

std::vector<BeliefEntry> At(const BeliefLayer& layer, Cell cell) {
  const auto entries = layer.At(Grid::Index(cell));
  return {entries.begin(), entries.end()};
}

TEST(PanopticFile, ReadsChannelsScoresAndPlaces) {
  const PanopticFile file = Parse(Json(R"({"id": 9, "category_id": 187},
                                          {"id": 5, "category_id": 3, "score": 0.25})"));
  ASSERT_EQ(file.pictures.size(), 1u);
  EXPECT_EQ(file.pictures[0].name, "p.jpg");
  EXPECT_EQ(file.pictures[0].png, "dir/maps/p.png");
  EXPECT_THAT(file.pictures[0].segments,
              ElementsAre(PanopticSegment{5, kCar, 0.25f},
                          PanopticSegment{9, *ChannelOfCocoId(187), 1.0f}));
}

TEST(DownsampleRule, ItsPageNamesTheDefault) {
  EXPECT_THAT(ReadFile(testing::ProjectFile("docs/beliefs.md")),
              HasSubstr(fmt::format("`{}` is the default", RuleName(kDefaultDownsampleRule))));
}

TEST(PanopticFile, NamesEveryUnknownCategory) {
  const std::string message = MessageOf([] {
    Parse(Json(R"({"id": 1, "category_id": 12}, {"id": 2, "category_id": 201},
                  {"id": 3, "category_id": 12}, {"id": 4, "category_id": 3})"));
  });
  EXPECT_THAT(message, AllOf(HasSubstr("dir/maps.json"), HasSubstr("12 (2 times)"),
                             HasSubstr("201 (1 times)")));
}

TEST(PanopticFile, RefusesBrokenFilesWithTheirPlace) {
  EXPECT_THAT(MessageOf([] { Parse("{\"images\": ["); }), HasSubstr("maps.json"));
  EXPECT_THAT(MessageOf([] { Parse("{}"); }), HasSubstr("\"images\""));
  EXPECT_THAT(MessageOf([] { Parse(Json(R"({"id": 1})")); }),
              AllOf(HasSubstr("annotations[0].segments_info[0]"), HasSubstr("category_id")));
  EXPECT_THAT(MessageOf([] { Parse(Json(R"({"id": 0, "category_id": 3})")); }), HasSubstr("id 0"));
  EXPECT_THAT(
      MessageOf([] { Parse(Json(R"({"id": 1, "category_id": 3}, {"id": 1, "category_id": 4})")); }),
      HasSubstr("twice"));
  EXPECT_THAT(MessageOf([] { Parse(Json(R"({"id": 1, "category_id": 3, "score": 1.5})")); }),
              HasSubstr("1.5"));
  EXPECT_THAT(MessageOf([] { Parse(Json(R"({"id": 1, "category_id": "3"})")); }),
              HasSubstr("integer"));
  EXPECT_THAT(MessageOf([] { Parse(R"({"images": [], "annotations": []})"); }),
              HasSubstr("there are none"));
  EXPECT_THAT(MessageOf([] {
                Parse(R"({"images": [], "annotations": [{"image_id": 3, "file_name": "x"}]})");
              }),
              HasSubstr("image_id 3"));
  EXPECT_THAT(MessageOf([] {
                Parse(R"({"images": [{"id": 7, "file_name": "p", "width": 1, "height": 1}],
                          "annotations": [
                            {"image_id": 7, "file_name": "x", "segments_info": []},
                            {"image_id": 7, "file_name": "y", "segments_info": []}]})");
              }),
              HasSubstr("annotations[1]: is a second one for image_id 7"));
}

// Segment 1 is a car (.5), segment 2 a car (.75), segment 3 sky; 0 is void.
class PanopticLayerTest : public ::testing::Test {
 protected:
  void Fill(int left, int top, int width, int height, std::uint32_t id) {
    for (int y = top; y < top + height; ++y) {
      for (int x = left; x < left + width; ++x) ids_.At(x, y) = id;
    }
  }
  BeliefLayer Layer(DownsampleRule rule) const {
    return PanopticLayer(ids_, segments_, "p.png", rule);
  }

  Raster<std::uint32_t> ids_{512, 320, 0};
  std::vector<PanopticSegment> segments_{{1, kCar, 0.5f}, {2, kCar, 0.75f}, {3, kSky, 1.0f}};
};

TEST_F(PanopticLayerTest, CornerTakesThePixelAtTheTopLeft) {
  // One pixel of cell (20, 3): columns are x, rows are y. A shift by one pixel, or x and y swapped,
  // gives an empty map or another cell.
  ids_.At(16 * 20, 16 * 3) = 1;
  const BeliefLayer layer = Layer(DownsampleRule::kCorner);
  EXPECT_THAT(At(layer, {20, 3}), ElementsAre(BeliefEntry{kCar, 0.5f}));
  EXPECT_EQ(layer.entries.size(), 1u);
}

TEST_F(PanopticLayerTest, CenterTakesThePixelInTheMiddle) {
  ids_.At(16 * 31 + 8, 16 * 19 + 8) = 3;
  const BeliefLayer layer = Layer(DownsampleRule::kCenter);
  EXPECT_THAT(At(layer, {31, 19}), ElementsAre(BeliefEntry{kSky, 1.0f}));
  EXPECT_EQ(layer.entries.size(), 1u);
}

TEST_F(PanopticLayerTest, MajorityGroupsInstancesAndTakesTheHighestScore) {
  // Of 256 pixels: 60 + 60 car, 100 sky, 36 void. Cars together win with the higher score.
  Fill(32, 48, 15, 4, 1);
  Fill(32, 52, 15, 4, 2);
  Fill(32, 56, 10, 8, 3);
  Fill(42, 56, 1, 8, 0);
  Fill(42, 56, 2, 8, 3);
  Fill(44, 56, 1, 4, 3);
  EXPECT_THAT(At(Layer(DownsampleRule::kMajority), {2, 3}), ElementsAre(BeliefEntry{kCar, 0.75f}));
}

TEST_F(PanopticLayerTest, MajorityLeavesACellEmptyWhenMostOfItIsVoid) {
  Fill(0, 0, 16, 7, 1);  // 112 of 256
  EXPECT_THAT(At(Layer(DownsampleRule::kMajority), {0, 0}), IsEmpty());
  Fill(0, 0, 16, 8, 1);  // 128: a tie, which void loses
  EXPECT_THAT(At(Layer(DownsampleRule::kMajority), {0, 0}), ElementsAre(BeliefEntry{kCar, 0.5f}));
}

TEST_F(PanopticLayerTest, AreaIsTheMeanOfTheFullSizeMap) {
  Fill(16, 16, 16, 4, 1);  // 64 pixels of .5
  Fill(16, 20, 16, 2, 2);  // 32 of .75
  Fill(16, 24, 16, 8, 3);  // 128 of 1
  // (64 * .5 + 32 * .75) / 256 = .21875; 128 / 256 = .5
  EXPECT_THAT(At(Layer(DownsampleRule::kArea), {1, 1}),
              ElementsAre(BeliefEntry{kCar, 0.21875f}, BeliefEntry{kSky, 0.5f}));
}

TEST_F(PanopticLayerTest, ASegmentThatIsNotListedIsRefused) {
  ids_.At(16, 16) = 77;
  EXPECT_THAT(MessageOf([this] { Layer(DownsampleRule::kCorner); }),
              AllOf(HasSubstr("p.png"), HasSubstr("77")));
}

TEST_F(PanopticLayerTest, AScoreOfZeroIsNoBelief) {
  segments_[0].score = 0;
  Fill(0, 0, 512, 320, 1);
  for (const DownsampleRule rule : kDownsampleRules) {
    EXPECT_THAT(Layer(rule).entries, IsEmpty()) << RuleName(rule);
  }
}

TEST_F(PanopticLayerTest, AreasAndBoxesAreThoseOfTheMap) {
  Fill(10, 20, 30, 40, 3);
  Fill(15, 25, 2, 3, 1);
  MeasureSegments(ids_, segments_);
  EXPECT_EQ(segments_[0].area, 6);
  EXPECT_EQ(segments_[0].box, (BoxInImage{15, 25, 2, 3}));
  EXPECT_EQ(segments_[1].area, 0);
  EXPECT_EQ(segments_[1].box, BoxInImage());
  EXPECT_EQ(segments_[2].area, 30 * 40 - 6);
  EXPECT_EQ(segments_[2].box, (BoxInImage{10, 20, 30, 40}));
}

TEST(FitSegments, KeepsTheAspectAndPadsWithVoid) {
  // 320 x 320 fills the middle: columns 96 to 415 of 512.
  const Raster<std::uint32_t> fitted = FitSegments(Raster<std::uint32_t>(320, 320, 5));
  EXPECT_EQ(fitted.width, 512);
  EXPECT_EQ(fitted.At(95, 100), 0u);
  EXPECT_EQ(fitted.At(96, 0), 5u);
  EXPECT_EQ(fitted.At(415, 319), 5u);
  EXPECT_EQ(fitted.At(416, 100), 0u);
}

TEST(FitSegments, ShrinksByTakingThePixelUnderTheCentre) {
  Raster<std::uint32_t> large(1024, 640, 0);
  large.At(2 * 100 + 1, 2 * 50 + 1) = 8;
  const Raster<std::uint32_t> fitted = FitSegments(large);
  EXPECT_EQ(fitted.At(100, 50), 8u);
}

TEST(Panoptic, ASharedPictureAgreesWithItsPng) {
  SACCADE_NEEDS_DATA("coco_search18/panoptic_sharp.json");
  const PanopticFile file =
      ReadPanopticFile(testing::SharedData("coco_search18/panoptic_sharp.json"));
  EXPECT_EQ(file.pictures.size(), 2241u);
  const PanopticPicture& picture = file.pictures[100];
  const Raster<std::uint32_t> ids = ReadSegmentPng(picture.png);
  const std::string png = ReadFile(picture.png);
  const BeliefLayer layer = DecodePanopticLayer(std::as_bytes(std::span(png.data(), png.size())),
                                                picture, DownsampleRule::kCorner);
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 32; ++column) {
      const std::uint32_t id = ids.At(16 * column, 16 * row);
      for (const PanopticSegment& segment : picture.segments) {
        if (segment.id != id) continue;
        EXPECT_EQ(layer.Value(32 * row + column, segment.channel), segment.score);
      }
      EXPECT_EQ(layer.At(32 * row + column).size(), id == 0 ? 0u : 1u);
    }
  }
}

}  // namespace
}  // namespace saccade
