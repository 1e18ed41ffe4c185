#include "saccade/app/predict_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "saccade/image/picture_file.h"
#include "saccade/search/search_fixture.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::MessageOf;
using testing::TemporaryFolder;
using testing::TinyWorld;

TEST(PredictPairs, SearchesEveryPairOnceWhoeverSearchedIt) {
  const TinyWorld world;
  const auto model = OpenModel("target-sharp");
  const auto result =
      PredictPairs(*model, world.library, {.pairs = world.trials, .predict = {.samples = 2}});
  ASSERT_EQ(result.searches.size(), static_cast<std::size_t>(TinyWorld::kPictures));
  ASSERT_EQ(result.scanpaths.size(), 2 * result.searches.size());
  EXPECT_EQ(result.scanpaths[3].name, result.searches[1].name);
  EXPECT_EQ(result.scanpaths[3].subject, 2);
  EXPECT_TRUE(result.maps.keys.empty());
  EXPECT_TRUE(result.rewards.empty());
}

TEST(PredictPairs, SpreadsSomeSearchesOverAll) {
  const TinyWorld world;
  const auto model = OpenModel("target-sharp");
  const auto some =
      PredictPairs(*model, world.library, {.pairs = world.trials, .searches = 6}).searches;
  ASSERT_EQ(some.size(), 6u);
  EXPECT_EQ(some.front().task, 0);
  EXPECT_EQ(some[2].task, 1);
  EXPECT_NE(some.back().task, some.front().task);
}

// What is given in memory and what the options name are the same model, beliefs and trials.
TEST(PredictPairs, GivesMapsThatAddUpToOneForTheTrialsThatAreScored) {
  const TinyWorld world;
  const auto model = OpenModel("target-sharp");
  const auto maps = PredictPairs(*model, world.library, {.pairs = world.trials, .maps = true}).maps;
  ASSERT_GE(maps.keys.size(), world.trials.size());
  EXPECT_EQ(maps.keys[0].step, 1);
  const FixationMaps read(maps);
  const auto map = read.Find(maps.keys.back());
  EXPECT_NEAR(std::accumulate(map.begin(), map.end(), 0.0), 1, 1e-5);
}

TEST(PredictPairs, SaysWhatTheModelDoesNotHave) {
  const TinyWorld world;
  const auto model = OpenModel("target-sharp");
  EXPECT_THAT(MessageOf([&] {
                PredictPairs(*model, world.library, {.pairs = world.trials, .rewards = true});
              }),
              HasSubstr("has learned no reward"));
  EXPECT_THAT(MessageOf([&] { PredictPairs({.model = "target-sharp", .pairs = world.trials}); }),
              HasSubstr("add --beliefs S.beliefs, or --images DIR"));
  EXPECT_THAT(MessageOf([&] {
                PredictPairs(*model, world.library,
                             {.pairs = world.trials, .predict = {.samples = 0}});
              }),
              HasSubstr("--samples is 0; 1 to 10000 is expected"));
}

TEST(PredictPairs, DrawsAPictureASearchOrASheet) {
  const TinyWorld world;
  const TemporaryFolder folder;
  const auto result = PredictPairs(*OpenModel("target-sharp"), world.library,
                                   {.pairs = world.trials, .searches = 3});
  for (const Search& search : result.searches) {
    WritePng(folder / search.name, Picture(512, 320, {200, 200, 200}));
  }
  DrawSearches(folder / "all", folder.path(), result);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "all"), {}), 3);
  DrawSearches(folder / "sheet.png", folder.path(), result);
  EXPECT_GT(ReadPicture(folder / "sheet.png").width, 3 * 512);
  EXPECT_THAT(MessageOf([&] { DrawSearches(folder / "all", {}, result); }),
              HasSubstr("add --images DIR"));
}

TEST(PredictPairs, WritesEitherFrame) {
  const TemporaryFolder folder;
  TrialInImage trial;
  trial.name = "a.jpg";
  trial.task = "cup";
  trial.scanpath = {{{256, 160}, 0}, {{100, 100}, 0}};
  WriteScanpaths(folder / "display.json", std::vector{trial}, Frame::kDisplay);
  const TrialFile file = ReadTrialFile(folder / "display.json", {.frame = Frame::kDisplay});
  EXPECT_EQ(std::get<0>(file.trials)[0].scanpath[0].point, (PointInDisplay{840, 525}));
}

}  // namespace
}  // namespace saccade::app
