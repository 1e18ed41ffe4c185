#include "saccade/perception/yolo_segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "saccade/base/error.h"

namespace saccade {
namespace {

constexpr int kRows = 4 + 80 + 2;  // two prototypes

// Three places; everything 0.
struct Outputs {
  HostTensor detections{{1, kRows, 3}, std::vector<float>(kRows * 3)};
  HostTensor prototypes{{1, 2, 8, 8}, std::vector<float>(2 * 64)};

  float& At(int row, int place) { return detections.values[row * 3 + place]; }
  void Box(int place, float x, float y, float w, float h) {
    At(0, place) = x;
    At(1, place) = y;
    At(2, place) = w;
    At(3, place) = h;
  }
};

TEST(Letterbox, CentresThePictureInItsBlockOfThirtyTwo) {
  const Letterbox box = FitLetterbox({512, 320}, {640, 640});
  EXPECT_EQ(box.resized, (PixelSize{640, 400}));
  EXPECT_EQ(box.left, 0);
  EXPECT_EQ(box.top, 8);  // 416 rows
}

TEST(Letterbox, PutsGreyAroundThePicture) {
  const Letterbox box = FitLetterbox({64, 40}, {64, 64});
  const HostTensor input = LetterboxInput(Picture(64, 40, {255, 0, 51}), box);
  ASSERT_EQ(input.shape, (std::vector<std::int64_t>{1, 3, 64, 64}));
  EXPECT_EQ(box.top, 12);
  const auto at = [&](int c, int y, int x) { return input.values[(c * 64 + y) * 64 + x]; };
  EXPECT_FLOAT_EQ(at(0, 11, 5), 114.f / 255);
  EXPECT_FLOAT_EQ(at(0, 12, 5), 1.f);
  EXPECT_FLOAT_EQ(at(1, 51, 5), 0.f);
  EXPECT_FLOAT_EQ(at(2, 51, 5), 0.2f);
  EXPECT_FLOAT_EQ(at(2, 52, 5), 114.f / 255);
}

TEST(DecodeYolo, KeepsTheBestOfAClassWithTheMaskInsideItsBox) {
  Outputs outputs;
  outputs.Box(0, 16, 16, 16, 8);  // x 8..24, y 12..20 of 32 x 32
  outputs.At(4 + 15, 0) = 0.9f;
  outputs.Box(1, 16.5f, 16, 16, 8);  // nearly the same: suppressed
  outputs.At(4 + 15, 1) = 0.8f;
  outputs.Box(2, 16, 16, 16, 8);  // another class: kept, its mask is empty
  outputs.At(4 + 2, 2) = 0.2f;
  outputs.At(84, 0) = outputs.At(84, 1) = 1;
  outputs.At(85, 2) = 1;
  // The first prototype is positive left of column 4 (network x < 16), the second nowhere.
  for (int i = 0; i < 64; ++i) {
    outputs.prototypes.values[i] = i % 8 < 4 ? 1.f : -1.f;
    outputs.prototypes.values[64 + i] = -1.f;
  }
  const auto instances =
      DecodeYolo(outputs.detections, outputs.prototypes, FitLetterbox({64, 64}, {32, 32}));
  ASSERT_EQ(instances.size(), 2u);
  EXPECT_EQ(instances[0].category, 15);
  EXPECT_FLOAT_EQ(instances[0].score, 0.9f);
  const PastedMask& mask = instances[0].mask;  // in the 64 x 64 picture
  EXPECT_EQ(mask.x, 16);
  EXPECT_EQ(mask.y, 24);
  EXPECT_EQ(mask.width, 32);
  EXPECT_EQ(mask.height, 16);
  EXPECT_EQ(mask.Area(), 16 * 16);  // the sign changes half way, at network x = 16
  EXPECT_EQ(instances[1].category, 2);
  EXPECT_EQ(instances[1].mask.Area(), 0);
}

TEST(DecodeYolo, AScoreEqualToTheThresholdIsDropped) {
  Outputs outputs;
  outputs.Box(0, 16, 16, 8, 8);
  outputs.At(4, 0) = 0.1f;
  EXPECT_TRUE(
      DecodeYolo(outputs.detections, outputs.prototypes, FitLetterbox({32, 32}, {32, 32})).empty());
}

TEST(DecodeYolo, ABoxBeyondThePictureIsCutToIt) {
  Outputs outputs;
  outputs.Box(0, 30, 30, 20, 20);
  outputs.At(4, 0) = 0.5f;
  outputs.At(84, 0) = 1;
  std::fill(outputs.prototypes.values.begin(), outputs.prototypes.values.end(), 1.f);
  const auto instances =
      DecodeYolo(outputs.detections, outputs.prototypes, FitLetterbox({32, 32}, {32, 32}));
  ASSERT_EQ(instances.size(), 1u);
  EXPECT_EQ(instances[0].mask.Area(), 12 * 12);
}

TEST(DecodeYolo, OtherShapesAreRefused) {
  const HostTensor detections{{1, 84, 3}, std::vector<float>(84 * 3)};
  const HostTensor prototypes{{1, 2, 8, 8}, std::vector<float>(128)};
  EXPECT_THROW(DecodeYolo(detections, prototypes, FitLetterbox({32, 32}, {32, 32})), InputError);
}

// A detector without masks that saw one mouse, and a model with masks whose places are in Outputs.
struct Boxes {
  HostTensor detections{{1, 84, 1}, std::vector<float>(84)};
  Boxes(float x, float y, float w, float h, int category) {
    const std::vector<float> box = {x, y, w, h};
    std::copy(box.begin(), box.end(), detections.values.begin());
    detections.values[4 + category] = 0.6f;
  }
};

// Places 0 and 1 have the first and the second prototype: left half and right half of the input.
Outputs LeftAndRight() {
  Outputs outputs;
  outputs.At(84, 0) = outputs.At(85, 1) = 1;
  for (int i = 0; i < 64; ++i) {
    outputs.prototypes.values[i] = i % 8 < 4 ? 1.f : -1.f;
    outputs.prototypes.values[64 + i] = -outputs.prototypes.values[i];
  }
  return outputs;
}

TEST(DecodeYoloBoxes, ABoxTakesTheOutlineOfThePlaceThatLiesBest) {
  const Letterbox letterbox = FitLetterbox({64, 64}, {32, 32});
  const Boxes boxes(16, 16, 16, 8, 64);
  Outputs lender = LeftAndRight();
  lender.Box(0, 16, 16, 12, 8);  // IoU .75, first prototype
  lender.Box(1, 16, 16, 10, 8);  // .625
  const OutlineSource source{lender.detections, lender.prototypes, letterbox};
  const auto left = DecodeYoloBoxes(boxes.detections, letterbox, {&source, 1});
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].category, 64);
  EXPECT_FLOAT_EQ(left[0].score, 0.6f);
  EXPECT_EQ(left[0].mask.x, 16);  // the detector's box, not the lender's
  EXPECT_EQ(left[0].mask.width, 32);
  EXPECT_EQ(left[0].mask.inside[0], 1);
  EXPECT_EQ(left[0].mask.inside[31], 0);
  // Of the class, .625 x (1 + .2 x .9) = .7375 is less than .75; .64 x 1.18 = .7552 is more.
  lender.At(4 + 64, 1) = 0.9f;
  EXPECT_EQ(DecodeYoloBoxes(boxes.detections, letterbox, {&source, 1})[0].mask.inside[0], 1);
  lender.Box(1, 16, 16, 10.24f, 8);
  EXPECT_EQ(DecodeYoloBoxes(boxes.detections, letterbox, {&source, 1})[0].mask.inside[0], 0);
  EXPECT_EQ(DecodeYoloBoxes(boxes.detections, letterbox, {&source, 1})[0].mask.inside[31], 1);
}

TEST(DecodeYoloBoxes, TheLenderMaySeeThePictureAtAnotherSize) {
  const Boxes boxes(32, 32, 32, 16, 2);  // of 64 x 64: the lender's 16, 16, 16, 8
  Outputs lender = LeftAndRight();
  lender.Box(0, 16, 16, 16, 8);
  const OutlineSource source{lender.detections, lender.prototypes,
                             FitLetterbox({64, 64}, {32, 32})};
  const auto found =
      DecodeYoloBoxes(boxes.detections, FitLetterbox({64, 64}, {64, 64}), {&source, 1});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].mask.x, 16);
  EXPECT_EQ(found[0].mask.y, 24);
  EXPECT_EQ(found[0].mask.Area(), 16 * 16);
}

TEST(DecodeYoloBoxes, WithoutAnOutlineTheWholeBoxIsTheObject) {
  const Letterbox letterbox = FitLetterbox({32, 32}, {32, 32});
  const Boxes boxes(8, 8, 6, 4, 0);
  const auto alone = DecodeYoloBoxes(boxes.detections, letterbox, {});
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].mask.Area(), 6 * 4);
  Outputs elsewhere = LeftAndRight();
  elsewhere.Box(0, 28, 28, 4, 4);
  const OutlineSource source{elsewhere.detections, elsewhere.prototypes, letterbox};
  EXPECT_EQ(DecodeYoloBoxes(boxes.detections, letterbox, {&source, 1})[0].mask.Area(), 6 * 4);
}

TEST(DecodeYoloBoxes, OtherShapesAreRefused) {
  const HostTensor detections{{1, 116, 3}, std::vector<float>(116 * 3)};
  EXPECT_THROW(DecodeYoloBoxes(detections, FitLetterbox({32, 32}, {32, 32}), {}), InputError);
}

}  // namespace
}  // namespace saccade
