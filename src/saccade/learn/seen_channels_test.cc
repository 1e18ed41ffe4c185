#include "saccade/learn/seen_channels.h"

#include <gtest/gtest.h>

#include "saccade/nn/discriminator.h"
#include "saccade/nn/network_shape.h"
#include "saccade/nn/policy_inference.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

// One class in one cell.
SparseState Showing(int channel) {
  SparseState state;
  state.entries.push_back({channel, 1});
  for (int cell = 100; cell < Grid::kCells; ++cell) state.offsets[cell + 1] = 1;
  return state;
}

TEST(SeenChannels, AreThoseOfThePicturesAndOfTheSearch) {
  const testing::TinyWorld world;
  const ChannelMask seen = SeenChannels(MakeSearchSet(world.trials, world.library, {}));
  // Three targets, wall, floor, history and two of the target.
  EXPECT_EQ(seen.count(), 3u + 2 + 1 + 2);
  EXPECT_TRUE(seen[ChannelOfTask(0)] && seen[131] && seen[110] && seen[kHistoryChannel]);
  EXPECT_FALSE(seen[kSaliencyChannel]);
}

TEST(SilenceUnseen, AClassThatTrainingNeverShowedChangesNothing) {
  ChannelMask seen;
  seen.set(7);
  NamedTensors policy = InitialPolicy({}, Random(1));
  const PolicyInference before(policy);
  SilenceUnseen(seen, policy);
  const PolicyInference after(policy);
  const auto logits = [](const PolicyInference& network, const SparseState& state) {
    PolicyActivations activations;
    network.Evaluate(state, 3, false, activations);
    return activations.logits;
  };
  EXPECT_NE(logits(before, Showing(8)), logits(before, {}));
  EXPECT_EQ(logits(after, Showing(8)), logits(after, {}));
  EXPECT_EQ(logits(after, Showing(7)), logits(before, Showing(7)));

  NamedTensors reward = InitialDiscriminator({}, Random(2));
  SilenceUnseen(seen, reward);
  EXPECT_EQ(Discriminator(reward).LogitMap(Showing(8), 3), Discriminator(reward).LogitMap({}, 3));
  EXPECT_NE(Discriminator(reward).LogitMap(Showing(7), 3), Discriminator(reward).LogitMap({}, 3));
}

}  // namespace
}  // namespace saccade
