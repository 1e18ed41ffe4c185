#include "saccade/learn/map_learner.h"

#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/learn/checkpoint.h"
#include "saccade/search/map_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using testing::TinyFeatures;
using testing::TinyWorld;

constexpr MapOptions kTiny{
    .hidden = 8, .kernel = 3, .epochs = 40, .batch = 10, .rate = 2e-2, .dropout = 0.2};

MapLearner TinyLearner(const TinyWorld& world, const MapOptions& options) {
  const auto targets = TargetBoxMaps(MakeSearchSet(world.trials, {}).searches);
  return {"detector", targets,
          targets,    {TinyFeatures(world), testing::TinyBlocks(options.fine_tune)},
          options,    5};
}

// A target is 4 of 640 cells: no knowledge costs ln(640 / 4) = 5.08 nats.
TEST(MapLearner, LearnsWhereTargetsAre) {
  const TinyWorld world;
  MapLearner learner = TinyLearner(world, kTiny);
  EXPECT_EQ(learner.Phases().front().steps_per_epoch, 3);  // 24 searches, 10 a batch
  EXPECT_GT(*learner.ValidationLoss(), 4);
  while (learner.steps_done() < learner.Phases().front().steps) learner.Step();
  EXPECT_LT(*learner.ValidationLoss(), 1.5);
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
  WriteCheckpoint(folder / "c.safetensors", {whole.State(), {}});
  MapLearner resumed = TinyLearner(world, kTiny);
  resumed.Restore(ReadCheckpoint(folder / "c.safetensors", resumed.State()).state);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(whole.Step().numbers, resumed.Step().numbers);
  EXPECT_EQ(whole.Head(), resumed.Head());

  MapOptions other = kTiny;
  other.hidden = 4;
  MapLearner smaller = TinyLearner(world, other);
  EXPECT_THROW(ReadCheckpoint(folder / "c.safetensors", smaller.State()), InputError);
}

MapOptions FineTuned() {
  MapOptions options = kTiny;
  options.fine_tune = 2;
  options.fine_tune_rate = 2e-3;
  return options;
}

TEST(MapLearner, BlocksLearnBesideTheHead) {
  const TinyWorld world;
  // A head that hardly learns: what falls of the loss is the blocks' doing.
  MapOptions options = FineTuned();
  options.rate = 1e-12;
  options.fine_tune_rate = 1e-2;
  options.weight_decay = 0;
  MapLearner learner = TinyLearner(world, options);
  const double before = *learner.ValidationLoss();
  const NamedTensors blocks = learner.blocks();
  const std::vector<float> scale = learner.input_scale();
  while (learner.steps_done() < learner.Phases().front().steps) learner.Step();
  EXPECT_LT(*learner.ValidationLoss(), before - 1);
  EXPECT_EQ(learner.input_scale(), scale);
  for (const auto& [name, tensor] : learner.blocks()) {
    EXPECT_NE(tensor.values, blocks.at(name).values) << name;
  }
}

// Both files are the same here, so one batch of all searches descends the validation loss itself.
// Adam's first moment is a tenth of the gradient after one step; along the gradient the slope of
// the loss is the gradient's length.
TEST(MapLearner, BlocksDescendTheLossThatIsValidated) {
  const TinyWorld world;
  MapOptions options = FineTuned();
  options.batch = 24;
  options.dropout = 0;
  MapLearner stepped = TinyLearner(world, options);
  ASSERT_EQ(stepped.Phases().front().steps_per_epoch, 1);
  stepped.Step();
  MapLearner learner = TinyLearner(world, options);
  const LearnerState start = learner.State();
  for (const auto& [name, moment] : WithoutPrefix(stepped.State().tensors, "blocks_first.")) {
    SCOPED_TRACE(name);
    const double length = GlobalNorm({{name, moment}});
    ASSERT_GT(length, 0);
    const auto loss_at = [&, &weights = moment.values](double step) {
      LearnerState moved = start;
      std::vector<float>& values = moved.tensors.at("blocks." + name).values;
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(values[i] + step * weights[i] / length);
      }
      learner.Restore(moved);
      return *learner.ValidationLoss();
    };
    constexpr double kStep = 3e-4;
    EXPECT_NEAR((loss_at(kStep) - loss_at(-kStep)) / (2 * kStep), 10 * length, 0.5 * length);
  }
}

TEST(MapLearner, ChannelsAreSeenAtTheSizeThatUntouchedBlocksGive) {
  const TinyWorld world;
  const MapLearner plain = TinyLearner(world, kTiny);
  const MapLearner tuned = TinyLearner(world, FineTuned());
  EXPECT_NE(tuned.input_scale(), plain.input_scale());
  const std::string& name = world.trials.front().name;
  EXPECT_EQ(tuned.Features(name),
            ApplyResidualBlocks(testing::TinyBlocks(2), TinyFeatures(world)(name)));
  EXPECT_EQ(plain.Features(name), TinyFeatures(world)(name));
}

TEST(MapLearner, BlocksHaveTheSameBitsForAnyNumberOfThreads) {
  const TinyWorld world;
  std::vector<NamedTensors> heads, blocks;
  for (const int threads : {1, 2}) {
    SetThreads(threads);
    MapLearner learner = TinyLearner(world, FineTuned());
    for (int i = 0; i < 5; ++i) learner.Step();
    heads.push_back(learner.Head());
    blocks.push_back(learner.blocks());
  }
  SetThreads(0);
  EXPECT_EQ(heads[0], heads[1]);
  EXPECT_EQ(blocks[0], blocks[1]);
}

TEST(MapLearner, BlocksGoOnFromACheckpointToTheSameBits) {
  const testing::TemporaryFolder folder;
  const TinyWorld world;
  MapLearner whole = TinyLearner(world, FineTuned());
  for (int i = 0; i < 4; ++i) whole.Step();
  WriteCheckpoint(folder / "c.safetensors", {whole.State(), {}});
  MapLearner resumed = TinyLearner(world, FineTuned());
  resumed.Restore(ReadCheckpoint(folder / "c.safetensors", resumed.State()).state);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(whole.Step().numbers, resumed.Step().numbers);
  EXPECT_EQ(whole.Head(), resumed.Head());
  EXPECT_EQ(whole.blocks(), resumed.blocks());

  MapOptions fewer = FineTuned();
  fewer.fine_tune = 1;
  MapLearner shorter = TinyLearner(world, fewer);
  WriteCheckpoint(folder / "shorter.safetensors", {shorter.State(), {}});
  EXPECT_THROW(ReadCheckpoint(folder / "shorter.safetensors", whole.State()), InputError);
}

TEST(MapOptions, AreAllDescribedAndRefuseWhatMakesNoSense) {
  MapOptions options;
  EXPECT_EQ(OptionsOf(options).members(), MemberCount<MapOptions>());
  OptionsOf(options).Apply({"sigma=12.5"}, "--set");
  EXPECT_EQ(options.density.sigma, 12.5);
  EXPECT_THROW(OptionsOf(options).Apply({"hidden=many"}, "--set"), InputError);
  EXPECT_THROW((MapOptions{.kernel = 2}).Check(), InputError);
  EXPECT_THROW((MapOptions{.dropout = 1}).Check(), InputError);
  EXPECT_THROW((MapOptions{.fine_tune = -1}).Check(), InputError);
  EXPECT_THROW((MapOptions{.fine_tune = 7}).Check(), InputError);
  EXPECT_NO_THROW((MapOptions{.fine_tune = 6}).Check());
  EXPECT_THROW((MapOptions{.fine_tune_rate = 0}).Check(), InputError);
}

}  // namespace
}  // namespace saccade
