#include "saccade/synth/scene.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/base/random.h"

namespace saccade::synth {
namespace {

constexpr int kLayouts = 40;

double Apart(const SceneObject& a, const SceneObject& b) {
  const Vec3 d = a.extent.Center() - b.extent.Center();
  return std::hypot(d.x, d.z);
}

double NearestOf(const Scene& scene, const SceneObject& object, std::string_view category) {
  double nearest = 1e9;
  for (const std::size_t i : scene.Of(category)) {
    nearest = std::min(nearest, Apart(object, scene.objects[i]));
  }
  return nearest;
}

// Calls check(scene) for many layouts of a kind, for all targets that are searched there.
template <typename Check>
void ForLayouts(SceneKind kind, const Check& check) {
  for (int i = 0; i < kLayouts; ++i) {
    SCOPED_TRACE(i);
    Random random(11, "layout", static_cast<std::uint64_t>(i));
    const Layout layout = LayOut(kind, i % kTasks, random);
    check(layout.scene);
  }
}

TEST(Layout, MouseIsBesideKeyboardOrLaptop) {
  int mice = 0;
  ForLayouts(SceneKind::kOffice, [&](const Scene& scene) {
    for (const std::size_t i : scene.Of("mouse")) {
      // A laptop stands where there is no keyboard; without either the place is still before a
      // screen.
      const SceneObject& mouse = scene.objects[i];
      const double nearest =
          std::min({NearestOf(scene, mouse, "keyboard"), NearestOf(scene, mouse, "laptop"),
                    NearestOf(scene, mouse, "tv")});
      EXPECT_LT(nearest, .6);
      ++mice;
    }
  });
  EXPECT_GT(mice, kLayouts / 2);
}

TEST(Layout, KeyboardLiesBeforeTheScreen) {
  int pairs = 0;
  ForLayouts(SceneKind::kOffice, [&](const Scene& scene) {
    for (const std::size_t k : scene.Of("keyboard")) {
      for (const std::size_t t : scene.Of("tv")) {
        EXPECT_LT(scene.objects[k].extent.Center().z, scene.objects[t].extent.low.z);
        ++pairs;
      }
    }
  });
  EXPECT_GT(pairs, 10);
}

TEST(Layout, MicrowaveIsOnOrOverTheCounter) {
  int microwaves = 0;
  ForLayouts(SceneKind::kKitchen, [&](const Scene& scene) {
    for (const std::size_t i : scene.Of("microwave")) {
      EXPECT_GE(scene.objects[i].extent.low.y, .89);
      ++microwaves;
    }
  });
  EXPECT_GT(microwaves, 10);
}

TEST(Layout, TablewareStandsOnTheTable) {
  ForLayouts(SceneKind::kDiningRoom, [](const Scene& scene) {
    const Bounds& table = scene.objects[scene.Of("dining table").front()].extent;
    for (const std::string_view category : {"cup", "bowl", "bottle", "fork", "knife"}) {
      for (const std::size_t i : scene.Of(category)) {
        const Vec3 middle = scene.objects[i].extent.Center();
        SCOPED_TRACE(category);
        EXPECT_NEAR(scene.objects[i].extent.low.y, table.high.y, .02);
        EXPECT_TRUE(table.low.x < middle.x && middle.x < table.high.x);
        EXPECT_TRUE(table.low.z < middle.z && middle.z < table.high.z);
      }
    }
  });
}

TEST(Layout, ChairsStandAroundTheTableOnTheFloor) {
  ForLayouts(SceneKind::kDiningRoom, [](const Scene& scene) {
    const SceneObject& table = scene.objects[scene.Of("dining table").front()];
    for (const std::size_t i : scene.Of("chair")) {
      EXPECT_NEAR(scene.objects[i].extent.low.y, 0, .01);
      EXPECT_LT(Apart(scene.objects[i], table), 1.5);
    }
  });
}

TEST(Layout, CarsDriveOnTheRoadAndStopSignsStandBesideIt) {
  ForLayouts(SceneKind::kStreet, [](const Scene& scene) {
    const Bounds& road = scene.objects[scene.Of("road").front()].extent;
    for (const std::size_t i : scene.Of("car")) {
      EXPECT_GT(scene.objects[i].extent.low.z, road.low.z);
      EXPECT_LT(scene.objects[i].extent.high.z, road.high.z);
    }
    for (const std::size_t i : scene.Of("stop sign")) {
      const double z = scene.objects[i].extent.Center().z;
      EXPECT_TRUE(z < road.low.z || z > road.high.z);
    }
  });
}

TEST(Layout, SinkStandsUnderTheMirrorInBathrooms) {
  ForLayouts(SceneKind::kBathroom, [](const Scene& scene) {
    for (const std::size_t m : scene.Of("mirror-stuff")) {
      const SceneObject& mirror = scene.objects[m];
      ASSERT_EQ(scene.Of("sink").size(), 1u);
      const SceneObject& sink = scene.objects[scene.Of("sink").front()];
      EXPECT_NEAR(sink.extent.Center().x, mirror.extent.Center().x, .05);
      EXPECT_LT(sink.extent.high.y, mirror.extent.Center().y);
    }
  });
}

TEST(TargetRules, SizeBetweenOneAndTenPercentAndOffTheMiddle) {
  // 1% of 512x320 is 1638.4 pixels; the middle cell of 5x5 is x 204.8..307.2, y 128..192.
  EXPECT_TRUE(BoxFollowsTargetRules({10, 10, 41, 40}));    // 1640
  EXPECT_FALSE(BoxFollowsTargetRules({10, 10, 40, 40}));   // 1600
  EXPECT_TRUE(BoxFollowsTargetRules({10, 10, 128, 127}));  // 16256
  EXPECT_FALSE(BoxFollowsTargetRules({0, 0, 128, 128}));   // 16384 = 10%
  EXPECT_TRUE(BoxFollowsTargetRules({104, 140, 100, 50}));
  EXPECT_FALSE(BoxFollowsTargetRules({105, 140, 100, 50}));
  EXPECT_TRUE(BoxFollowsTargetRules({220, 192, 50, 50}));
  EXPECT_FALSE(BoxFollowsTargetRules({220, 191, 50, 50}));
}

class EveryTask : public ::testing::TestWithParam<int> {};

TEST_P(EveryTask, HasASceneWithOneTargetThatFollowsTheRules) {
  for (std::uint64_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    Random random(5, "layout", i);
    const SearchScene scene = MakeSearchScene(GetParam(), random);
    EXPECT_EQ(scene.scene.Of(kTaskNames[GetParam()]), std::vector<std::size_t>{scene.target});
    ASSERT_TRUE(scene.boxes[scene.target]);
    EXPECT_TRUE(BoxFollowsTargetRules(*scene.boxes[scene.target]));
    // The box is that of the label map.
    const BoxInImage& box = *scene.boxes[scene.target];
    int inside = 0, outside = 0;
    for (int y = 0; y < 320; ++y) {
      for (int x = 0; x < 512; ++x) {
        if (scene.labels.At(x, y) != scene.target) continue;
        ++(box.Contains({x + .5, y + .5}) ? inside : outside);
      }
    }
    EXPECT_GT(inside, 100);
    EXPECT_EQ(outside, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryTask, ::testing::Range(0, kTasks), [](const auto& param) {
  std::string name(kTaskNames[param.param]);
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
});

}  // namespace
}  // namespace saccade::synth
