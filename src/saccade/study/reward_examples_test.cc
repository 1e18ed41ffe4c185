#include "saccade/study/reward_examples.h"

#include <gtest/gtest.h>

#include "saccade/search/reward_fixture.h"

namespace saccade {
namespace {

// A model whose reward is its task's number everywhere.
testing::FakeReward NumberedReward() {
  return testing::FakeReward(
      [](const Search& search) { return std::vector<double>(Grid::kCells, search.task); });
}

// A picture with `cells` cells of each of the tasks.
PictureBeliefs Showing(const std::string& name, std::initializer_list<int> tasks, int cells) {
  PictureBeliefs beliefs{.name = name, .sharp = {}, .blurred = {}};
  int place = 0;
  for (const int task : tasks) {
    for (int i = 0; i < cells; ++i, ++place) {
      beliefs.sharp.entries.push_back({static_cast<std::uint8_t>(ChannelOfTask(task)), 1});
      beliefs.sharp.offsets[place + 1] = static_cast<std::uint32_t>(place + 1);
    }
  }
  for (; place < Grid::kCells; ++place) {
    beliefs.sharp.offsets[place + 1] = static_cast<std::uint32_t>(beliefs.sharp.entries.size());
  }
  return beliefs;
}

Search SearchIn(const PictureBeliefs& beliefs, int task) {
  Search search;
  search.task = task;
  search.name = beliefs.name;
  search.variants = {std::make_shared<PictureBeliefs>(beliefs)};
  return search;
}

TEST(RewardExamples, TakesTheClearestPicturesOfTwoTargetsWithAMapForEach) {
  const PictureBeliefs one = Showing("one.jpg", {3}, 50), small = Showing("small.jpg", {2, 5}, 4),
                       large = Showing("large.jpg", {7, 1}, 9);
  const std::vector<Search> searches = {SearchIn(one, 3), SearchIn(small, 2), SearchIn(large, 7)};
  const auto examples = RewardExamples(NumberedReward(), searches, 5);
  ASSERT_EQ(examples.size(), 2u);  // one.jpg shows a single target
  EXPECT_EQ(examples[0].picture, "large.jpg");
  ASSERT_EQ(examples[0].maps.size(), 2u);
  EXPECT_EQ(examples[0].maps[0].task, kTaskNames[7]);
  EXPECT_EQ(examples[0].maps[1].task, kTaskNames[1]);
  EXPECT_EQ(examples[0].maps[1].values, std::vector<float>(Grid::kCells, 1));
  EXPECT_EQ(examples[1].picture, "small.jpg");
}

TEST(RewardExamples, NoPairOfTargetsComesTwice) {
  const PictureBeliefs a = Showing("a.jpg", {2, 5}, 4), b = Showing("b.jpg", {5, 2}, 6);
  const std::vector<Search> searches = {SearchIn(a, 2), SearchIn(b, 5)};
  const auto examples = RewardExamples(NumberedReward(), searches, 5);
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_EQ(examples[0].picture, "b.jpg");
}

}  // namespace
}  // namespace saccade
