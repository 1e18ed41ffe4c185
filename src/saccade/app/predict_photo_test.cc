#include "saccade/app/predict_photo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "saccade/app/photo_drawing.h"
#include "saccade/base/error.h"
#include "saccade/scene/category.h"
#include "saccade/testing/message_of.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

const int kClock = *ChannelOfName("clock");
const int kTv = *ChannelOfName("tv");

// Sees a clock in red pixels and wall everywhere else.
class RedIsAClock : public Parser {
 public:
  SceneParse Parse(const Picture& picture) const override {
    SceneParse parse{Raster<std::uint32_t>(picture.width, picture.height),
                     {{1, kClock, 0.75f}, {2, kThingChannels + 40}}};
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width; ++x) {
        const std::uint8_t* const pixel = picture.At(x, y);
        parse.ids.At(x, y) = pixel[0] > 150 && pixel[1] < 100 ? 1 : 2;
      }
    }
    return parse;
  }
  std::string Description() const override { return "red is a clock"; }
};

// 1000 x 2000: fills columns 176..336 of the image frame, at a scale of .16.
Picture Portrait(bool with_clock) {
  Picture photo(1000, 2000, {255, 255, 255});
  for (int y = 1500; y < 1700 && with_clock; ++y) {
    for (int x = 600; x < 800; ++x) photo.At(x, y)[1] = photo.At(x, y)[2] = 0;
  }
  return photo;
}

PhotoSearcher Searcher() { return {OpenModel("target-sharp"), std::make_shared<RedIsAClock>(), 2}; }

TEST(PhotoSearcher, FindsTheTargetInThePhotosOwnPixels) {
  const PhotoSearcher searcher = Searcher();
  const ParsedPhoto photo = searcher.Parse(Portrait(true), "portrait.jpg");
  const auto found = searcher.Search(photo, {.targets = {"clock"}, .predict = {.samples = 3}});
  ASSERT_EQ(found.size(), 3u);
  for (const PhotoScanpath& search : found) {
    ASSERT_EQ(search.scanpath.size(), 7u);
    EXPECT_EQ(search.scanpath[0].point, (PointInPhoto{500, 1000}));
    EXPECT_NEAR(search.scanpath[1].point.x, 700, 150);  // a cell is 100 pixels of the photo
    EXPECT_NEAR(search.scanpath[1].point.y, 1600, 150);
    EXPECT_EQ(search.found_at, 1u);
  }
  const auto outcomes = OutcomesOf(photo, found);
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_TRUE(outcomes[0].seen);
  EXPECT_EQ(outcomes[0].found, 3);
  EXPECT_EQ(outcomes[0].saccades, 1);
  EXPECT_EQ(ToJson(photo, found)["scanpaths"][2]["subject"], 3);
  EXPECT_GT(DrawPhoto(photo, found).height, 2000);  // a legend below
  EXPECT_EQ(DrawPhoto(photo, {}).width, 1000);
}

TEST(PhotoSearcher, SearchesAParsedPhotoForSomethingElse) {
  const PhotoSearcher searcher = Searcher();
  const ParsedPhoto photo = searcher.Parse(Portrait(true), "portrait.jpg");
  const auto found = searcher.Search(
      photo, {.targets = {"tv", "clock"}, .predict = {.samples = 2, .until_target = true}});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].target, kClock);
  EXPECT_EQ(found[0].scanpath.size(), 2u);
  EXPECT_EQ(found[3].target, kTv);
  EXPECT_EQ(found[3].found_at, std::nullopt);
  const auto outcomes = OutcomesOf(photo, found);
  EXPECT_FALSE(outcomes.at(1).seen);
  EXPECT_EQ(outcomes.at(1).saccades, std::nullopt);
  EXPECT_EQ(searcher.Search(photo, {.all_targets = true}).back().target, kClock);
}

// Sees a bench in red pixels: no search of people taught it.
class RedIsABench : public RedIsAClock {
 public:
  SceneParse Parse(const Picture& picture) const override {
    SceneParse parse = RedIsAClock::Parse(picture);
    parse.segments[0].channel = *ChannelOfName("bench");
    return parse;
  }
};

TEST(PhotoSearcher, SearchesForThingsThatNobodyTaughtAndSaysSo) {
  const PhotoSearcher searcher(OpenModel("target-sharp"), std::make_shared<RedIsABench>(), 2);
  const ParsedPhoto photo = searcher.Parse(Portrait(true), "portrait.jpg");
  // "stop sign" stands in for the bench, and is searched for itself.
  const auto found =
      searcher.Search(photo, {.targets = {"stop sign", "Bench"}, .predict = {.samples = 2}});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(TargetName(found[0].target), "bench");
  EXPECT_EQ(found[0].found_at, 1u);
  EXPECT_EQ(TargetName(found[3].target), "stop sign");
  EXPECT_EQ(found[3].found_at, std::nullopt);
  const auto targets = PredictionJson(photo, found)["targets"];
  EXPECT_EQ(targets[0]["learned"], false);
  EXPECT_EQ(targets[0]["searched_as"], "stop sign");
  EXPECT_EQ(targets[1]["learned"], true);
  EXPECT_FALSE(targets[1].contains("searched_as"));
}

TEST(PhotoSearcher, GivesEveryThreadThatCallsItTheSame) {
  const PhotoSearcher searcher = Searcher();
  const auto predict = [&](std::uint64_t seed) {
    const ParsedPhoto photo = searcher.Parse(Portrait(true), "portrait.jpg");
    const auto found = searcher.Search(photo, {.targets = {"clock"}, .predict = {.seed = seed}});
    return ToJson(photo, found).dump();
  };
  const std::string alone[] = {predict(0), predict(1)};
  EXPECT_NE(alone[0], alone[1]);
  std::vector<std::string> together(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < together.size(); ++i) {
      threads.emplace_back([&, i] { together[i] = predict(i % 2); });
    }
  }
  for (std::size_t i = 0; i < together.size(); ++i) EXPECT_EQ(together[i], alone[i % 2]) << i;
}

TEST(PhotoSearcher, RefusesWhatItCannotSearchFor) {
  const PhotoSearcher searcher = Searcher();
  const ParsedPhoto photo = searcher.Parse(Portrait(false), "blank.jpg");
  const auto error = [&](const PredictPhotoOptions& options) {
    return MessageOf([&] { searcher.Search(photo, options); });
  };
  EXPECT_THAT(error({}), HasSubstr("needs --target, one of"));
  EXPECT_THAT(error({.targets = {"unicorn"}}), HasSubstr("unicorn: no such thing"));
  EXPECT_THAT(error({.targets = {"clock"}, .all_targets = true}), HasSubstr("exclude each other"));
  EXPECT_THAT(error({.targets = {"clock"}, .predict = {.samples = 0}}), HasSubstr("--samples"));
  EXPECT_THAT(error({.all_targets = true}), HasSubstr("blank.jpg: the parser saw none"));
  EXPECT_THAT(MessageOf([&] { searcher.Parse("absent.jpg"); }), HasSubstr("absent.jpg"));
}

}  // namespace
}  // namespace saccade::app
