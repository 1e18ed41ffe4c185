#include "saccade/learn/irl_learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/learn/checkpoint.h"
#include "saccade/search/prediction.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/search/search_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using testing::TinyWorld;

IrlOptions TinyOptions() {
  IrlOptions options = IrlPreset("default");
  options.mirror = false;
  options.cloning.epochs = 1;
  options.cloning.batch = 16;
  options.epochs = 2;
  options.pictures_per_batch = 8;
  options.max_fixations = 3;
  options.discriminator_passes = 1;
  options.reward_epochs = 0;
  return options;
}

// The warm start, then one iteration.
void CloneAndIterate(IrlLearner& learner) {
  while (learner.steps_done() <= learner.Phases()[0].steps) learner.Step();
}

double FoundShare(const PolicyInference& policy, const SearchSet& set) {
  int found = 0;
  const auto trials = PredictScanpaths(policy, set.searches, 4, {.max_fixations = 3},
                                       {.channels = policy.shape().channels}, 3);
  for (const TrialInImage& trial : trials) found += FirstOnTarget(trial).has_value();
  return static_cast<double>(found) / static_cast<double>(trials.size());
}

// The target's cells are worth more than the others in the mean.
bool FavoursTarget(const std::vector<double>& reward, const Search& search) {
  const CellSet goal = CellsOverlapping(*search.target);
  double inside = 0, outside = 0;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    (goal.Contains(cell) ? inside : outside) += reward[static_cast<std::size_t>(cell)];
  }
  return inside / goal.size() > outside / (Grid::kCells - goal.size());
}

TEST(IrlLearner, CloningLowersItsLossAndFindsTargetsFarMoreOftenThanChance) {
  const TinyWorld world;
  IrlOptions options = TinyOptions();
  options.cloning.epochs = 30;
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  IrlLearner learner(set, options, 1);
  const double untrained = FoundShare(PolicyInference(learner.policy()), set);
  const double first = learner.Step().numbers.at("cloning/loss");
  double last = first;
  while (learner.steps_done() < learner.Phases()[0].steps) {
    last = learner.Step().numbers.at("cloning/loss");
  }
  EXPECT_LT(last, first - 1);  // nats
  // Chance finds 4 of 640 cells in 3 looks: about 2%.
  EXPECT_LT(untrained, 0.15);
  EXPECT_GT(FoundShare(PolicyInference(learner.policy()), set), 0.6);
}

TEST(IrlLearner, KeepsARunningAverageOfThePolicyThatSoonForgetsItsStart) {
  const TinyWorld world;
  IrlOptions options = TinyOptions();
  options.average = 0.5;
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  IrlLearner learner(set, options, 1);
  const NamedTensors start = learner.policy();
  EXPECT_EQ(learner.averaged_policy(), start);
  learner.Step();
  // Step 1 keeps min(.5, 1 / 11) of the old.
  const auto at = [](const NamedTensors& tensors) { return tensors.at("actor3.weight").values[0]; };
  EXPECT_NEAR(at(learner.averaged_policy()), at(start) / 11 + at(learner.policy()) * 10 / 11, 1e-6);
  options.average = 0;
  IrlLearner plain(set, options, 1);
  plain.Step();
  EXPECT_EQ(plain.averaged_policy(), plain.policy());
}

TEST(IrlLearner, SameBitsForAnyNumberOfThreads) {
  const TinyWorld world;
  const IrlOptions options = TinyOptions();
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  std::vector<NamedTensors> policies;
  for (const int threads : {1, 2}) {
    SetThreads(threads);
    IrlLearner learner(set, options, 1);
    CloneAndIterate(learner);
    policies.push_back(learner.policy());
  }
  SetThreads(0);
  EXPECT_EQ(policies[0], policies[1]);
}

TEST(IrlLearner, ARestoredCheckpointContinuesToTheSameBits) {
  const TinyWorld world;
  const IrlOptions options = TinyOptions();
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  const testing::TemporaryFolder folder;
  IrlLearner whole(set, options, 5), before(set, options, 5), after(set, options, 5);
  for (IrlLearner* learner : {&whole, &before}) CloneAndIterate(*learner);
  WriteCheckpoint(folder / "c.safetensors", {before.State(), {.best = 1.5, .since_best = 2}});
  const Checkpoint restored = ReadCheckpoint(folder / "c.safetensors", after.State());
  EXPECT_EQ(restored.record, (ValidationRecord{1.5, 2}));
  after.Restore(restored.state);
  whole.Step();
  after.Step();
  EXPECT_EQ(whole.State().tensors, after.State().tensors);
  EXPECT_EQ(whole.State().counters, after.State().counters);
}

TEST(IrlLearner, EveryGradientPassesTheHookBeforeItIsApplied) {
  const TinyWorld world;
  const IrlOptions options = TinyOptions();
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  IrlLearner learner(set, options, 1);
  std::map<std::string, int, std::less<>> seen;
  learner.SetGradientHook([&](std::string_view network, NamedTensors& gradient) {
    ++seen[std::string(network)];
    SetZero(gradient);
  });
  IrlLearner untouched(set, options, 1);
  CloneAndIterate(learner);
  EXPECT_GT(seen["policy"], 1);
  EXPECT_GT(seen["discriminator"], 0);
  // Without a gradient Adam moves nothing.
  EXPECT_EQ(learner.discriminator(), untouched.discriminator());
}

TEST(IrlLearner, TheReferencePresetTakesAStepToo) {
  const TinyWorld world;
  IrlOptions options = IrlPreset("reference");
  options.pictures_per_batch = 8;
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  IrlLearner learner(set, options, 1);
  const StepReport report = learner.Step();
  EXPECT_GT(report.numbers.at("rollout/states"), 0);
  // An untrained discriminator is undecided: -log .5 = .693 on each side.
  EXPECT_NEAR(report.numbers.at("discriminator/real_loss"), 0.693, 0.1);
  // And an untrained policy nearly uniform: log 640 = 6.46 nats.
  EXPECT_NEAR(report.numbers.at("policy/entropy"), 6.46, 0.05);
}

// D is told the policy's own probability: what it learns is not flat though the policy is good, and
// goes on growing while the policy rests.
TEST(IrlLearner, TheAdversarialFormLearnsARewardWithAScale) {
  const TinyWorld world;
  IrlOptions options = TinyOptions();
  options.cloning.epochs = 5;
  options.discriminator_rate = 2e-3;
  options.discriminator_passes = 4;
  options.epochs = 1;
  options.reward_epochs = 4;
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  IrlLearner learner(set, options, 1);
  const std::int64_t steps = learner.Phases()[0].steps + learner.Phases()[1].steps;
  while (learner.steps_done() < steps) learner.Step();
  const NamedTensors policy = learner.policy();
  while (learner.steps_done() < steps + learner.Phases()[2].steps) learner.Step();
  EXPECT_EQ(learner.policy(), policy);
  const auto model = OpenModel(learner.Learned(), {}, "test");
  int favoured = 0;
  for (const Search& search : set.searches) {
    const std::vector<Cell> start = {Grid::Center()};
    const std::vector<double> map = model->RewardMap(search, start);
    EXPECT_GT(std::ranges::max(map) - std::ranges::min(map), 1);  // nats
    favoured += FavoursTarget(map, search);
  }
  EXPECT_GE(favoured, 22);  // a coin would favour half of the 24
}

TEST(IrlLearner, WithUniformCellsAmongTheFakesTheRewardFavoursTheTargetThoughThePolicyIsGood) {
  const TinyWorld world;
  IrlOptions options = TinyOptions();
  options.cloning.epochs = 5;
  options.epochs = 8;
  options.reward_form = RewardForm::kLogD;
  options.free_probability = true;
  options.cloning.smoothing = 0.5;
  options.imitation_weight = 1;
  options.penalty.penalty_factor = 5;
  options.discriminator_rate = 4e-3;
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  IrlLearner learner(set, options, 1);
  const std::int64_t cloning = learner.Phases()[0].steps;
  while (learner.steps_done() < cloning + 24) learner.Step();
  const Discriminator discriminator(learner.discriminator());
  int favoured = 0;
  for (const Search& search : set.searches) {
    const auto state = BeliefState::Start(*search.variants.front());
    const auto reward = discriminator.LogitMap(EncodeState(state), search.task);
    favoured += FavoursTarget(std::vector<double>(reward.begin(), reward.end()), search);
  }
  // A coin would favour half of the 24 searches.
  EXPECT_GE(favoured, 22);
}

TEST(RollOut, NeverGoesBackAndStopsOnTarget) {
  const TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  std::vector<RolloutRequest> requests;
  for (std::size_t i = 0; i < set.searches.size(); ++i) requests.push_back({.search = i});
  const PolicyInference policy(InitialPolicy({}, Random(3)));
  for (const Rollout& rollout : RollOut(policy, set.searches, requests, 2, {}, {}, 9)) {
    CellSet closed = ClosedCells(Grid::Center());
    const CellSet goal = CellsOverlapping(*set.searches[rollout.search].target);
    for (std::size_t i = 0; i < rollout.steps.size(); ++i) {
      const int action = rollout.steps[i].action;
      EXPECT_FALSE(closed.Contains(action));
      closed |= ClosedCells(Grid::At(action));
      EXPECT_EQ(goal.Contains(action), rollout.found && i + 1 == rollout.steps.size());
    }
  }
}

TEST(RollOut, NeverLooksAtClosedCells) {
  const TinyWorld world;
  SearchSet set = MakeSearchSet(world.trials, world.library, {});
  for (int cell = 0; cell < Grid::kCells; ++cell) {  // as beside a portrait
    const int column = Grid::At(cell).column;
    if (column < 14 || column > 18) set.searches[0].closed.Insert(cell);
  }
  const std::vector<RolloutRequest> requests = {{.search = 0}};
  const PolicyInference policy(InitialPolicy({}, Random(3)));
  for (const Rollout& rollout : RollOut(policy, set.searches, requests, 8, {}, {}, 9)) {
    for (const RolloutStep& step : rollout.steps) {
      EXPECT_FALSE(set.searches[0].closed.Contains(step.action));
    }
  }
}

TEST(RollOut, LogProbabilitiesAreOfTheMapThatActionsAreDrawnFromUnlessFree) {
  const TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const std::vector<RolloutRequest> requests = {{.search = 0}, {.search = 1}};
  const PolicyInference policy(InitialPolicy({}, Random(3)));
  for (const bool free : {false, true}) {
    for (const Rollout& rollout :
         RollOut(policy, set.searches, requests, 2, {.free_probability = free}, {}, 9)) {
      CellSet closed = ClosedCells(Grid::Center());
      for (const RolloutStep& step : rollout.steps) {
        EXPECT_EQ(step.closed, free ? CellSet() : closed);
        PolicyActivations activations;
        const int task = set.searches[rollout.search].task;
        policy.Evaluate(*step.state, task, false, activations);
        const auto p = FixationDistribution(policy.FixationLogits(activations, task, step.gaze),
                                            free ? CellSet() : closed);
        EXPECT_NEAR(step.log_probability, std::log(p[step.action]), 1e-4);
        closed |= ClosedCells(Grid::At(step.action));
      }
    }
  }
}

TEST(Search, InhibitionEndsWhenItLeavesNoCell) {
  Search search;
  for (int cell = 4; cell < Grid::kCells; ++cell) search.closed.Insert(cell);
  CellSet past;
  for (int cell = 0; cell < 3; ++cell) past.Insert(cell);
  EXPECT_EQ(search.ClosedAfter(past), search.closed | past);
  past.Insert(3);
  EXPECT_EQ(search.ClosedAfter(past), search.closed);
}

TEST(FixationDistribution, ClosedCellsGetNothingAndTheRestSumsToOne) {
  std::vector<float> logits(Grid::kCells);
  logits[336] = 50;  // sure of a closed cell
  const CellSet closed = ClosedCells(Grid::Center());
  const auto p = FixationDistribution(logits, closed);
  double total = 0;
  for (const float value : p) total += value;
  EXPECT_NEAR(total, 1, 1e-5);
  EXPECT_EQ(p[336], 0);
  EXPECT_NEAR(p[0], 1.0 / 631, 1e-5);
}

TEST(FixationDistribution, KeepsWhatAPolicyThinksOfOtherCellsThoughItIsSureOfAClosedOne) {
  std::vector<float> logits(Grid::kCells);
  logits[336] = 90;
  logits[0] = std::log(630.0f);  // as likely as the 630 others that are open
  const CellSet closed = ClosedCells(Grid::Center());
  const auto p = FixationDistribution(logits, closed);
  EXPECT_NEAR(p[0], 0.5, 1e-5);
  EXPECT_NEAR(p[1], 0.5 / 630, 1e-7);
  EXPECT_EQ(p[336], 0);
}

}  // namespace
}  // namespace saccade
