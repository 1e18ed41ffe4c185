#include "saccade/synth/render.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace saccade::synth {
namespace {

// A wall of 2x2 metres, `distance` ahead.
Part Wall(double distance, const Tint& tint) {
  Part part;
  part.solid.Quad({-1, -1, distance}, {1, -1, distance}, {1, 1, distance}, {-1, 1, distance},
                  {.color = tint, .glows = true});
  part.casts_shadow = false;
  return part;
}

int Count(const Raster<std::uint16_t>& labels, int part) {
  return static_cast<int>(std::ranges::count(labels.values, static_cast<std::uint16_t>(part)));
}

TEST(Render, SizeFollowsFromFocalLengthAndDistance) {
  Stage stage;
  stage.camera.focal = 200;
  stage.parts.push_back(Wall(4, {1, 1, 1}));
  // 2 m at 4 m with focal 200: 100 pixels a side.
  EXPECT_EQ(Count(RenderLabels(stage), 0), 100 * 100);
  EXPECT_EQ(Count(RenderLabels(stage, 2), 0), 50 * 50);
  EXPECT_EQ(PixelsAlone(stage, 0), 100 * 100);
}

TEST(Render, TheNearerHidesTheFartherInAnyOrder) {
  Stage stage;
  stage.camera.focal = 200;
  stage.parts.push_back(Wall(4, {1, 0, 0}));
  stage.parts.push_back(Wall(8, {0, 1, 0}));
  const auto labels = RenderLabels(stage);
  EXPECT_EQ(Count(labels, 0), 100 * 100);
  EXPECT_EQ(Count(labels, 1), 0);
  std::swap(stage.parts[0], stage.parts[1]);
  EXPECT_EQ(Count(RenderLabels(stage), 1), 100 * 100);
  EXPECT_EQ(PixelsAlone(stage, 0), 50 * 50);
}

TEST(Render, WhatIsBehindTheCameraIsNotSeen) {
  Stage stage;
  stage.parts.push_back(Wall(-3, {1, 1, 1}));
  EXPECT_EQ(Count(RenderLabels(stage), 0), 0);
}

TEST(Render, AFloorThatPassesUnderTheCameraFillsTheLowerHalf) {
  Stage stage;
  Part floor;
  floor.solid.Quad({-500, -1, -500}, {500, -1, -500}, {500, -1, 500}, {-500, -1, 500}, {});
  stage.parts.push_back(floor);
  const auto labels = RenderLabels(stage);
  for (int x = 0; x < 512; x += 64) {
    EXPECT_EQ(labels.At(x, 319), 0);
    EXPECT_EQ(labels.At(x, 170), 0);
    EXPECT_EQ(labels.At(x, 150), kNoPart);
  }
}

TEST(Render, PutAtShowsThePointThere) {
  Camera camera{.yaw = .3, .pitch = .2, .focal = 450};
  camera.PutAt({1, 2, 3}, {100, 250}, 5);
  const Vec3 seen = camera.Seen({1, 2, 3});
  EXPECT_NEAR(seen.z, 5, 1e-12);
  EXPECT_NEAR(camera.Project(seen).x, 100, 1e-9);
  EXPECT_NEAR(camera.Project(seen).y, 250, 1e-9);
}

TEST(Render, PictureAndLabelsAgree) {
  Stage stage;
  stage.camera.focal = 200;
  stage.background = {0, 0, 1};
  stage.parts.push_back(Wall(4, {1, 0, 0}));
  const auto labels = RenderLabels(stage);
  const Picture picture = RenderPicture(stage, 1);
  for (int y = 0; y < 320; y += 3) {
    for (int x = 0; x < 512; x += 3) {
      EXPECT_EQ(picture.At(x, y)[0] > 128, labels.At(x, y) == 0) << x << " " << y;
    }
  }
}

TEST(Render, AThingCastsAShadowOnTheFloor) {
  Stage stage;
  stage.camera.at = {0, 2, -4};
  stage.camera.pitch = .4;
  stage.light = {.toward = {-1, 1, 0}, .focus = {0, 0, 0}, .reach = 3};
  Part floor;
  floor.solid.Quad({-5, 0, -5}, {5, 0, -5}, {5, 0, 5}, {-5, 0, 5}, {.color = {.7, .7, .7}});
  floor.casts_shadow = false;
  Part box;
  box.solid.Box({-.3, 0, -.3}, {.3, 1, .3}, {.color = {.7, .7, .7}});
  stage.parts = {floor, box};
  const Picture picture = RenderPicture(stage, 1);
  const auto brightness = [&](const Vec3& p) {
    const PointInImage at = stage.camera.Project(stage.camera.Seen(p));
    return int{picture.At(static_cast<int>(at.x), static_cast<int>(at.y))[0]};
  };
  // The light comes from the left, so the shadow lies at the right.
  EXPECT_LT(brightness({.8, 0, 0}), brightness({-.8, 0, 0}) - 30);
}

}  // namespace
}  // namespace saccade::synth
