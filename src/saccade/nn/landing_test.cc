#include "saccade/nn/landing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace saccade {
namespace {

// A table in which every saccade has the gain kGains[which].
NamedTensors OnlyGain(int which) {
  HostTensor table = InitialGains();
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    table.values[i] = static_cast<int>(i % kGains.size()) == which ? 60.f : 0.f;
  }
  return {{"gaze.gain", table}};
}

std::vector<float> SureOf(Cell goal) {
  std::vector<float> logits(Grid::kCells);
  logits[static_cast<std::size_t>(Grid::Index(goal))] = 60;
  return logits;
}

TEST(Landing, FallsShortOnTheWayAndIsSharedByTheNearestCells) {
  // From (16, 10) to (26, 12) with gain .55: (21.5, 11.1).
  std::vector<float> logits = SureOf({26, 12});
  Landing(OnlyGain(3)).Forward({.cell = Grid::Index({16, 10})}, logits, {});
  const auto p = [&](int column, int row) {
    return std::exp(logits[static_cast<std::size_t>(Grid::Index({column, row}))]);
  };
  EXPECT_NEAR(p(21, 11), .5 * .9, 1e-4);
  EXPECT_NEAR(p(22, 11), .5 * .9, 1e-4);
  EXPECT_NEAR(p(21, 12), .5 * .1, 1e-4);
  EXPECT_NEAR(p(22, 12), .5 * .1, 1e-4);
}

TEST(Landing, WithGainOneGoalsAndLandingsAreTheSame) {
  std::vector<float> logits = SureOf({0, 0}), goals(Grid::kCells);
  Landing(OnlyGain(0)).Forward({.cell = Grid::Index({31, 19}), .first = false}, logits, goals);
  EXPECT_NEAR(logits[0], 0, 1e-5);
  EXPECT_NEAR(goals[0], 1, 1e-5);
}

TEST(Landing, KeepsTheWholeProbabilityAlsoInTheCorners) {
  for (const Cell gaze : {Cell{0, 0}, Cell{31, 0}, Cell{0, 19}, Cell{31, 19}, Cell{16, 10}}) {
    std::vector<float> logits(Grid::kCells);
    for (int cell = 0; cell < Grid::kCells; ++cell)
      logits[cell] = .01f * static_cast<float>(cell % 97);
    Landing({{"gaze.gain", InitialGains()}}).Forward({.cell = Grid::Index(gaze)}, logits, {});
    double total = 0;
    for (const float value : logits) total += std::exp(value);
    EXPECT_NEAR(total, 1, 1e-5);
  }
}

TEST(Landing, WithoutTableOrGazeChangesNothing) {
  const std::vector<float> before = SureOf({3, 3});
  std::vector<float> logits = before;
  Landing({}).Forward({.cell = 5}, logits, {});
  EXPECT_EQ(logits, before);
  Landing(OnlyGain(2)).Forward({.cell = -1}, logits, {});
  EXPECT_EQ(logits, before);
}

TEST(Landing, BinsStartAtTheirDistance) {
  EXPECT_EQ(GainBin({16, 10}, {16, 10}), 0);
  EXPECT_EQ(GainBin({16, 10}, {18, 10}), 0);
  EXPECT_EQ(GainBin({16, 10}, {19, 10}), 1);  // 3 cells
  EXPECT_EQ(GainBin({16, 10}, {19, 14}), 2);  // 5, the triangle of 3 and 4
  EXPECT_EQ(GainBin({0, 0}, {31, 19}), 5);
}

TEST(Landing, OddsMakeMoreSaccadesFallShort) {
  // .8 and four times .05; odds 4 times as high: .8 and four times .2 of 1.6.
  std::vector<float> logits = SureOf({26, 10});
  Landing({{"gaze.gain", InitialGains()}}).Forward({.cell = Grid::Index({16, 10})}, logits, {}, 4);
  EXPECT_NEAR(std::exp(logits[static_cast<std::size_t>(Grid::Index({26, 10}))]), .5, 1e-4);
  EXPECT_NEAR(std::exp(logits[static_cast<std::size_t>(Grid::Index({20, 10}))]), .125, 1e-4);
}

TEST(InitialGains, FourFifthsOfTheSaccadesReachTheirGoal) {
  std::vector<float> logits = SureOf({26, 10});
  Landing({{"gaze.gain", InitialGains()}}).Forward({.cell = Grid::Index({16, 10})}, logits, {});
  EXPECT_NEAR(std::exp(logits[static_cast<std::size_t>(Grid::Index({26, 10}))]), .8, 1e-4);
  EXPECT_NEAR(std::exp(logits[static_cast<std::size_t>(Grid::Index({20, 10}))]), .05, 1e-4);
}

}  // namespace
}  // namespace saccade
