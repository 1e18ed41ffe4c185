#include "saccade/nn/reward_terms.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saccade {
namespace {

// Channel 3 in two cells (.5 and 1), channel 90 in one (1).
PolicyInput SomeInput(bool first) {
  auto state = std::make_shared<SparseState>();
  state->entries = {{3, 0.5f}, {3, 1.0f}, {90, 1.0f}};
  for (int cell = 1; cell <= Grid::kCells; ++cell) {
    state->offsets[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(std::min(cell, 3));
  }
  return {state, 7, {.cell = Grid::Index({16, 10}), .first = first}};
}

TEST(RewardTerms, AreSaccadeAndPlaceLessWhatTheStatePromises) {
  NamedTensors terms = EmptyRewardTerms(134);
  EXPECT_EQ(RewardTermsAt(terms, SomeInput(true), 5), 0);
  terms.at("state.belief").values[3] = 2;
  terms.at("state.belief").values[90] = -1;
  terms.at("state.task").values[7] = 0.25f;
  terms.at("state.first").values[1] = 4;  // of later saccades
  // h = (1.5 * 2 - 1) / 64 + .25, and 4 more for a later saccade.
  EXPECT_NEAR(RewardTermsAt(terms, SomeInput(true), 5), -(2.0 / 64 + 0.25), 1e-6);
  EXPECT_NEAR(RewardTermsAt(terms, SomeInput(false), 5), -(2.0 / 64 + 4.25), 1e-6);
  // The first saccade from (16, 10) to (18, 9): row step -1, column step 2.
  terms = EmptyRewardTerms(134);
  terms.at("gaze.saccade").values[(9 - 10 + 19) * 63 + (18 - 16 + 31)] = 3;
  terms.at("gaze.place").values[7 * 640 + 9 * 32 + 18] = 0.5f;
  EXPECT_EQ(RewardTermsAt(terms, SomeInput(true), Grid::Index({18, 9})), 3.5f);
  EXPECT_EQ(RewardTermsAt(terms, SomeInput(false), Grid::Index({18, 9})), 0.5f);
}

TEST(RewardTerms, GradientIsThatOfTheValue) {
  const NamedTensors terms = EmptyRewardTerms(134);
  const PolicyInput input = SomeInput(false);
  const int action = Grid::Index({20, 4});
  NamedTensors gradient = EmptyRewardTerms(134);
  AddRewardTermsGradient(input, action, 2, gradient);
  int touched = 0;
  for (const auto& [name, tensor] : gradient) {
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      if (tensor.values[i] == 0) continue;
      ++touched;
      NamedTensors moved = terms;  // the value is linear, so any step will do
      moved.at(name).values[i] = 1;
      EXPECT_NEAR(tensor.values[i], 2 * RewardTermsAt(moved, input, action), 1e-6) << name;
    }
  }
  EXPECT_EQ(touched, 6);  // saccade, place, two channels, task, later
}

TEST(LogMixture, IsBoundedByTheUniformShare) {
  EXPECT_NEAR(LogMixture(0, 0.5), std::log(0.5 / 640), 1e-6);
  EXPECT_NEAR(LogMixture(1, 0.5), std::log(0.5 + 0.5 / 640), 1e-6);
  EXPECT_NEAR(LogMixture(0.25f, 0), std::log(0.25), 1e-6);
}

}  // namespace
}  // namespace saccade
