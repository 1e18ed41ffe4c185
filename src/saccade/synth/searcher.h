#pragma once

#include <array>
#include <span>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/beliefs/belief_state.h"
#include "saccade/scene/grid.h"
#include "saccade/scene/trial.h"

namespace saccade::synth {

// A simulated person. What drives the eyes is a reward for every cell a of the grid, known exactly:
//
//   R(a) = target * T(a) + context * C(a) - cost * D(a) - inhibition * I(a)
//
//   T(a)  target evidence: the belief in the target's class, half at a itself, half averaged over
//         3x3 cells with weights 1 2 1 x 1 2 1 / 16 (the middle of a thing is worth more);
//   C(a)  context: how much promising ground a look at a would show for the first time. Sum over
//         classes k of ContextWeight(task, k) times the belief in k, 0 in cells seen sharply
//         before, averaged over the disc of radius 2 around a. A mouse is near the keyboard, a cup
//         on the table; and a blurred bowl may turn out to be the cup;
//   D(a)  saccade cost: distance from the current fixation, in tens of cells;
//   I(a)  inhibition of return: 1 in the 3x3 block of any earlier fixation, else 0.
//
// Beliefs are those of the dynamic state (BeliefState): blurred at first, sharp within 2 cells of
// each fixation. The next cell is drawn with probability proportional to exp(R(a) / temperature).
struct Searcher {
  int subject = 1;
  double target = 0;
  double context = 0;
  double cost = 0;
  double inhibition = 0;
  double temperature = 1;
  double landing_noise = .06;  // standard deviation of the landing, as a share of the saccade
  double undershoot = .3;      // probability that a long saccade falls short
  double pace_ms = 220;        // median fixation duration
  double lapse = .03;          // probability of the wrong answer although the target was found
  bool operator==(const Searcher&) const = default;
};

inline constexpr int kSearchers = 10;

// The ten people of a data set, subjects 1..10: the same kind of searcher with individual weights.
std::vector<Searcher> MakeSearchers(std::uint64_t seed);

// The weight of a class in the search for a target: how strongly its neighbourhood promises the
// target, or how easily the target is taken for it. 0 for most.
double ContextWeight(int task, int channel);

using CellMap = std::array<double, Grid::kCells>;

// The reward by its parts, each with its weight and sign: total = the sum of the four.
struct TrueReward {
  CellMap target{};
  CellMap context{};
  CellMap cost{};
  CellMap inhibition{};
  CellMap total{};
};

// R for the state reached after its fixations, the last of which is `current`.
TrueReward RewardOf(const Searcher& searcher, const BeliefState& state, int task, Cell current);

// exp(R / temperature), normalised: the searcher's next fixation.
CellMap ChoiceProbabilities(const Searcher& searcher, const TrueReward& reward);

// One search, in the display frame as recorded: starts near the centre; goes on until a fixation
// falls into the target's box (then often a second look at it) or the person gives up; answers,
// with lapses. Coordinates have one decimal, durations and reaction time are whole milliseconds.
struct SearchTask {
  int task = 0;
  BoxInImage target;
};
TrialInDisplay Search(const Searcher& searcher, const PictureBeliefs& beliefs,
                      const SearchTask& task, Random& random);

}  // namespace saccade::synth
