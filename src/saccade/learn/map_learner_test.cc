#include "saccade/learn/map_learner.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/learn/map_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using testing::TinyFeatures;
using testing::TinyWorld;

constexpr MapOptions kTiny{
    .hidden = 8, .kernel = 3, .epochs = 40, .batch = 10, .rate = 2e-2, .dropout = 0.2};

MapLearner TinyLearner(const TinyWorld& world, const MapOptions& options) {
  const auto targets = TargetBoxMaps(MakeSearchSet(world.trials, {}).searches);
  return {targets, targets, TinyFeatures(world), options, 5};
}

// A target is 4 of 640 cells: no knowledge costs ln(640 / 4) = 5.08 nats.
TEST(MapLearner, LearnsWhereTargetsAre) {
  const TinyWorld world;
  MapLearner learner = TinyLearner(world, kTiny);
  EXPECT_EQ(learner.steps_per_epoch(), 3);  // 24 searches, 10 a batch
  EXPECT_GT(learner.ValidationLoss(), 4);
  while (learner.state().steps < learner.total_steps()) learner.Step();
  EXPECT_LT(learner.ValidationLoss(), 1.5);
}

TEST(MapLearner, ChannelsAreSeenAtEqualSize) {
  const TinyWorld world;
  const MapLearner learner = TinyLearner(world, kTiny);
  // Uniform noise in 0..c + 1 has a root mean square of (c + 1) / sqrt 3; channel 7 has no target.
  EXPECT_NEAR(1 / learner.input_scale()[7], 8 / std::sqrt(3), 0.05);
}

TEST(MapLearner, SameBitsForAnyNumberOfThreads) {
  const TinyWorld world;
  std::vector<NamedTensors> heads;
  for (const int threads : {1, 2}) {
    SetThreads(threads);
    MapLearner learner = TinyLearner(world, kTiny);
    for (int i = 0; i < 5; ++i) learner.Step();
    heads.push_back(learner.Head());
  }
  SetThreads(0);
  EXPECT_EQ(heads[0], heads[1]);
}

TEST(MapLearner, GoesOnFromACheckpointToTheSameBits) {
  const testing::TemporaryFolder folder;
  const TinyWorld world;
  MapLearner whole = TinyLearner(world, kTiny);
  for (int i = 0; i < 4; ++i) whole.Step();
  WriteMapCheckpoint(folder / "c.safetensors", whole.state(), {{"best_loss", 1.25}});
  MapLearner resumed = TinyLearner(world, kTiny);
  MapCheckpoint checkpoint = ReadMapCheckpoint(folder / "c.safetensors", resumed.state());
  EXPECT_EQ(checkpoint.notes.at("best_loss"), 1.25);
  resumed.state() = std::move(checkpoint.state);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(whole.Step(), resumed.Step());
  EXPECT_EQ(whole.Head(), resumed.Head());

  MapOptions other = kTiny;
  other.hidden = 4;
  MapLearner smaller = TinyLearner(world, other);
  EXPECT_THROW(ReadMapCheckpoint(folder / "c.safetensors", smaller.state()), InputError);
}

TEST(MapOptions, AWrongNameSuggestsTheRightOne) {
  try {
    MapOptionsFromJson({{"hiden", 3}}, {}, "--set");
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean hidden?"), std::string::npos);
  }
  EXPECT_THROW(MapOptionsFromJson({{"hidden", "many"}}, {}, "--set"), InputError);
  EXPECT_EQ(MapOptionsFromJson({{"sigma", 12.5}}, {}, "--set").density.sigma, 12.5);
  EXPECT_THROW((MapOptions{.kernel = 2}).Check(), InputError);
  EXPECT_THROW((MapOptions{.dropout = 1}).Check(), InputError);
}

}  // namespace
}  // namespace saccade
