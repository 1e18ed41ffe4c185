#include "saccade/learn/seen_channels.h"

#include <gtest/gtest.h>

#include "saccade/nn/conv_lstm.h"
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

TEST(SilenceUnseen, AClassThatTrainingNeverShowedChangesNothingInAnyNetwork) {
  ChannelMask seen;
  seen.set(7);
  NamedTensors model = WithPrefix(InitialPolicy({}, Random(1)), "policy.");
  model.merge(WithPrefix(InitialDiscriminator({}, Random(2)), "discriminator."));
  model.merge(WithPrefix(InitialConvLstm({}, Random(3)), "conv_lstm."));
  const NamedTensors before = model;
  SilenceUnseen(seen, model);

  const auto policy = [](const NamedTensors& tensors, const SparseState& state) {
    PolicyActivations activations;
    PolicyInference(WithoutPrefix(tensors, "policy.")).Evaluate(state, 3, false, activations);
    return activations.logits;
  };
  const auto reward = [](const NamedTensors& tensors, const SparseState& state) {
    return Discriminator(WithoutPrefix(tensors, "discriminator.")).LogitMap(state, 3);
  };
  const auto recurrent = [](const NamedTensors& tensors, const SparseState& state) {
    const ConvLstm network(WithoutPrefix(tensors, "conv_lstm."));
    const Gaze gaze{.cell = 0, .first = true};
    return network.Logits(network.Start(state, 3), 3, {&gaze, 1});
  };
  const auto check = [&](const char* name, const auto& logits) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(logits(before, Showing(8)) != logits(before, {}));
    EXPECT_TRUE(logits(model, Showing(8)) == logits(model, {}));
    EXPECT_TRUE(logits(model, Showing(7)) == logits(before, Showing(7)));
    EXPECT_TRUE(logits(model, Showing(7)) != logits(model, {}));
  };
  check("policy", policy);
  check("discriminator", reward);
  check("conv_lstm", recurrent);
}

}  // namespace
}  // namespace saccade
