#include "saccade/search/durations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

using testing::TinyWorld;

// log(ms) = 5 + .1 came - .2 goes + .5 belief, and 5 + .1 came + .5 belief where nothing follows.
Durations Known(double spread) {
  Durations durations;
  for (int step = 0; step < 3; ++step) {
    durations.going_on[step] = {5, step == 0 ? 0 : .1, -.2, .5, spread};
    durations.last[step] = {5, step == 0 ? 0 : .1, 0, .5, spread};
  }
  return durations;
}

struct Timed {
  TinyWorld world;
  SearchSet set = MakeSearchSet(world.trials, world.library, {});

  // Wandering scanpaths of `count` fixations, `samples` a search.
  std::vector<TrialInImage> Wander(int samples, int count) const {
    std::vector<TrialInImage> trials;
    for (std::size_t s = 0; s < set.searches.size(); ++s) {
      for (int k = 0; k < samples; ++k) {
        Random random(3, "wander", trials.size());
        TrialInImage trial{.name = set.searches[s].name};
        trial.task = std::string(kTaskNames[set.searches[s].task]);
        trial.target = set.searches[s].target;
        for (int i = 0; i < count; ++i) {
          trial.scanpath.push_back({{random.Uniform(0, 512), random.Uniform(0, 320)}, 0});
        }
        // Every other one ends on its target, where the belief is.
        if (k % 2 == 0) {
          const BoxInImage& box = *trial.target;
          trial.scanpath[1].point = {box.x + random.Uniform(0, 32), box.y + random.Uniform(0, 32)};
          trial.scanpath[2].point = {box.x + random.Uniform(0, 32), box.y + random.Uniform(0, 32)};
        }
        trials.push_back(std::move(trial));
      }
    }
    return trials;
  }
};

TEST(Durations, AreDrawnByWhereTheEyesCameFromAndGoAndWhatTheySee) {
  const Timed timed;
  const std::vector<Search> one = {timed.set.searches[0]};
  const BoxInImage box = *one[0].target;
  TrialInImage trial{.name = one[0].name};
  trial.scanpath = {{{100, 100}, 0}, {{box.x + 8, box.y + 8}, 0}};
  const double log_pixels = std::log1p(std::hypot(box.x + 8 - 100, box.y + 8 - 100));
  DrawDurations(Known(0), one, 1, 7, {&trial, 1});
  EXPECT_EQ(trial.scanpath[0].duration_ms, std::round(std::exp(5 - .2 * log_pixels)));
  // The last: nothing is known of what follows; the target's belief there is .9.
  EXPECT_EQ(trial.scanpath[1].duration_ms, std::round(std::exp(5 + .1 * log_pixels + .5 * .9f)));
}

TEST(Durations, WhatDrewThemIsLearnedBack) {
  const Timed timed;
  const Durations known = Known(.3);
  auto trials = timed.Wander(60, 5);
  DrawDurations(known, timed.set.searches, 60, 11, trials);
  const Durations learned = LearnDurations(trials, timed.world.library);
  for (int step = 0; step < 3; ++step) {
    SCOPED_TRACE(step);
    EXPECT_NEAR(learned.going_on[step].goes, -.2, .05);
    EXPECT_NEAR(learned.going_on[step].spread, .3, .02);
    if (step == 0) continue;
    EXPECT_NEAR(learned.going_on[step].came, .1, .05);
    EXPECT_NEAR(learned.going_on[step].target, .5, .12);
  }
  // A cause that never varies has no effect: nobody came from anywhere to the start.
  EXPECT_NEAR(learned.going_on[0].came, 0, 1e-9);
}

TEST(Durations, WhatEndsATrialIsNotLearnedFrom) {
  const Timed timed;
  auto trials = timed.Wander(60, 5);
  DrawDurations(Known(.3), timed.set.searches, 60, 11, trials);
  const Durations before = LearnDurations(trials, timed.world.library);
  for (TrialInImage& trial : trials) trial.scanpath.back().duration_ms = 60000;
  EXPECT_EQ(LearnDurations(trials, timed.world.library), before);
}

TEST(Durations, TheSameSeedAndStreamGiveTheSame) {
  const Timed timed;
  auto a = timed.Wander(4, 5), b = a, c = a;
  DrawDurations(Known(.3), timed.set.searches, 4, 1, a);
  DrawDurations(Known(.3), timed.set.searches, 4, 1, b);
  DrawDurations(Known(.3), timed.set.searches, 4, 2, c);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
}

TEST(Durations, ACardHasAllOfThemOrIsRefused) {
  const Durations known = Known(.3);
  auto card = DurationsByName(known);
  EXPECT_EQ(card.size(), 30u);
  EXPECT_EQ(card.at("first.going_on.goes"), -.2);
  EXPECT_EQ(DurationsOf(card, "model.json"), known);
  card["later.last.spread"] = -1;
  EXPECT_THROW(DurationsOf(card, "model.json"), InputError);
  card["later.last.spread"] = std::nan("");
  EXPECT_THROW(DurationsOf(card, "model.json"), InputError);
  card.erase("later.last.spread");
  EXPECT_THROW(DurationsOf(card, "model.json"), InputError);
  card = DurationsByName(known);
  card["sometimes"] = 1;
  EXPECT_THROW(DurationsOf(card, "model.json"), InputError);
}

TEST(Durations, TrialsWithoutDurationsAreRefused) {
  const Timed timed;
  EXPECT_THROW(LearnDurations(timed.Wander(60, 5), timed.world.library), InputError);
}

}  // namespace
}  // namespace saccade
