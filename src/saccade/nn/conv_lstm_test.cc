#include "saccade/nn/conv_lstm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/nn/adam.h"

namespace saccade {
namespace {

// A small network whose weights are large enough that every gate works off its middle.
constexpr ConvLstmShape kSmall{.channels = 3, .hidden = 4, .gaze_prior = true};

NamedTensors SmallWeights() {
  NamedTensors weights = InitialConvLstm(kSmall, Random(3));
  for (auto& [name, tensor] : weights) {
    Random random(4, name);
    for (float& value : tensor.values) {
      value = static_cast<float>(2 * value + random.Uniform(-.05, .05));
    }
  }
  return weights;
}

SparseState SomeState(std::uint64_t item) {
  Random random(8, "state", item);
  SparseState state;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (int channel = 0; channel < kSmall.channels; ++channel) {
      if (random.Uniform() < .4) {
        state.entries.push_back({channel, static_cast<float>(random.Uniform())});
      }
    }
    state.offsets[cell + 1] = static_cast<std::uint16_t>(state.entries.size());
  }
  return state;
}

// The network once more, written out cell by cell from the equations of conv_lstm.h, in double and
// with the task maps as real maps.
class Reference {
 public:
  using Maps = std::vector<std::array<double, Grid::kCells>>;

  explicit Reference(const NamedTensors& weights) : weights_(weights) {}

  struct Memory {
    Maps beliefs = Maps(kSmall.hidden), cell = Maps(kSmall.hidden);
  };

  Memory Step(const Memory& before, const SparseState& input, int task) const {
    Maps maps(kSmall.channels);
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      for (const auto& [channel, value] : input.At(cell)) maps[channel][cell] = value;
    }
    const Maps from_input = Conv("lstm_input", WithTask(maps, task), 2);
    const Maps from_beliefs = Conv("lstm_hidden", before.beliefs, 1);
    const auto gate = [&](int number, int map, int cell) {
      const int at = number * kSmall.hidden + map;
      return from_input[at][cell] + from_beliefs[at][cell];
    };
    Memory after;
    for (int map = 0; map < kSmall.hidden; ++map) {
      for (int cell = 0; cell < Grid::kCells; ++cell) {
        const double in = Sigmoid(gate(0, map, cell)), forget = Sigmoid(gate(1, map, cell));
        const double news = std::tanh(gate(2, map, cell)), out = Sigmoid(gate(3, map, cell));
        after.cell[map][cell] = forget * before.cell[map][cell] + in * news;
        after.beliefs[map][cell] = out * std::tanh(after.cell[map][cell]);
      }
    }
    return after;
  }

  std::array<double, Grid::kCells> Logits(const Memory& memory, int task, const Gaze& gaze) const {
    Maps x = Relu(Conv("actor1", WithTask(memory.beliefs, task), 1));
    x = Relu(Conv("actor2", WithTask(x, task), 1));
    auto logits = Conv("actor3", WithTask(x, task), 0)[0];
    std::vector<float> prior(Grid::kCells);
    AddGazePrior(weights_, task, gaze, prior);
    for (int cell = 0; cell < Grid::kCells; ++cell) logits[cell] += prior[cell];
    return logits;
  }

 private:
  static double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
  static Maps Relu(Maps maps) {
    for (auto& map : maps) {
      for (double& value : map) value = std::max(value, 0.0);
    }
    return maps;
  }
  static Maps WithTask(Maps maps, int task) {
    for (int i = 0; i < kTasks; ++i) {
      maps.emplace_back();
      maps.back().fill(i == task ? 1 : 0);
    }
    return maps;
  }

  Maps Conv(const std::string& name, const Maps& in, int padding) const {
    const HostTensor& weight = weights_.at(name + ".weight");
    const auto bias = weights_.find(name + ".bias");
    const int kernel = 2 * padding + 1;
    EXPECT_EQ(weight.shape[1], static_cast<std::int64_t>(in.size()));
    Maps out(static_cast<std::size_t>(weight.shape[0]));
    for (std::size_t o = 0; o < out.size(); ++o) {
      out[o].fill(bias == weights_.end() ? 0 : bias->second.values[o]);
      for (std::size_t i = 0; i < in.size(); ++i) {
        for (int tap = 0; tap < kernel * kernel; ++tap) {
          const double w = weight.values[(o * in.size() + i) * kernel * kernel + tap];
          const int down = tap / kernel - padding, right = tap % kernel - padding;
          for (int row = std::max(0, -down); row < std::min(Grid::kRows, Grid::kRows - down);
               ++row) {
            for (int column = std::max(0, -right);
                 column < std::min(Grid::kColumns, Grid::kColumns - right); ++column) {
              out[o][Grid::Index({column, row})] +=
                  w * in[i][Grid::Index({column + right, row + down})];
            }
          }
        }
      }
    }
    return out;
  }

  const NamedTensors& weights_;
};

// Two searchers of one picture: both start alike, one makes a third fixation.
SearchTree SmallTree() {
  SearchTree tree;
  tree.task = 5;
  tree.levels.resize(3);
  tree.levels[0] = {{SomeState(0)}, {0}, {{.cell = 336, .first = true}}};
  tree.levels[1] = {{SomeState(1), SomeState(2)}, {0, 0}, {{100, false}, {639, false}}};
  tree.levels[2] = {{SomeState(3)}, {1}, {{0, false}}};
  return tree;
}

// The loss of the gradient test: sum over states and cells of target(state, cell) * logit.
double Target(std::size_t state, int cell) {
  return 1 + std::sin(0.37 * static_cast<double>(state * 640 + cell));
}

double ReferenceLoss(const NamedTensors& weights) {
  const Reference reference(weights);
  const SearchTree tree = SmallTree();
  std::vector<Reference::Memory> before(1);
  double loss = 0;
  std::size_t state = 0;
  for (const SearchTree::Level& level : tree.levels) {
    std::vector<Reference::Memory> now;
    for (std::size_t i = 0; i < level.inputs.size(); ++i, ++state) {
      now.push_back(reference.Step(before[level.parents[i]], level.inputs[i], tree.task));
      const auto logits = reference.Logits(now.back(), tree.task, level.gazes[i]);
      for (int cell = 0; cell < Grid::kCells; ++cell) loss += Target(state, cell) * logits[cell];
    }
    before = std::move(now);
  }
  return loss;
}

TEST(ConvLstm, BeliefsAndLogitsFollowTheGateEquations) {
  const NamedTensors weights = SmallWeights();
  const ConvLstm network(weights);
  const Reference reference(weights);
  const SearchTree tree = SmallTree();
  ConvLstm::Beliefs beliefs;
  std::vector<Reference::Memory> before(1);
  for (std::size_t t = 0; t < tree.levels.size(); ++t) {
    SCOPED_TRACE(t);
    const SearchTree::Level& level = tree.levels[t];
    beliefs = t == 0 ? network.Start(level.inputs[0], tree.task)
                     : network.Step(beliefs, level.parents, level.inputs, tree.task);
    ASSERT_EQ(beliefs.size(), static_cast<int>(level.inputs.size()));
    const auto logits = network.Logits(beliefs, tree.task, level.gazes);
    std::vector<Reference::Memory> now;
    for (std::size_t i = 0; i < level.inputs.size(); ++i) {
      now.push_back(reference.Step(before[level.parents[i]], level.inputs[i], tree.task));
      const auto expected = reference.Logits(now.back(), tree.task, level.gazes[i]);
      const auto maps = beliefs.Maps(static_cast<int>(i));
      for (int cell = 0; cell < Grid::kCells; ++cell) {
        ASSERT_NEAR(logits[i * Grid::kCells + cell], expected[cell], 1e-5) << cell;
        for (int map = 0; map < kSmall.hidden; ++map) {
          ASSERT_NEAR(maps[map * Grid::kCells + cell], now.back().beliefs[map][cell], 1e-5);
        }
      }
    }
    before = std::move(now);
  }
}

TEST(ConvLstm, TheGradientThroughTimeIsTheSlopeOfTheReference) {
  NamedTensors weights = SmallWeights();
  NamedTensors gradient = ZerosLike(weights);
  ConvLstm(weights).AddGradient(
      SmallTree(),
      [](std::size_t state, std::span<const float>, std::span<float> slope) {
        for (int cell = 0; cell < Grid::kCells; ++cell) {
          slope[cell] = static_cast<float>(Target(state, cell));
        }
      },
      gradient);
  // Along a random direction in each tensor: all of its values are checked at once. The step is so
  // short that hardly a ReLU changes sides; what counts is the step that float really makes.
  for (auto& [name, tensor] : weights) {
    SCOPED_TRACE(name);
    Random random(5, name);
    const std::vector<float> kept = tensor.values;
    std::vector<float> up = kept, down = kept;
    double expected = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const float step = static_cast<float>(1e-6 * random.Normal());
      up[i] += step;
      down[i] -= step;
      expected += double{gradient.at(name).values[i]} * (double{up[i]} - double{down[i]});
    }
    tensor.values = up;
    double change = ReferenceLoss(weights);
    tensor.values = down;
    change -= ReferenceLoss(weights);
    tensor.values = kept;
    EXPECT_NEAR(expected, change, 5e-3 * std::abs(change));
    EXPECT_GT(std::abs(change), 1e-8);
  }
}

TEST(ConvLstm, ASearcherAloneGetsTheSameBitsAsAmongOthers) {
  const ConvLstm network(SmallWeights());
  const std::vector<SparseState> inputs = {SomeState(1), SomeState(2), SomeState(3), SomeState(4),
                                           SomeState(5)};
  const std::vector<Gaze> gazes(inputs.size(), {100, false});
  const ConvLstm::Beliefs start = network.Start(SomeState(0), 5);
  const std::vector<int> parents(inputs.size(), 0), paths = {0, 1, 2, 3, 4};
  const auto together = network.Step(network.Step(start, parents, inputs, 5), paths, inputs, 5);
  const auto logits = network.Logits(together, 5, gazes);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    SCOPED_TRACE(i);
    const auto own = std::span(inputs).subspan(i, 1);
    const std::array parent = {0};
    const auto alone = network.Step(network.Step(start, parent, own, 5), parent, own, 5);
    EXPECT_EQ(alone.Maps(0), together.Maps(static_cast<int>(i)));
    const auto expected = std::span(logits).subspan(i * Grid::kCells, Grid::kCells);
    const auto found = network.Logits(alone, 5, std::span(gazes).first(1));
    EXPECT_TRUE(std::ranges::equal(found, expected));
  }
}

TEST(ConvLstm, TensorsOfAnotherNetworkAreRefusedByName) {
  NamedTensors weights = InitialConvLstm(kSmall, Random(1));
  EXPECT_EQ(ConvLstmShapeOf(weights, "w"), kSmall);
  weights["extra"] = {{1}, {0}};
  EXPECT_THROW(ConvLstmShapeOf(weights, "w"), InputError);
  weights.erase("extra");
  weights.at("lstm_hidden.weight").shape = {16, 4, 9, 1};
  EXPECT_THROW(ConvLstmShapeOf(weights, "w"), InputError);
  weights.erase("lstm_input.weight");
  EXPECT_THROW(ConvLstmShapeOf(weights, "w"), InputError);
  EXPECT_THROW(ConvLstmShapeOf(InitialPolicy({}, Random(1)), "w"), InputError);
}

}  // namespace
}  // namespace saccade
