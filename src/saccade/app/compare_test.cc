#include "saccade/app/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/scene/trial_file.h"
#include "saccade/scene/trial_fixture.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::kAside;
using testing::kStart;
using testing::kTarget;
using testing::MakeTrial;
using testing::MessageOf;

std::vector<TrialInImage> Mine() {
  return {MakeTrial("cup", "a.jpg", 1, {kStart, kAside, kTarget}),
          MakeTrial("cup", "b.jpg", 1, {kStart, kAside, kTarget})};
}

TEST(Compare, AScanpathIsLikeItself) {
  const auto pairs = Compare<Frame::kImage>(Mine(), Mine(), {});
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[1].second, 1u);
  EXPECT_EQ(pairs[1].name, "b.jpg");
  EXPECT_EQ(pairs[0].multimatch->shape, 1);
  EXPECT_EQ(pairs[0].scanmatch, 1);
  EXPECT_EQ(pairs[0].edit_distance, 0);
}

TEST(Compare, ScoresOnlyWhatIsWanted) {
  const auto pairs = Compare<Frame::kImage>(Mine(), Mine(), {.metrics = {"edit_distance"}});
  EXPECT_FALSE(pairs[0].multimatch);
  EXPECT_FALSE(pairs[0].scanmatch);
  EXPECT_EQ(ToJson(pairs)[0].size(), 7u);  // six that tell the pair, and the distance
}

// Start, target against start, aside, target: aside is nearest to the start.
TEST(Compare, GivesDistancesOfTrajectoriesAndRecurrenceOnRequest) {
  const std::vector<TrialInImage> direct = {MakeTrial("cup", "b.jpg", 1, {kStart, kTarget})};
  const std::vector<TrialInImage> around = {
      MakeTrial("cup", "b.jpg", 2, {kStart, kAside, kTarget})};
  const auto pairs =
      Compare<Frame::kImage>(direct, around, {.metrics = {"trajectory", "recurrence"}});
  const auto json = ToJson(pairs)[0];
  const double aside = std::hypot(256 - 100, 160 - 40);
  EXPECT_NEAR(json["dtw"], aside, 1e-9);
  EXPECT_NEAR(json["frechet"], aside, 1e-9);
  EXPECT_FALSE(json.contains("time_delay_embedding"));  // of two fixations
  EXPECT_EQ(json["recurrence"]["rec"], 25);             // the starts, of two by two
}

TEST(Compare, AllPairsAreThoseOfTheSamePictureAndTask) {
  const std::vector<TrialInImage> theirs = {MakeTrial("cup", "b.jpg", 3, {kStart, kTarget}),
                                            MakeTrial("cup", "b.jpg", 4, {kStart, kTarget}),
                                            MakeTrial("tv", "a.jpg", 5, {kStart, kTarget})};
  const auto pairs = Compare<Frame::kImage>(Mine(), theirs, {.all_pairs = true});
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].first, 1u);
  EXPECT_EQ(pairs[1].second_subject, 4);
  EXPECT_THAT(MessageOf([&] { Compare<Frame::kImage>(Mine(), theirs, {}); }),
              HasSubstr("has 3 trials and  has 2"));
}

TEST(Compare, FilesGiveWhatTheirTrialsGive) {
  const testing::TemporaryFolder folder;
  WriteTrials(folder / "a.json", Mine());
  const auto result = Compare({.first = folder / "a.json", .second = folder / "a.json"});
  EXPECT_EQ(ToJson(result.pairs), ToJson(Compare<Frame::kImage>(Mine(), Mine(), {})));
  EXPECT_THAT(MessageOf([] { Compare({.metrics = {"nss"}}); }), HasSubstr("--metric nss"));
}

}  // namespace
}  // namespace saccade::app
