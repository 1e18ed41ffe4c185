#include "saccade/study/person_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/random.h"
#include "saccade/synth/data_set.h"

namespace saccade {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr PersonTrait kAll[] = {PersonTrait::kAmplitude, PersonTrait::kDirection,
                                PersonTrait::kDuration, PersonTrait::kLength};

TrialInImage Trial(int subject, ScanpathInImage scanpath) {
  TrialInImage trial;
  trial.subject = subject;
  trial.scanpath = std::move(scanpath);
  return trial;
}

TEST(BinsOf, CountsSaccadesByAmplitudeAndDirection) {
  // 8 to 400 pixels in 8 steps of a factor of 1.63: 50 is in the fourth, place 3 and, for later
  // saccades, 8 + 3. To the right is direction 0, down (y grows) a quarter of 16 on.
  const TrialInImage trial = Trial(1, {{{100, 100}, 200}, {{150, 100}, 200}, {{150, 150}, 0}});
  EXPECT_THAT(BinsOf(PersonTrait::kAmplitude, trial), ElementsAre(3, 11));
  EXPECT_THAT(BinsOf(PersonTrait::kDirection, trial), ElementsAre(0, 4));
  EXPECT_THAT(BinsOf(PersonTrait::kLength, trial), ElementsAre(2));
  EXPECT_EQ(BinsOf(PersonTrait::kDuration, trial).size(), 2u) << "0 ms: not measured";
  EXPECT_THAT(BinsOf(PersonTrait::kDirection, Trial(1, {})), IsEmpty());
}

TEST(PersonModels, NeedTwoPeopleAndPassOverTheUnknown) {
  const std::vector<TrialInImage> one = {Trial(1, {{{1, 1}, 100}})};
  EXPECT_THROW(PersonModels{one}, InputError);
  std::vector<TrialInImage> two = {one[0], Trial(2, {{{1, 1}, 900}}), one[0]};
  two[2].subject = {};
  const PersonModels models(two);
  EXPECT_EQ(models.people().size(), 2u);
  EXPECT_EQ(Identify(models, two, kAll, 1).searches, 2u);
}

TEST(PersonModels, ToldApartByTheOneThingInWhichTheyDiffer) {
  std::vector<TrialInImage> trials;
  for (int i = 0; i < 40; ++i) {
    for (const int subject : {1, 2}) {
      trials.push_back(Trial(subject, {{{100, 100}, subject == 1 ? 100.0 : 400.0},
                                       {{200, 100}, subject == 1 ? 100.0 : 400.0}}));
    }
  }
  const PersonModels models(trials);
  constexpr PersonTrait kDurations[] = {PersonTrait::kDuration};
  constexpr PersonTrait kAmplitudes[] = {PersonTrait::kAmplitude};
  EXPECT_EQ(Identify(models, trials, kDurations, 10).single, 1);
  const Identified blind = Identify(models, trials, kAmplitudes, 10);
  EXPECT_DOUBLE_EQ(blind.single, .5) << "ties are guesses";
  EXPECT_EQ(blind.pools, 8u);
}

// Ten simulated people who differ by some 15% in pace, landing and weights, and who search each of
// a few pictures again and again: pictures take longer to make than to search.
class SimulatedPeople : public ::testing::Test {
 protected:
  std::vector<TrialInImage> Searches(int first, int last) const {
    constexpr int kTimes = 12;
    std::vector<TrialInImage> trials;
    for (int i = first; i < last; ++i) {
      const synth::SimulatedPicture picture = synth::MakePicture({}, i);
      for (const synth::Searcher& searcher : synth::MakeSearchers(0)) {
        for (int time = 0; time < kTimes; ++time) {
          Random random(7, "again",
                        static_cast<std::uint64_t>((100 * i + searcher.subject) * kTimes + time));
          trials.push_back(
              ToImage(synth::Search(searcher, picture.beliefs, picture.pairs.front(), random)));
        }
      }
    }
    return trials;
  }
};

// What was put in is found: with eighteen searches of a person they are told apart far more often
// than by chance, which is .1 (.37 is four standard deviations above it in 20 pools), and single
// searches say something already (.14: two and a half).
TEST_F(SimulatedPeople, AreToldApartAndPermutedOnesAreNot) {
  const std::vector<TrialInImage> learned = Searches(0, 5), judged = Searches(5, 8);
  const Identified found = Identify(PersonModels(learned), judged, kAll, 18);
  EXPECT_EQ(found.pools, 20u);
  EXPECT_GT(found.pooled, .37);
  EXPECT_GT(found.single, .14);
  // Nothing was put in: whose search is whose is dealt out at random.
  std::vector<TrialInImage> permuted = learned;
  for (std::size_t i = 0; i < permuted.size(); ++i) {
    permuted[i].subject = static_cast<int>(Random(3, "subject", i).Below(10)) + 1;
  }
  const Identified nothing = Identify(PersonModels(permuted), judged, kAll, 18);
  // Four standard deviations of a share of .1 in 20 pools are .27, in 360 searches .063.
  EXPECT_LT(nothing.pooled, .37);
  EXPECT_NEAR(nothing.single, .1, .063);
}

}  // namespace
}  // namespace saccade
