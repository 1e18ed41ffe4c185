#include "saccade/metrics/prediction_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/scene/trial_fixture.h"
#include "saccade/testing/message_of.h"

namespace saccade::metrics {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::MakeTrial;

// People begin at the centre and look everywhere.
std::vector<TrialInImage> People() {
  std::vector<TrialInImage> trials;
  for (int subject = 1; subject <= 10; ++subject) {
    trials.push_back(
        MakeTrial("cup", "a.jpg", subject, {{256, 160}, {30, 40}, {480, 300}, {400, 100}}));
  }
  return trials;
}

std::vector<TrialInImage> Scaled(double x, double y, double duration = 1) {
  std::vector<TrialInImage> trials = People();
  for (TrialInImage& trial : trials) {
    for (FixationInImage& fixation : trial.scanpath) {
      fixation.point = {fixation.point.x * x, fixation.point.y * y};
      fixation.duration_ms *= duration;
    }
  }
  return trials;
}

std::string ErrorOf(const std::vector<TrialInImage>& predictions,
                    StartRule start = StartRule::kRefuse) {
  return testing::MessageOf([&] { CheckedPredictions(People(), "mine", predictions, start); });
}

TEST(PredictionCheck, WhatPeopleDidIsRight) {
  EXPECT_EQ(ErrorOf(People()), "no error");
  EXPECT_EQ(CheckedPredictions(People(), "mine", People(), StartRule::kRefuse), People());
}

TEST(PredictionCheck, SharesCellsCornersAndSecondsAreRefusedWithTheWayOut) {
  EXPECT_THAT(ErrorOf(Scaled(1 / 512., 1 / 320.)), HasSubstr("mine: points are from 0 to 1"));
  EXPECT_THAT(ErrorOf(Scaled(1 / 16., 1 / 16.)), HasSubstr("as grid cells do"));
  // 1024x640 taken for 1680x1050.
  EXPECT_THAT(ErrorOf(Scaled(1024 / 1680., 640 / 1050.)), HasSubstr("fill only a corner"));
  EXPECT_THAT(ErrorOf(Scaled(1, 1, .001)), HasSubstr("durations are 0.2 ms in the mean"));
}

TEST(PredictionCheck, PointsBeyondTheFrameAreOfAnotherOne) {
  // Two of the four places are in the right half.
  EXPECT_THAT(ErrorOf(Scaled(2, 2)), HasSubstr("50% of the points lie beyond 512x320"));
}

TEST(PredictionCheck, WhatPeopleCannotBeIsRefusedOfThemToo) {
  const auto error = [](const std::vector<TrialInImage>& trials) {
    return testing::MessageOf([&] { CheckUnits("humans.json", trials); });
  };
  EXPECT_EQ(error(People()), "no error");
  EXPECT_THAT(error(Scaled(1 / 512., 1 / 320.)), HasSubstr("humans.json: points are from 0 to 1"));
  EXPECT_THAT(error(Scaled(1, 1, .001)), HasSubstr("multiply seconds by 1000"));
}

// The centre of 1280x800, taken for 1680x1050.
TEST(PredictionCheck, ACommonStartThatIsNotTheCentreIsThatOfAnotherFrame) {
  EXPECT_THAT(ErrorOf(Scaled(1280 / 1680., 800 / 1050.)),
              AllOf(HasSubstr("begin at (195, 122) of 512x320"), HasSubstr("--screen WxH")));
}

TEST(PredictionCheck, StartsOnTheTargetAreNoSearches) {
  // People begin anywhere but on the target, whose box is around (400, 100).
  std::vector<TrialInImage> people = DropStarts(People()), found = people;
  for (TrialInImage& trial : found) trial.scanpath.front().point = {400, 100};
  EXPECT_THAT(testing::MessageOf([&] { DecideStarts(people, "mine", found, StartRule::kRefuse); }),
              HasSubstr("100% of the scanpaths begin on the target, and 0% of people's"));
  EXPECT_EQ(DecideStarts(people, "mine", found, StartRule::kAsIs), StartChange{});
}

TEST(PredictionCheck, OtherStartsThanPeoplesNeedADecision) {
  std::vector<TrialInImage> without = DropStarts(People());
  for (std::size_t i = 0; i < without.size(); ++i) {
    without[i].scanpath.front().point.x += 5 * static_cast<double>(i);  // no common start
  }
  EXPECT_THAT(ErrorOf(without), HasSubstr("0% of the scanpaths begin at the centre"));
  EXPECT_EQ(CheckedPredictions(People(), "mine", without, StartRule::kAsIs), without);
  const auto whole = CheckedPredictions(People(), "mine", without, StartRule::kPrepend);
  EXPECT_EQ(whole[0].scanpath.size(), 4u);
  EXPECT_EQ(whole[0].scanpath[0].point, (PointInImage{256, 160}));
  EXPECT_EQ(CheckedPredictions(People(), "mine", without, StartRule::kDrop), without);
  EXPECT_EQ(CheckedPredictions(People(), "mine", People(), StartRule::kDrop), DropStarts(People()));
}

TEST(PredictionCheck, WherePeopleBeginAnywhereModelsMay) {
  const std::vector<TrialInImage> anywhere = DropStarts(People());
  EXPECT_EQ(CheckedPredictions(anywhere, "mine", anywhere, StartRule::kRefuse), anywhere);
}

}  // namespace
}  // namespace saccade::metrics
