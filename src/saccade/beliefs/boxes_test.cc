#include "saccade/beliefs/boxes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::ElementsAre;

constexpr int kCar = 2;

std::vector<int> CellsWith(const BeliefLayer& layer, int channel) {
  std::vector<int> cells;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (layer.Value(cell, channel) > 0) cells.push_back(cell);
  }
  return cells;
}

// From (24, 16) to (56, 32): cells 1 to 3 of row 1, the outer two half covered.
const std::vector<ScoredBox> kOneBox = {{{24, 16, 32, 16}, kCar, 0.5f}};

TEST(BoxLayer, CornerAndCenterAskForThatPoint) {
  EXPECT_THAT(CellsWith(BoxLayer(kOneBox, DownsampleRule::kCorner), kCar),
              ElementsAre(32 + 2, 32 + 3));
  EXPECT_THAT(CellsWith(BoxLayer(kOneBox, DownsampleRule::kCenter), kCar),
              ElementsAre(32 + 1, 32 + 2));
}

TEST(BoxLayer, MajorityAsksForHalfAndAreaGivesTheShare) {
  EXPECT_THAT(CellsWith(BoxLayer(kOneBox, DownsampleRule::kMajority), kCar),
              ElementsAre(32 + 1, 32 + 2, 32 + 3));
  const BeliefLayer area = BoxLayer(kOneBox, DownsampleRule::kArea);
  EXPECT_EQ(area.Value(33, kCar), 0.25f);
  EXPECT_EQ(area.Value(34, kCar), 0.5f);
  EXPECT_EQ(area.Value(35, kCar), 0.25f);
}

TEST(BoxLayer, OverlappingBoxesKeepTheHighestScoreOfAClassAndAllClasses) {
  std::vector<ScoredBox> boxes = kOneBox;
  boxes.push_back({{0, 0, 512, 320}, kCar, 0.25f});
  boxes.push_back({{32, 16, 16, 16}, 0, 1.0f});
  const BeliefLayer layer = BoxLayer(boxes, DownsampleRule::kCorner);
  EXPECT_THAT(layer.At(34), ElementsAre(BeliefEntry{0, 1.0f}, BeliefEntry{kCar, 0.5f}));
  EXPECT_EQ(layer.Value(0, kCar), 0.25f);
}

TEST(BoxLayer, BoxesBeyondTheBorderAreCut) {
  const BeliefLayer layer = BoxLayer(
      {{{500, 310, 900, 900}, kCar, 1.0f}, {{-50, -50, 20, 20}, 0, 1}}, DownsampleRule::kArea);
  EXPECT_THAT(CellsWith(layer, kCar), ElementsAre(639));
  EXPECT_TRUE(CellsWith(layer, 0).empty());
}

TEST(BoxFile, DetectionsReplaceTheAnnotations) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "i.json",
                      R"({"images": [{"id": 1, "file_name": "b.jpg", "width": 640, "height": 480},
                                     {"id": 2, "file_name": "a.jpg", "width": 512, "height": 320}],
                          "annotations": [{"image_id": 1, "category_id": 3,
                                           "bbox": [0, 0, 640, 480]}]})");
  WriteFileAtomically(folder / "d.json",
                      R"([{"image_id": 2, "category_id": 3, "bbox": [1, 2, 3, 4], "score": 0.5}])");
  const BoxFile annotated = ReadBoxFile(folder / "i.json");
  ASSERT_EQ(annotated.pictures.size(), 2u);
  EXPECT_EQ(annotated.pictures[1].name, "b.jpg");
  // 640x480 is scaled by 2/3 and centred: 426 2/3 wide from 42 2/3.
  const BoxInImage box = annotated.pictures[1].boxes.at(0).box;
  EXPECT_NEAR(box.x, 128.0 / 3, 1e-9);
  EXPECT_NEAR(box.width, 1280.0 / 3, 1e-9);
  EXPECT_NEAR(box.height, 320, 1e-9);
  const BoxFile detected = ReadBoxFile(folder / "i.json", folder / "d.json");
  EXPECT_TRUE(detected.pictures[1].boxes.empty());
  EXPECT_EQ(detected.pictures[0].boxes.at(0), (ScoredBox{{1, 2, 3, 4}, kCar, 0.5f}));
  EXPECT_NE(detected.checksum, annotated.checksum);
}

TEST(BoxFile, RefusesBadBoxes) {
  const testing::TemporaryFolder folder;
  for (const char* bbox :
       {"[1, 2, 3]", "[1, 2, -3, 4]", "[1, 2, 3, 4, 5]", "\"x\"", "[1, 2, 3, null]"}) {
    SCOPED_TRACE(bbox);
    WriteFileAtomically(
        folder / "i.json",
        fmt::format(R"({{"images": [{{"id": 1, "file_name": "b.jpg", "width": 640, "height": 480}}],
                        "annotations": [{{"image_id": 1, "category_id": 3, "bbox": {}}}]}})",
                    bbox));
    EXPECT_THROW(ReadBoxFile(folder / "i.json"), InputError);
  }
}

TEST(BoxFile, ReadsTheSharedInstances) {
  SACCADE_NEEDS_DATA("coco_search18/coco_instances_subset.json");
  const BoxFile file = ReadBoxFile(testing::SharedData("coco_search18/coco_instances_subset.json"));
  EXPECT_EQ(file.pictures.size(), 2241u);
}

}  // namespace
}  // namespace saccade
