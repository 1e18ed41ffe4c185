#include "saccade/study/trial_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "saccade/base/error.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

std::set<std::string> Pictures(std::span<const TrialInImage> trials, std::string_view task) {
  std::set<std::string> names;
  for (const TrialInImage& trial : trials) {
    if (trial.task == task) names.insert(trial.name);
  }
  return names;
}

// 24 pictures, 8 of each of three tasks, 4 people.
class TrialChoiceTest : public ::testing::Test {
 protected:
  testing::TinyWorld world_;
};

TEST_F(TrialChoiceTest, TakesPeopleInAndOut) {
  EXPECT_EQ(Chosen(world_.trials, {}), world_.trials);
  const auto one = Chosen(world_.trials, {.subjects = {2}});
  EXPECT_EQ(one.size(), 24u);
  EXPECT_EQ(one.front().subject, 2);
  EXPECT_EQ(Chosen(world_.trials, {.without_subjects = {2}}).size(), 72u);
  EXPECT_THROW(Chosen(world_.trials, {.subjects = {5}}), InputError);
}

TEST_F(TrialChoiceTest, DrawsPicturesOfEveryCategoryTheFewerAmongTheMore) {
  const auto two = Pictures(Chosen(world_.trials, {.pictures = 2}), "car");
  const auto five = Pictures(Chosen(world_.trials, {.pictures = 5}), "car");
  EXPECT_EQ(two.size(), 2u);
  EXPECT_EQ(five.size(), 5u);
  EXPECT_TRUE(std::ranges::includes(five, two));
  EXPECT_EQ(Chosen(world_.trials, {.pictures = 2}).size(), 3 * 2 * 4u);
  EXPECT_NE(five, Pictures(Chosen(world_.trials, {.pictures = 5, .draw = 1}), "car"));
}

TEST_F(TrialChoiceTest, DrawsTheSameWhateverTheOrderAndThePeople) {
  auto backwards = world_.trials;
  std::ranges::reverse(backwards);
  EXPECT_EQ(Pictures(Chosen(backwards, {.pictures = 3}), "bowl"),
            Pictures(Chosen(world_.trials, {.subjects = {1}, .pictures = 3}), "bowl"));
}

}  // namespace
}  // namespace saccade
