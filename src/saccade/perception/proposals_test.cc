#include "saccade/perception/proposals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kMicroOps = "gold_d2/micro_ops.json";

std::vector<CornerBox> FormulaBoxes(const std::string& name, int count) {
  const auto corners = FormulaValues(name + ".c", 2 * count, {30, 30});
  const auto sizes = FormulaValues(name + ".s", 2 * count, {25, 20});
  std::vector<CornerBox> boxes;
  for (int i = 0; i < count; ++i) {
    const float x = corners[2 * i], y = corners[2 * i + 1];
    boxes.push_back({x, y, x + sizes[2 * i], y + sizes[2 * i + 1]});
  }
  return boxes;
}

TEST(SelectDetections, MatchesTheGoldenCase) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const auto golden =
      nlohmann::json::parse(ReadFile(testing::SharedData(kMicroOps))).at("fast_rcnn_post");
  const auto detections =
      SelectDetections(FormulaBoxes("micro.fr", 40), FormulaValues("micro.fr.cls", 3240, {0, 4}),
                       FormulaValues("micro.fr.reg", 12800, {0, 2}), {110, 90});
  ASSERT_EQ(detections.size(), golden.at("count"));
  for (std::size_t i = 0; i < golden.at("dets").size(); ++i) {
    const auto& expected = golden.at("dets")[i];
    SCOPED_TRACE(expected.dump());
    EXPECT_EQ(detections[i].proposal, expected.at("proposal"));
    EXPECT_EQ(detections[i].category, expected.at("class"));
    EXPECT_NEAR(detections[i].score, expected.at("score"), 1e-5);
    EXPECT_NEAR(detections[i].box.x1, expected.at("box")[0], 1e-4);
    EXPECT_NEAR(detections[i].box.y1, expected.at("box")[1], 1e-4);
    EXPECT_NEAR(detections[i].box.x2, expected.at("box")[2], 1e-4);
    EXPECT_NEAR(detections[i].box.y2, expected.at("box")[3], 1e-4);
  }
}

TEST(SelectDetections, OverAThousandCandidatesNoTwoOfAClassOverlap) {
  const int count = 300;
  const auto boxes = FormulaBoxes("many.fr", count);
  const auto logits = FormulaValues("many.fr.cls", 81 * count, {0, 4});
  const auto deltas = FormulaValues("many.fr.reg", 320 * count, {0, 1});
  const auto all =
      SelectDetections(boxes, logits, deltas, {110, 90}, {.nms_threshold = 2.0, .best = 1 << 20});
  ASSERT_GT(all.size(), 1000u);
  const auto kept = SelectDetections(boxes, logits, deltas, {110, 90}, {.best = 1 << 20});
  EXPECT_LT(kept.size(), all.size());
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(),
                             [](const auto& a, const auto& b) { return a.score > b.score; }));
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (kept[i].category == kept[j].category) {
        EXPECT_LE(BoxIou(kept[i].box, kept[j].box), 0.5f);
      }
    }
  }
}

TEST(SelectDetections, ARowThatIsNotFiniteIsDropped) {
  const std::vector<CornerBox> proposals = {{0, 0, 10, 10}, {20, 20, 40, 40}};
  std::vector<float> logits(2 * 81, 0.f);
  logits[3] = logits[81 + 3] = 10.f;
  std::vector<float> deltas(2 * 320, 0.f);
  deltas[5] = std::numeric_limits<float>::quiet_NaN();
  const auto detections = SelectDetections(proposals, logits, deltas, {64, 64});
  ASSERT_EQ(detections.size(), 1u);
  EXPECT_EQ(detections[0].box, proposals[1]);
}

TEST(SelectDetections, BackgroundEverywhereGivesNothing) {
  const std::vector<CornerBox> proposals = {{0, 0, 10, 10}};
  std::vector<float> logits(81, 0.f);
  logits[80] = 20.f;
  const std::vector<float> deltas(320, 0.f);
  EXPECT_TRUE(SelectDetections(proposals, logits, deltas, {64, 64}).empty());
}

TEST(Anchors, AreCentredOnTheCornerOfTheirPlace) {
  const auto anchors = Anchors(2, 3, 8, 64);
  ASSERT_EQ(anchors.size(), 18u);
  EXPECT_EQ(anchors[1], (CornerBox{-32, -32, 32, 32}));
  EXPECT_EQ(anchors[(1 * 3 + 2) * 3 + 1], (CornerBox{-16, -24, 48, 40}));
  EXPECT_FLOAT_EQ(anchors[0].Width(), 2 * anchors[0].Height());
  EXPECT_FLOAT_EQ(anchors[2].Height(), 2 * anchors[2].Width());
}

// Few enough anchors for the shifted suppression of up to 1000 boxes. The IoU of the two best is
// 256 / 380.
TEST(SelectProposals, KeepsTheBestOfEachPlaceWithinTheUnpaddedSize) {
  std::vector<float> objectness(2 * 2 * 3, -1.f);
  std::vector<float> deltas(2 * 2 * 12, 0.f);
  objectness[1] = 2.f;                                     // 32 x 32 around (0, 0)
  objectness[4] = std::numeric_limits<float>::infinity();  // dropped
  objectness[3 * 3 + 1] = 1.f;                             // 32 x 32 around (16, 16)
  const RpnLevel level{2, 2, 16, 32, objectness.data(), deltas.data()};
  const auto proposals = SelectProposals(std::span(&level, 1), {20, 19});
  ASSERT_GE(proposals.size(), 2u);
  EXPECT_EQ(proposals[0].box, (CornerBox{0, 0, 16, 16}));
  EXPECT_EQ(proposals[1].box, (CornerBox{0, 0, 20, 19}));
  EXPECT_FLOAT_EQ(proposals[1].logit, 1.f);
}

TEST(SelectProposals, LevelsDoNotSuppressEachOther) {
  const std::vector<float> objectness = {-1, 1, -2};
  const std::vector<float> deltas(12, 0.f);
  const std::vector<RpnLevel> levels(2, {1, 1, 16, 32, objectness.data(), deltas.data()});
  const auto proposals = SelectProposals(levels, {64, 64});
  ASSERT_GE(proposals.size(), 2u);
  EXPECT_EQ(proposals[0].box, proposals[1].box);
}

}  // namespace
}  // namespace saccade
