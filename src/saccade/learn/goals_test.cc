#include "saccade/learn/goals.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

// A look from (16, 10) at (21, 10) meant (21, 10), or (26, 10) and fell short. For the near goal:
// gain 1 (.8) lands there, gain .85 (.05) at 20.25, a quarter of it: .8125. For the far one: gain
// .55 (.05) at 21.5, half of it: .025.
TEST(GoalReader, TellsWhereASaccadeThatLandedAimed) {
  NamedTensors policy = EmptyPolicy({.gaze_prior = true});
  policy.at("gaze.gain") = InitialGains();
  const GoalReader reader(policy);
  const Gaze gaze{.cell = Grid::Index({16, 10})};
  std::vector<float> goals(Grid::kCells, 1e-12f);
  const auto near = static_cast<std::size_t>(Grid::Index({21, 10}));
  const auto far = static_cast<std::size_t>(Grid::Index({26, 10}));
  goals[near] = .2f, goals[far] = .8f;
  const auto given = reader.GoalsGiven(gaze, static_cast<int>(near), goals);
  EXPECT_NEAR(given[near], .2 * .8125 / (.2 * .8125 + .8 * .025), 1e-4);
  EXPECT_NEAR(given[near] + given[far], 1, 1e-4);
}

TEST(GoalReader, WhatNoGoalExplainsWasMeant) {
  NamedTensors policy = EmptyPolicy({.gaze_prior = true});
  policy.at("gaze.gain") = InitialGains();
  std::vector<float> goals(Grid::kCells);
  goals[5] = 1;  // in the first row; a saccade to it never lands in the last
  const auto given = GoalReader(policy).GoalsGiven({.cell = 3}, 639, goals);
  EXPECT_EQ(given[639], 1);
  EXPECT_EQ(given[5], 0);
}

}  // namespace
}  // namespace saccade
