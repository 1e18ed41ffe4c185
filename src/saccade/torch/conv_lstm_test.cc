#include "saccade/nn/conv_lstm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/nn/adam.h"
#include "saccade/torch/plain_networks.h"

namespace saccade {
namespace {

constexpr int kChannels = 9;

// Weights that drive every gate off its middle.
NamedTensors SomeWeights(const ConvLstmShape& shape) {
  NamedTensors weights = InitialConvLstm(shape, Random(3));
  for (auto& [name, tensor] : weights) {
    Random random(4, name);
    for (float& value : tensor.values)
      value = 2 * value + .05f * static_cast<float>(random.Normal());
  }
  return weights;
}

// Borders included: every cell may hold something.
SparseState SomeState(std::uint64_t item) {
  Random random(8, "state", item);
  SparseState state;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (int channel = 0; channel < kChannels; ++channel) {
      if (random.Uniform() < .2) {
        state.entries.push_back({channel, static_cast<float>(random.Uniform())});
      }
    }
    state.offsets[cell + 1] = static_cast<std::uint16_t>(state.entries.size());
  }
  return state;
}

// Levels of states, by their parents.
SearchTree TreeOf(std::vector<std::vector<int>> parents) {
  SearchTree tree{.task = 7, .levels = {}};
  Random random(9, "gazes");
  std::uint64_t item = 0;
  for (std::vector<int>& level : parents) {
    SearchTree::Level& to = tree.levels.emplace_back();
    for (std::size_t i = 0; i < level.size(); ++i) {
      to.inputs.push_back(SomeState(item++));
      to.gazes.push_back(
          {.cell = static_cast<int>(random.Below(Grid::kCells)), .first = tree.levels.size() == 1});
    }
    to.parents = std::move(level);
  }
  return tree;
}

// Slopes that differ between states and cells and depend on the logits.
void SomeLoss(std::size_t state, std::span<const float> logits, std::span<float> slope) {
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    slope[cell] = std::sin(.37f * static_cast<float>(state * 640 + cell)) + .1f * logits[cell];
  }
}

// Relative to the largest value: sums of hundreds of products of either sign.
void ExpectNear(std::span<const float> found, std::span<const float> expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  double largest = 0;
  for (const float value : expected) largest = std::max(largest, std::abs(double{value}));
  ASSERT_GT(largest, 0);
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(found[i], expected[i], tolerance * largest) << i;
  }
}

struct Case {
  int hidden;
  bool gaze_prior;
  std::vector<std::vector<int>> parents;
};

class ConvLstmAgainstLibtorch : public ::testing::TestWithParam<Case> {};

TEST_P(ConvLstmAgainstLibtorch, ValueAndGradientAreThePlainOnes) {
  const auto& [hidden, gaze_prior, parents] = GetParam();
  const NamedTensors weights =
      SomeWeights({.channels = kChannels, .hidden = hidden, .gaze_prior = gaze_prior});
  const SearchTree tree = TreeOf(parents);
  const auto expected =
      plain::ConvLstmGradient(weights, tree, SomeLoss, plain::Arithmetic::kDouble);

  const ConvLstm network(weights);
  NamedTensors gradient = ZerosLike(weights);
  std::vector<float> logits;
  network.AddGradient(
      tree,
      [&](std::size_t state, std::span<const float> own, std::span<float> slope) {
        logits.insert(logits.end(), own.begin(), own.end());
        SomeLoss(state, own, slope);
      },
      gradient);
  ExpectNear(logits, expected.logits, 1e-5);
  for (const auto& [name, tensor] : expected.gradient) {
    SCOPED_TRACE(name);
    if (name == "lstm_hidden.weight" && parents.size() == 1) {
      EXPECT_EQ(gradient.at(name), tensor);  // zeros: nothing was remembered
    } else {
      ExpectNear(gradient.at(name).values, tensor.values, 2e-5);
    }
  }

  // The same steps without a gradient.
  ConvLstm::Beliefs beliefs;
  std::vector<float> maps, stepped;
  for (std::size_t t = 0; t < tree.levels.size(); ++t) {
    const SearchTree::Level& level = tree.levels[t];
    beliefs = t == 0 ? network.Start(level.inputs[0], tree.task)
                     : network.Step(beliefs, level.parents, level.inputs, tree.task);
    for (int i = 0; i < beliefs.size(); ++i) {
      const auto own = beliefs.Maps(i);
      maps.insert(maps.end(), own.begin(), own.end());
    }
    const auto own = network.Logits(beliefs, tree.task, level.gazes);
    stepped.insert(stepped.end(), own.begin(), own.end());
  }
  ExpectNear(maps, expected.beliefs, 1e-5);
  EXPECT_EQ(stepped, logits);
}

// One state; a path; a tree whose states share parents, leave some without successors and fill no
// batch; more maps than one vector and fewer; with and without the prior.
const std::vector<std::vector<int>> kTree = {{0}, {0, 0, 0, 0, 0, 0}, {4, 1, 4, 2, 5}, {0, 2, 2}};
INSTANTIATE_TEST_SUITE_P(Trees, ConvLstmAgainstLibtorch,
                         ::testing::Values(Case{32, false, {{0}}}, Case{32, true, {{0}, {0}, {0}}},
                                           Case{32, true, kTree}, Case{32, false, kTree},
                                           Case{20, true, kTree}, Case{8, true, kTree}));

}  // namespace
}  // namespace saccade
