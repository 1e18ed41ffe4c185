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

// Four simulated people who are the same but for their pace, and who search each of two pictures
// again and again: pictures take longer to make than to search.
std::vector<TrialInImage> SearchesAtFourPaces(int first) {
  constexpr int kTimes = 12;
  constexpr double kPaces[] = {130, 180, 250, 350};  // ms
  std::vector<TrialInImage> trials;
  for (int i = first; i < first + 2; ++i) {
    const synth::SimulatedPicture picture = synth::MakePicture({}, i);
    synth::Searcher searcher = synth::MakeSearchers(0).front();
    for (searcher.subject = 1; searcher.subject <= 4; ++searcher.subject) {
      searcher.pace_ms = kPaces[searcher.subject - 1];
      for (int time = 0; time < kTimes; ++time) {
        Random random(7, "again",
                      static_cast<std::uint64_t>((10 * i + searcher.subject) * 100 + time));
        trials.push_back(
            ToImage(synth::Search(searcher, picture.beliefs, picture.pairs.front(), random)));
      }
    }
  }
  return trials;
}

// What was put in is found, and where it was put in; of dealt out names nothing. Chance is .25;
// four standard deviations of it in 96 searches are .18.
TEST(SimulatedPeople, AreToldApartByWhatTheyDifferInAndPermutedOnesAreNot) {
  constexpr PersonTrait kDurations[] = {PersonTrait::kDuration};
  constexpr PersonTrait kDirections[] = {PersonTrait::kDirection};
  const std::vector<TrialInImage> learned = SearchesAtFourPaces(0), judged = SearchesAtFourPaces(2);
  const PersonModels models(learned);
  const Identified paces = Identify(models, judged, kDurations, 12);
  EXPECT_EQ(paces.pools, 8u);
  EXPECT_GT(paces.single, .5);
  EXPECT_GT(paces.pooled, .8);
  EXPECT_NEAR(Identify(models, judged, kDirections, 12).single, .25, .18);
  std::vector<TrialInImage> permuted = learned;
  for (std::size_t i = 0; i < permuted.size(); ++i) {
    permuted[i].subject = static_cast<int>(Random(3, "subject", i).Below(4)) + 1;
  }
  EXPECT_NEAR(Identify(PersonModels(permuted), judged, kDurations, 12).single, .25, .18);
}

}  // namespace
}  // namespace saccade
