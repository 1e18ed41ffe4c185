#include "saccade/perception/panoptic_merge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>

#include "saccade/base/file.h"
#include "saccade/scene/category.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kMicroOps = "gold_d2/micro_ops.json";

// Pixels of rows [y0, y1) and columns [x0, x1).
PastedMask Rectangle(int y0, int y1, int x0, int x1) {
  return {x0, y0, x1 - x0, y1 - y0, std::vector<std::uint8_t>((y1 - y0) * (x1 - x0), 1)};
}

TEST(MergePanoptic, MatchesTheGoldenCases) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const auto golden =
      nlohmann::json::parse(ReadFile(testing::SharedData(kMicroOps))).at("panoptic_combine");
  const int width = golden.at("w"), height = golden.at("h");
  std::vector<std::uint8_t> labels(width * height, 0);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint8_t& label = labels[y * width + x];
      if (x >= 10) label = 5;
      if (y >= 12) label = 2;
      if (y >= 20 && x >= 28) label = 53;
      if (y < 2 && x < 2) label = 7;
    }
  }
  std::vector<SceneInstance> instances(5);
  instances[0].mask = Rectangle(2, 10, 2, 12);
  instances[1].mask = Rectangle(4, 12, 6, 16);
  instances[2].mask = Rectangle(3, 9, 3, 11);
  instances[3].mask = {};
  instances[4].mask = Rectangle(15, 23, 20, 30);
  for (int i = 0; i < 5; ++i) {
    instances[i].score = golden.at("scores")[i];
    instances[i].category = golden.at("classes")[i];
  }
  for (const auto& expected : golden.at("cases")) {
    SCOPED_TRACE(expected.at("overlap").dump());
    const SceneParse parse =
        MergePanoptic(instances, labels, width, height,
                      {expected.at("overlap"), expected.at("stuff_area"), expected.at("conf")});
    for (int y = 0; y < height; ++y) {
      const std::span row(&parse.ids.values[y * width], width);
      EXPECT_EQ(fmt::format("{}", fmt::join(row, ",")), expected.at("map_rows")[y]) << "row " << y;
    }
    ASSERT_EQ(parse.segments.size(), expected.at("segments_info").size());
    for (std::size_t i = 0; i < parse.segments.size(); ++i) {
      const auto& info = expected.at("segments_info")[i];
      const bool thing = info.at("isthing");
      EXPECT_EQ(parse.segments[i].id, info.at("id"));
      EXPECT_EQ(parse.segments[i].channel,
                info.at("category_id").get<int>() + (thing ? 0 : kThingChannels));
      if (thing) {
        EXPECT_FLOAT_EQ(parse.segments[i].score, info.at("score"));
      } else {
        EXPECT_EQ(parse.segments[i].area, info.at("area"));
      }
    }
  }
}

TEST(MergePanoptic, StuffOfExactlyTheLimitIsKept) {
  const std::vector<std::uint8_t> labels(12, 3);
  EXPECT_EQ(MergePanoptic({}, labels, 4, 3, {.stuff_area = 12}).segments.size(), 1u);
  EXPECT_TRUE(MergePanoptic({}, labels, 4, 3, {.stuff_area = 13}).segments.empty());
}

TEST(MergePanoptic, AnInstanceHiddenByExactlyTheLimitIsKept) {
  const std::vector<SceneInstance> instances = {{0, 0.9f, Rectangle(0, 1, 0, 2)},
                                                {1, 0.8f, Rectangle(0, 2, 0, 2)}};
  const SceneParse half = MergePanoptic(instances, {}, 4, 4, {.overlap = 0.5f});
  ASSERT_EQ(half.segments.size(), 2u);
  EXPECT_EQ(half.segments[1].area, 2);
  EXPECT_EQ(MergePanoptic(instances, {}, 4, 4, {.overlap = 0.49f}).segments.size(), 1u);
}

TEST(MergePanoptic, AScoreEqualToTheLimitIsKept) {
  const std::vector<SceneInstance> instances = {{0, 0.5f, Rectangle(0, 1, 0, 1)}};
  EXPECT_EQ(MergePanoptic(instances, {}, 4, 4).segments.size(), 1u);
}

TEST(MergePanoptic, EqualScoresKeepTheirOrder) {
  const std::vector<SceneInstance> instances = {{7, 0.6f, Rectangle(0, 2, 0, 2)},
                                                {8, 0.6f, Rectangle(0, 2, 1, 3)}};
  const SceneParse parse = MergePanoptic(instances, {}, 4, 4);
  EXPECT_EQ(parse.segments[0].channel, 7);
  EXPECT_EQ(parse.ids.values[1], 1u);
}

}  // namespace
}  // namespace saccade
