#include "saccade/study/played_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "saccade/search/reward_fixture.h"
#include "saccade/search/stand_in.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;

constexpr int kCup = 5;

// A cup in one cell, seen in the sharp picture alone; floor everywhere.
Search CupAt(Cell cup) {
  constexpr std::uint8_t kFloor = 110;
  PictureBeliefs beliefs;
  beliefs.name = "a.jpg";
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (cell == Grid::Index(cup)) {
      beliefs.sharp.entries.push_back({static_cast<std::uint8_t>(ChannelOfTask(kCup)), 1.f});
    } else {
      beliefs.sharp.entries.push_back({kFloor, .5f});
    }
    beliefs.blurred.entries.push_back({kFloor, .5f});
    beliefs.sharp.offsets[cell + 1] = beliefs.blurred.offsets[cell + 1] =
        static_cast<std::uint32_t>(cell + 1);
  }
  Search search;
  search.task = kCup;
  search.name = "a.jpg";
  search.variants = {std::make_shared<const PictureBeliefs>(std::move(beliefs))};
  return search;
}

// One row with one scanpath: from the centre to a cell, and then out of the picture.
PlayedSearch Played(Cell to) {
  PlayedSearch played{.task = "cup", .name = "a.jpg", .picture = "#picture-1"};
  PlayedTrack track{.who = "Person 1", .scanpath = {}, .with_layers = true};
  track.scanpath = {
      {Grid::PointOf(Grid::Center()), 200}, {Grid::PointOf(to), 300.04}, {{-5, 10}, 0}};
  track.scores = {{"sequence", .12345}};
  played.rows = {{"people", PlayedRow::Kind::kPeople, {0, 103, 168}, {track}, .25}};
  return played;
}

testing::FakeReward RisingReward() {
  return testing::FakeReward([](const Search&) {
    std::vector<double> map(Grid::kCells);
    for (int i = 0; i < Grid::kCells; ++i) map[i] = i;
    return map;
  });
}

TEST(PlayedSearch, SaysWhoLookedWhereAndForHowLong) {
  const Json row = ToJson(Played({2, 3}), nullptr)["rows"][0];
  EXPECT_EQ(row["kind"], "people");
  EXPECT_EQ(row["color"], "#0067a8");
  EXPECT_EQ(row["gap"], .25);
  const Json track = row["tracks"][0];
  EXPECT_EQ(track["points"].dump(), "[[264.0,168.0,200.0],[40.0,56.0,300.0],[-5.0,10.0,0.0]]");
  EXPECT_EQ(track["scores"].dump(), R"({"sequence":0.123})");
  EXPECT_FALSE(track.contains("seen"));
}

TEST(PlayedSearch, StandsInThePhotosOwnPixels) {
  // 1024x320 fills the frame's width at half its size: 160 rows, 80 of padding above.
  PlayedSearch played = Played({2, 3});
  played.photo = {1024, 320};
  played.targets = {BoxInImage{0, 80, 16, 16}};
  const Json json = ToJson(played, nullptr);
  EXPECT_EQ(json["rows"][0]["tracks"][0]["points"][0].dump(), "[528.0,176.0,200.0]");
  EXPECT_EQ(json["targets"].dump(), "[[0.0,0.0,32.0,32.0]]");
  EXPECT_FALSE(json.contains("unsure"));
  EXPECT_EQ(json["grid"].dump(), "[0.0,-160.0,1024.0,640.0]");
}

TEST(PlayedSearch, ShowsEachCellSharplyOnceAndNothingOutsideThePicture) {
  const Search search = CupAt({2, 3});
  const testing::FakeReward model = RisingReward();
  const LayerSource layers{model, search};
  const Json seen = ToJson(Played({2, 3}), &layers)["rows"][0]["tracks"][0]["seen"];
  ASSERT_EQ(seen.size(), 3u);
  // The disc of radius 2 around (16, 10) has 13 cells (design, "Frames"), its top is (16, 8).
  EXPECT_EQ(seen[0].size(), 13u);
  EXPECT_EQ(seen[0][0], 32 * 8 + 16);
  EXPECT_EQ(seen[1].size(), 13u);
  EXPECT_EQ(seen[2].size(), 0u);
}

TEST(PlayedSearch, CodesBeliefsAsClassesAndTheTargetAsLevels) {
  const Search search = CupAt({2, 3});
  const testing::FakeReward model = RisingReward();
  const LayerSource layers{model, search};
  const Json beliefs = ToJson(Played({2, 3}), &layers)["beliefs"];
  const auto cup = static_cast<std::size_t>(Grid::Index({2, 3}));
  ASSERT_EQ(beliefs["classes"].size(), 2u);
  EXPECT_EQ(beliefs["classes"][1]["name"], "cup");
  EXPECT_EQ(beliefs["sharp"].get<std::string>()[cup], 'B');
  EXPECT_EQ(beliefs["blurred"].get<std::string>()[cup], 'A');
  EXPECT_EQ(beliefs["targetSharp"].get<std::string>()[cup], '/');  // 63 of 63
  EXPECT_EQ(beliefs["targetBlurred"].get<std::string>()[cup], 'A');
}

TEST(PlayedSearch, NamesWhatIsSearchedAndNotWhatStandsInForIt) {
  Search search = CupAt({2, 3});
  const int fork = ChannelOfTask(*TaskIndex("fork")), spoon = *ChannelOfName("spoon");
  // As a search for a spoon that a fork stands in for.
  search.task = *TaskIndex("fork");
  search.variants = {std::make_shared<const PictureBeliefs>(
      Exchanged(search.Beliefs(), ChannelOfTask(*TaskIndex("cup")), spoon))};
  search.variants = {
      std::make_shared<const PictureBeliefs>(Exchanged(search.Beliefs(), spoon, fork))};
  const testing::FakeReward model = RisingReward();
  const LayerSource layers{model, search, spoon};
  const Json beliefs = ToJson(Played({2, 3}), &layers)["beliefs"];
  EXPECT_EQ(beliefs["classes"][1]["name"], "spoon");
  EXPECT_EQ(beliefs["targetSharp"].get<std::string>()[Grid::Index({2, 3})], '/');
}

TEST(PlayedSearch, RewardRunsFromTheLowestTenthToTheLargest) {
  const Search search = CupAt({2, 3});
  const testing::FakeReward model = RisingReward();
  const LayerSource layers{model, search};
  const Json track = ToJson(Played({2, 3}), &layers)["rows"][0]["tracks"][0];
  ASSERT_EQ(track["reward"].size(), 3u);
  const Json map = track["reward"][0];
  EXPECT_EQ(map["low"], "64.00 or less");  // a tenth of 0..639
  EXPECT_EQ(map["high"], "639.00");
  const auto cells = map["cells"].get<std::string>();
  EXPECT_EQ(cells.substr(0, 65), std::string(65, 'A'));
  EXPECT_EQ(cells.back(), '/');
  EXPECT_FALSE(track.contains("next"));  // this model foresees nothing
}

}  // namespace
}  // namespace saccade
