#include "saccade/study/score_distribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "saccade/metrics/row.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(CumulativeShares, CountWhatIsAtMostThat) {
  EXPECT_THAT(CumulativeShares({.5, 0, 1, .5}, std::vector<double>{0, .49, .5, 1}),
              ElementsAre(.25, .25, .75, 1));
}

TEST(SequenceScores, AreThoseBehindTheTablesMean) {
  const testing::TinyWorld world;
  const auto humans = metrics::PrepareHumans(world.trials, metrics::ProtocolByName("paper"));
  const auto people = HumanSequenceScores(humans);
  EXPECT_EQ(people.size(), world.trials.size());
  for (const auto& scanpath : people) EXPECT_EQ(scanpath.scores.size(), 3u);
  const metrics::Row row = metrics::ScoreHumans(humans);
  for (std::size_t i = 0; i < people.size(); ++i) {
    EXPECT_THAT(people[i].Mean(),
                DoubleNear(row.scanpaths[i].scores[metrics::kSequenceScore], 1e-12));
  }
  const auto against_all = SequenceScores(humans, world.trials);
  ASSERT_EQ(against_all.size(), world.trials.size());
  EXPECT_EQ(against_all[0].scores.size(), 4u);
  EXPECT_EQ(AllScores(against_all).size(), 4 * world.trials.size());
}

// The searchers of this world look straight at the target, but one in four: a sampler that does too
// is nearer to them than one that looks anywhere.
TEST(SequenceScores, TellASearcherLikePeopleFromOneThatIsNot) {
  const testing::TinyWorld world;
  const auto humans = metrics::PrepareHumans(world.trials, metrics::ProtocolByName("paper"));
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const auto people = AllScores(HumanSequenceScores(humans));
  const auto straight = AllScores(SequenceScores(
      humans,
      OpenModel("target-sharp")->Predict(set.searches, {.samples = 4, .until_target = true})));
  std::vector<TrialInImage> lost;
  for (TrialInImage trial : world.trials) {
    trial.scanpath = {{{256, 160}, 0}, {{5, 5}, 0}, {{500, 5}, 0}, {{5, 300}, 0}};
    lost.push_back(trial);
  }
  const auto nowhere = AllScores(SequenceScores(humans, lost));
  EXPECT_LT(metrics::AreaBetween(people, straight), .25);
  EXPECT_GT(metrics::AreaBetween(people, nowhere), .3);
  EXPECT_LT(metrics::HistogramDivergence(people, straight),
            metrics::HistogramDivergence(people, nowhere));
}

}  // namespace
}  // namespace saccade
