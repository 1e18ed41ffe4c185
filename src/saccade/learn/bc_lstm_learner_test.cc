#include "saccade/learn/bc_lstm_learner.h"

#include <gtest/gtest.h>

#include <set>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/learn/checkpoint.h"
#include "saccade/search/recurrent_prediction.h"
#include "saccade/search/search_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using testing::TinyWorld;

BcLstmOptions TinyOptions() {
  BcLstmOptions options;
  options.hidden = 8;
  options.epochs = 15;
  options.rate = 4e-3;
  options.mirror = false;
  options.drop_stuff = 0;
  return options;
}

double FoundShare(const ConvLstm& network, const SearchSet& set) {
  int found = 0;
  const auto trials = PredictScanpaths(network, set.searches, 4, {.max_fixations = 3}, {}, 3);
  for (const TrialInImage& trial : trials) found += FirstOnTarget(trial).has_value();
  return static_cast<double>(found) / static_cast<double>(trials.size());
}

TEST(BcLstmLearner, LowersItsLossAndFindsTargetsFarMoreOftenThanChance) {
  const TinyWorld world;
  const BcLstmOptions options = TinyOptions();
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  BcLstmLearner learner(set, options, 1);
  const double untrained = FoundShare(ConvLstm(learner.weights()), set);
  const double first = learner.Step().numbers.at("cloning/loss");
  EXPECT_NEAR(first, 6.46, 0.1);  // a new network is undecided: log 640 nats
  double last = 0;                // mean of the last epoch
  const LearningPhase phase = learner.Phases().front();
  while (learner.steps_done() < phase.steps) {
    const bool counts = learner.steps_done() >= phase.steps - phase.steps_per_epoch;
    const double loss = learner.Step().numbers.at("cloning/loss");
    if (counts) last += loss / static_cast<double>(phase.steps_per_epoch);
  }
  EXPECT_LT(last, first - 1.5);
  // Chance finds 4 of 640 cells in 3 looks: about 2%.
  EXPECT_LT(untrained, 0.15);
  EXPECT_GT(FoundShare(ConvLstm(learner.weights()), set), 0.5);
}

TEST(BcLstmLearner, SameBitsForAnyNumberOfThreads) {
  const TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  std::vector<NamedTensors> weights;
  std::vector<std::vector<TrialInImage>> scanpaths;
  for (const int threads : {1, 2}) {
    SetThreads(threads);
    BcLstmLearner learner(set, TinyOptions(), 1);
    learner.Step();
    learner.Step();
    weights.push_back(learner.weights());
    scanpaths.push_back(PredictScanpaths(ConvLstm(weights.back()), set.searches, 2, {}, {}, 4));
  }
  SetThreads(0);
  EXPECT_EQ(weights[0], weights[1]);
  EXPECT_EQ(scanpaths[0], scanpaths[1]);
}

TEST(BcLstmLearner, ARestoredCheckpointContinuesToTheSameBits) {
  const TinyWorld world;
  BcLstmOptions options = TinyOptions();
  options.drop_stuff = 0.5;
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  const testing::TemporaryFolder folder;
  BcLstmLearner whole(set, options, 5), before(set, options, 5), after(set, options, 5);
  for (BcLstmLearner* learner : {&whole, &before}) {
    for (int i = 0; i < 3; ++i) learner->Step();
  }
  const auto path = folder / "c.safetensors";
  WriteCheckpoint(path, {before.State(), {}});
  after.Restore(ReadCheckpoint(path, after.State()).state);
  for (BcLstmLearner* learner : {&whole, &after}) {
    for (int i = 0; i < 4; ++i) learner->Step();  // into the second epoch
  }
  EXPECT_EQ(whole.weights(), after.weights());

  options.hidden = 12;
  BcLstmLearner other(set, options, 5);
  EXPECT_THROW(ReadCheckpoint(path, other.State()), InputError);
}

TEST(BcLstmLearner, RefusesFixationsWithoutADecision) {
  const TinyWorld world;
  std::vector<TrialInImage> trials = {world.trials.front()};
  trials[0].scanpath.resize(1);
  const SearchSet set = MakeSearchSet(trials, world.library, {});
  EXPECT_THROW(BcLstmLearner(set, TinyOptions(), 1), InputError);
}

TEST(BcLstmLearner, LearnsAndPredictsWithTheTargetsOwnChannelsToo) {
  const TinyWorld world;
  BcLstmOptions options = TinyOptions();
  options.channels = kSearchChannels;
  options.weight_decay = 0;  // weights move by gradients only
  options.Check();
  const SearchSet set = MakeSearchSet(world.trials, world.library, options.demonstrations);
  BcLstmLearner learner(set, options, 1);
  const NamedTensors untrained = learner.weights();
  learner.Step();
  const int inputs = kSearchChannels + kTasks;
  const auto target_weights = [&](const NamedTensors& weights) {
    const HostTensor& input = weights.at("lstm_input.weight");
    const auto maps = std::span(input.values).first(inputs * 25).subspan(kTargetChannel * 25, 50);
    return std::vector<float>(maps.begin(), maps.end());
  };
  EXPECT_NE(target_weights(learner.weights()), target_weights(untrained));
  const BeliefOptions beliefs{.channels = kSearchChannels};
  const ConvLstm network(learner.weights());
  EXPECT_EQ(PredictScanpaths(network, set.searches, 1, {}, beliefs, 1).size(), set.searches.size());
  const std::vector<Cell> past = {Grid::Center()};
  const auto next = NextFixationDistribution(network, set.searches[0], past, beliefs);
  EXPECT_EQ(next.size(), std::size_t{Grid::kCells});
  options.channels = kSearchChannels - 1;
  EXPECT_THROW(options.Check(), InputError);
}

TEST(EncodeGlimpse, ShowsTheFoveaOfThisFixationAndForgetsTheOthers) {
  const TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const PictureBeliefs& picture = *set.searches[0].variants[0];
  const Cell at{9, 4};
  const SparseState glimpse = EncodeGlimpse(picture, {}, at);
  const CellSet fovea = FoveaCells(at);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const auto& layer = fovea.Contains(cell) ? picture.sharp : picture.blurred;
    const auto entries = glimpse.At(cell);
    ASSERT_EQ(entries.size(), layer.At(cell).size()) << cell;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_EQ(entries[i].channel, layer.At(cell)[i].channel);
      EXPECT_EQ(entries[i].value, layer.At(cell)[i].value);
    }
  }
}

TEST(CloningTree, PeopleWhoLookedAlikeShareAState) {
  const TinyWorld world;
  SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const int start = Grid::Index(Grid::Center());
  // Two go to 100, then 200 and 300; a third goes to 50 and stops; the fourth to 100 and stops.
  set.demonstrations = {{0, 1, {start, 100, 200}},
                        {0, 2, {start, 100, 300}},
                        {0, 3, {start, 50}},
                        {0, 4, {start, 100}}};
  const CloningTree people = MakeCloningTree(set, std::array<std::size_t, 4>{0, 1, 2, 3}, 0, {}, 0);
  ASSERT_EQ(people.tree.levels.size(), 2u);
  EXPECT_EQ(people.tree.task, set.searches[0].task);
  EXPECT_EQ(people.tree.States(), 2u);
  EXPECT_EQ(people.decisions, (std::vector<double>{4, 2}));
  EXPECT_EQ(people.targets[0][100], 0.75f);
  EXPECT_EQ(people.targets[0][50], 0.25f);
  EXPECT_EQ(people.targets[1][200], 0.5f);
  EXPECT_EQ(people.targets[1][300], 0.5f);
  EXPECT_EQ(people.tree.levels[1].parents, std::vector<int>{0});
  EXPECT_EQ(people.tree.levels[1].gazes[0].cell, 100);
  EXPECT_TRUE(people.tree.levels[0].gazes[0].first);
  EXPECT_EQ(people.tree.levels[1].inputs[0],
            EncodeGlimpse(*set.searches[0].variants[0], {}, Grid::At(100)));
}

TEST(RecurrentPrediction, NeverGoesBackAndEndsOnTargetOnlyWhenAsked) {
  const TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const ConvLstm network(InitialConvLstm({.hidden = 4}, Random(3)));
  const auto trials = PredictScanpaths(network, set.searches, 3, {.stop_on_target = false}, {}, 9);
  ASSERT_EQ(trials.size(), 3 * set.searches.size());
  std::set<std::vector<int>> different;
  for (const TrialInImage& trial : trials) {
    ASSERT_EQ(trial.scanpath.size(), 7u);
    CellSet closed = ClosedCells(Grid::Center());
    std::vector<int> cells;
    for (std::size_t i = 1; i < trial.scanpath.size(); ++i) {
      const int cell = Grid::Index(*Grid::CellOf(trial.scanpath[i].point));
      EXPECT_FALSE(closed.Contains(cell));
      closed |= ClosedCells(Grid::At(cell));
      cells.push_back(cell);
    }
    different.insert(cells);
  }
  EXPECT_EQ(different.size(), trials.size());
}

TEST(RecurrentPrediction, SamplesFollowTheDistributionOfTheirOwnPast) {
  const TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const ConvLstm network(InitialConvLstm({.hidden = 8}, Random(3)));
  // Greedy choices are the argmax of what NextFixation says after the same cells.
  const auto trials = PredictScanpaths(
      network, std::span(set.searches).first(2), 2,
      {.max_fixations = 4, .greedy = true, .inhibit = false, .stop_on_target = false}, {}, 1);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    std::vector<Cell> past = {Grid::Center()};
    for (std::size_t k = 1; k < trials[i].scanpath.size(); ++k) {
      const auto p = NextFixationDistribution(network, set.searches[i / 2], past, {});
      const Cell chosen = *Grid::CellOf(trials[i].scanpath[k].point);
      EXPECT_EQ(Grid::At(static_cast<int>(std::ranges::max_element(p) - p.begin())), chosen);
      past.push_back(chosen);
    }
  }
  EXPECT_THROW(NextFixationDistribution(network, set.searches[0], {}, {}), InputError);
}

TEST(BcLstmOptions, AreAllDescribedAndRefuseWhatMakesNoSense) {
  BcLstmOptions options;
  EXPECT_EQ(OptionsOf(options).members(), MemberCount<BcLstmOptions>());
  options.hidden = 30;
  EXPECT_THROW(options.Check(), InputError);
  options = {};
  options.epochs = 0;
  EXPECT_THROW(options.Check(), InputError);
  options = {};
  options.channels = 137;
  EXPECT_THROW(options.Check(), InputError);
}

}  // namespace
}  // namespace saccade
