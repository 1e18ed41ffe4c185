#include "saccade/nn/conv_lstm.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/kernels/lstm_cell.h"
#include "saccade/kernels/sparse_gates.h"
#include "saccade/kernels/sums.h"
#include "saccade/nn/actor.h"

namespace saccade {
namespace {

constexpr const char* kHiddenWeight = "lstm_hidden.weight";
constexpr const char* kInputWeight = "lstm_input.weight";
constexpr const char* kInputBias = "lstm_input.bias";

// States a call of oneDNN. A state costs the hidden convolution 277 us in batches of 1, 198 of 2,
// 165 of 4 and 166 of 8; but a level of a tree often has only one or two states with successors.
constexpr int kActorBatch = 4, kParentBatch = 2;

void AddTensor(NamedTensors& tensors, const std::string& name, std::vector<std::int64_t> shape) {
  const std::size_t count = static_cast<std::size_t>(ElementCount(shape));
  tensors[name] = {std::move(shape), std::vector<float>(count)};
}

// The network that is computed: whole vectors of maps, of which those behind shape.hidden are and
// stay zero, and a hidden convolution that ignores the task maps that every DenseConv has.
ConvLstmShape InVectors(ConvLstmShape shape) {
  shape.hidden = PadTo16(shape.hidden);
  return shape;
}

ConvShape HiddenConv(const ConvLstmShape& shape) {
  return {"lstm_hidden", shape.hidden, 4 * shape.hidden, 3, 1};
}

NamedTensors EmptyInVectors(const ConvLstmShape& shape) {
  const ConvLstmShape padded = InVectors(shape);
  NamedTensors tensors = EmptyConvLstm(padded);
  AddTensor(tensors, kHiddenWeight, {4 * padded.hidden, padded.hidden + kTasks, 3, 3});
  return tensors;
}

// Calls visit(name, place in vectors, place in `weights`, count) for all runs of values that stand
// side by side in both.
template <typename Visit>
void ForEachRun(const ConvLstmShape& shape, const NamedTensors& weights, Visit&& visit) {
  const std::size_t own = static_cast<std::size_t>(shape.hidden);
  const std::size_t padded = static_cast<std::size_t>(PadTo16(shape.hidden));
  for (const auto& [name, tensor] : weights) {
    const std::size_t rows = static_cast<std::size_t>(tensor.shape[0]);
    const std::size_t row = tensor.values.size() / rows;
    if (name.starts_with("lstm")) {
      const std::size_t there = name == kHiddenWeight ? (padded + kTasks) * 9 : row;
      for (std::size_t i = 0; i < rows; ++i) {
        visit(name, (i / own * padded + i % own) * there, i * row, row);
      }
    } else if (name == "actor1.weight") {
      const std::size_t skipped = (padded - own) * 9;
      for (std::size_t i = 0; i < rows; ++i) {
        visit(name, i * (row + skipped), i * row, own * 9);
        visit(name, i * (row + skipped) + padded * 9, i * row + own * 9, row - own * 9);
      }
    } else {
      visit(name, 0, 0, tensor.values.size());
    }
  }
}

NamedTensors IntoVectors(const ConvLstmShape& shape, const NamedTensors& weights) {
  NamedTensors result = EmptyInVectors(shape);
  ForEachRun(shape, weights,
             [&](const std::string& name, std::size_t there, std::size_t here, std::size_t count) {
               std::copy_n(&weights.at(name).values[here], count, &result.at(name).values[there]);
             });
  return result;
}

// Memory of a step.
struct Workspace {
  DenseConv::Scratch scratch;
  AlignedFloats parents, gates;  // of kParentBatch states

  explicit Workspace(const ConvLstmShape& padded)
      : parents(static_cast<std::size_t>(kParentBatch) * padded.hidden * Grid::kCells),
        gates(4 * parents.size()) {}
};

}  // namespace

NamedTensors EmptyConvLstm(const ConvLstmShape& shape) {
  NamedTensors tensors;
  for (const ConvShape& conv : {shape.Input(), shape.Actor1(), shape.Actor2(), shape.Actor3()}) {
    AddTensor(tensors, conv.name + ".weight",
              {conv.out, conv.in + kTasks, conv.kernel, conv.kernel});
    AddTensor(tensors, conv.name + ".bias", {conv.out});
  }
  AddTensor(tensors, kHiddenWeight, {4 * shape.hidden, shape.hidden, 3, 3});
  if (shape.gaze_prior) AddEmptyGazePrior(tensors);
  return tensors;
}

NamedTensors InitialConvLstm(const ConvLstmShape& shape, Random random) {
  NamedTensors tensors = EmptyConvLstm(shape);
  for (auto& [name, tensor] : tensors) {
    if (name.starts_with("gaze.")) continue;  // tables start at 0: no prior
    const auto& weight = tensors.at(name.substr(0, name.rfind('.')) + ".weight").shape;
    const double bound = 1 / std::sqrt(static_cast<double>(weight[1] * weight[2] * weight[3]));
    Random own(random.State(), name);
    for (float& value : tensor.values) value = static_cast<float>(own.Uniform(-bound, bound));
  }
  std::vector<float>& bias = tensors.at(kInputBias).values;
  for (int i = shape.hidden; i < 2 * shape.hidden; ++i) bias[i] += 1;
  return tensors;
}

ConvLstmShape ConvLstmShapeOf(const NamedTensors& weights, const std::string& origin) {
  const auto first = weights.find(kInputWeight);
  if (first == weights.end() || first->second.shape.size() != 4) {
    throw InputError(origin, kInputWeight, "is missing or no convolution; is this a BC-LSTM?");
  }
  const auto& size = first->second.shape;
  const ConvLstmShape shape{.channels = static_cast<int>(size[1]) - kTasks,
                            .hidden = static_cast<int>(size[0]) / 4,
                            .gaze_prior = HasGazePrior(weights)};
  if (size[0] <= 0 || size[0] % 16 != 0 || shape.channels <= 0) {
    throw InputError(origin, kInputWeight,
                     "has {} outputs and {} inputs; a multiple of 16 and more than {} are expected",
                     size[0], size[1], kTasks);
  }
  const NamedTensors expected = EmptyConvLstm(shape);
  for (const auto& [name, tensor] : expected) {
    const auto found = weights.find(name);
    if (found == weights.end() || found->second.shape != tensor.shape) {
      throw InputError(origin, name,
                       "is missing or of another size than the other tensors ask for");
    }
  }
  for (const auto& [name, tensor] : weights) {
    if (!expected.contains(name)) throw InputError(origin, name, "is no parameter of a BC-LSTM");
  }
  return shape;
}

std::size_t SearchTree::States() const {
  std::size_t states = 0;
  for (const Level& level : levels) states += level.inputs.size();
  return states;
}

struct ConvLstm::Beliefs::Tensors {
  int size, hidden;
  AlignedFloats beliefs, memory;  // B and c, as StateMaps has them
};

struct ConvLstm::Network {
  ConvLstmShape padded;
  NamedTensors weights;  // in vectors; the prior's tables among them
  SparseGates input;
  DenseConv hidden;
  Actor actor;
  int blocks;
  std::size_t maps;  // floats of one state's maps

  Network(const ConvLstmShape& shape, const NamedTensors& from)
      : padded(InVectors(shape)),
        weights(IntoVectors(shape, from)),
        input(padded.Input(), weights.at(kInputWeight), weights.at(kInputBias)),
        hidden(HiddenConv(padded), kParentBatch),
        actor(padded.Actor1(), kActorBatch),
        blocks(padded.hidden / kLanes),
        maps(static_cast<std::size_t>(padded.hidden) * Grid::kCells) {
    hidden.SetWeights(weights.at(kHiddenWeight));
    actor.SetWeights(weights);
  }

  // Room for the maps of so many states, one after another, and for the rest of the last batch.
  AlignedFloats StateMaps(std::size_t states) const {
    return AlignedFloats((states + kActorBatch - 1) / kActorBatch * kActorBatch * maps);
  }

  // Calls visit(some different parents, [child, its parent's place among them] of all their
  // children) until all had their turn. What children share of a parent is computed once.
  template <typename Visit>
  void ForEachFamily(std::span<const int> parents, Visit&& visit) const {
    std::vector<int> all(parents.begin(), parents.end());
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<std::pair<std::size_t, std::size_t>> children;
    for (std::size_t first = 0; first < all.size(); first += kParentBatch) {
      const auto some =
          std::span(all).subspan(first, std::min<std::size_t>(kParentBatch, all.size() - first));
      children.clear();
      for (std::size_t i = 0; i < parents.size(); ++i) {
        const auto found = std::ranges::find(some, parents[i]);
        if (found != some.end()) children.push_back({i, found - some.begin()});
      }
      visit(std::span<const int>(some), children);
    }
  }

  // Calls visit(first state, the task of each) for batches of states.
  template <typename Visit>
  void ForEachActorBatch(std::size_t states, int task, Visit&& visit) const {
    const std::vector<int> tasks(kActorBatch, task);
    for (std::size_t first = 0; first < states; first += kActorBatch) {
      visit(first, std::span(tasks).first(std::min<std::size_t>(kActorBatch, states - first)));
    }
  }

  void CopyParents(std::span<const int> parents, const float* beliefs, Workspace& work) const {
    for (std::size_t k = 0; k < parents.size(); ++k) {
      std::copy_n(beliefs + parents[k] * maps, maps, &work.parents[k * maps]);
    }
  }

  // Calls visit(child, W * B of its parent) for all, in any order.
  template <typename Visit>
  void ForEachChild(std::span<const int> parents, const float* beliefs, Workspace& work,
                    Visit&& visit) const {
    ForEachFamily(parents, [&](std::span<const int> some, const auto& children) {
      CopyParents(some, beliefs, work);
      hidden.Forward(work.parents.data(), work.gates.data(), work.scratch);
      for (const auto& [child, place] : children) visit(child, &work.gates[place * 4 * maps]);
    });
  }
};

// Forward and backward through a tree; states are numbered through its levels.
struct ConvLstm::TreePass {
  const Network& n;
  const SearchTree& tree;
  NamedTensors gradient = EmptyInVectors(n.padded);  // in vectors
  Workspace work{n.padded};
  std::vector<std::size_t> firsts;  // states of the levels
  AlignedFloats gates, memory, beliefs, memory_slopes, beliefs_slopes;

  TreePass(const Network& network, const SearchTree& searches)
      : n(network),
        tree(searches),
        gates(4 * n.maps * tree.States()),
        memory(n.StateMaps(tree.States())),
        beliefs(memory),
        memory_slopes(memory),
        beliefs_slopes(memory) {
    std::size_t first = 0;
    for (const SearchTree::Level& level : tree.levels) {
      firsts.push_back(first);
      first += level.inputs.size();
    }
  }

  void UpdateBeliefs() {
    for (std::size_t t = 0; t < tree.levels.size(); ++t) {
      const SearchTree::Level& level = tree.levels[t];
      const auto update = [&](std::size_t i, const float* from_beliefs, const float* before) {
        const std::size_t at = (firsts[t] + i) * n.maps;
        n.input.Forward(level.inputs[i], tree.task, std::span(gates).subspan(4 * at, 4 * n.maps));
        UpdateCells(n.blocks, from_beliefs, before, &gates[4 * at], &memory[at], &beliefs[at]);
      };
      if (t == 0) {
        for (std::size_t i = 0; i < level.inputs.size(); ++i) update(i, nullptr, nullptr);
        continue;
      }
      const std::size_t before = firsts[t - 1] * n.maps;
      n.ForEachChild(level.parents, &beliefs[before], work,
                     [&](std::size_t i, const float* from_beliefs) {
                       update(i, from_beliefs, &memory[before + level.parents[i] * n.maps]);
                     });
    }
  }

  // Logits, loss, and back to the beliefs' slopes.
  void Act(const Loss& loss) {
    std::vector<Gaze> gazes;
    for (const SearchTree::Level& level : tree.levels) {
      gazes.insert(gazes.end(), level.gazes.begin(), level.gazes.end());
    }
    Actor::Gradient sums(n.actor);
    Actor::Maps maps(n.padded.Actor1(), kActorBatch), maps_gradient(maps);
    std::vector<float> logits(kActorBatch * Grid::kCells), slopes(logits.size());
    n.ForEachActorBatch(
        gazes.size(), tree.task, [&](std::size_t first, std::span<const int> tasks) {
          n.actor.Forward(tasks, &beliefs[first * n.maps], maps, logits, work.scratch);
          std::ranges::fill(slopes, 0.0f);
          for (std::size_t i = 0; i < tasks.size(); ++i) {
            const auto own = std::span(logits).subspan(i * Grid::kCells, Grid::kCells);
            const auto slope = std::span(slopes).subspan(i * Grid::kCells, Grid::kCells);
            AddGazePrior(n.weights, tree.task, gazes[first + i], own);
            loss(first + i, own, slope);
            if (!n.padded.gaze_prior) continue;
            AddGazePriorGradient(slope, tree.task, gazes[first + i],
                                 gradient.at("gaze.saccade").values,
                                 gradient.at("gaze.place").values);
          }
          n.actor.Backward(tasks, &beliefs[first * n.maps], maps, slopes, maps_gradient,
                           &beliefs_slopes[first * n.maps], sums, work.scratch);
        });
    n.actor.AddGradient(sums, gradient);
  }

  void GoBack() {
    SparseGatesGradient input(n.padded.Input());
    AlignedFloats hidden(n.hidden.WeightGradientSize()), hidden_part(hidden);
    const auto back = [&](std::size_t t, std::size_t i, const float* before, float* from_beliefs) {
      const std::size_t at = (firsts[t] + i) * n.maps;
      UpdateCellsBackward(n.blocks, before, &memory[at], &beliefs_slopes[at], &gates[4 * at],
                          &memory_slopes[at], from_beliefs);
      input.Add(tree.levels[t].inputs[i], tree.task, std::span(gates).subspan(4 * at, 4 * n.maps));
    };
    for (std::size_t t = tree.levels.size(); t-- > 1;) {
      const std::size_t before = firsts[t - 1] * n.maps;
      n.ForEachFamily(tree.levels[t].parents, [&](std::span<const int> some, const auto& children) {
        std::ranges::fill(work.gates, 0.0f);
        for (const auto& [child, place] : children) {
          const std::size_t parent = before + some[place] * n.maps;
          back(t, child, &memory[parent], &work.gates[place * 4 * n.maps]);
          AddValues(std::span(memory_slopes).subspan((firsts[t] + child) * n.maps, n.maps),
                    &memory_slopes[parent]);
        }
        n.CopyParents(some, &beliefs[before], work);
        n.hidden.BackwardWeights(work.parents.data(), work.gates.data(), hidden_part, work.scratch);
        AddValues(hidden_part, hidden.data());
        n.hidden.BackwardData(work.gates.data(), work.parents.data(), work.scratch);
        for (std::size_t k = 0; k < some.size(); ++k) {
          AddValues(std::span(work.parents).subspan(k * n.maps, n.maps),
                    &beliefs_slopes[before + some[k] * n.maps]);
        }
      });
    }
    for (std::size_t i = 0; i < tree.levels[0].inputs.size(); ++i) back(0, i, nullptr, nullptr);
    n.hidden.AddWeightGradient(hidden, gradient.at(kHiddenWeight));
    input.AddTo(gradient.at(kInputWeight), gradient.at(kInputBias));
  }
};

int ConvLstm::Beliefs::size() const { return tensors_->size; }

std::vector<float> ConvLstm::Beliefs::Maps(int searcher) const {
  const int hidden = tensors_->hidden, padded = PadTo16(hidden);
  const float* from =
      &tensors_->beliefs[static_cast<std::size_t>(searcher) * padded * Grid::kCells];
  std::vector<float> maps;
  for (int map = 0; map < hidden; ++map) {
    const float* block = from + map / kLanes * Grid::kCells * kLanes + map % kLanes;
    for (int cell = 0; cell < Grid::kCells; ++cell) maps.push_back(block[cell * kLanes]);
  }
  return maps;
}

ConvLstm::ConvLstm(const NamedTensors& weights)
    : shape_(ConvLstmShapeOf(weights, "weights")),
      network_(std::make_unique<Network>(shape_, weights)) {}

ConvLstm::~ConvLstm() = default;
ConvLstm::ConvLstm(ConvLstm&&) noexcept = default;
ConvLstm& ConvLstm::operator=(ConvLstm&&) noexcept = default;

ConvLstm::Beliefs ConvLstm::Start(const SparseState& input, int task) const {
  const Network& n = *network_;
  const auto after = std::make_shared<Beliefs::Tensors>(
      Beliefs::Tensors{1, shape_.hidden, n.StateMaps(1), n.StateMaps(1)});
  AlignedFloats gates(4 * n.maps);
  n.input.Forward(input, task, gates);
  UpdateCells(n.blocks, nullptr, nullptr, gates.data(), after->memory.data(),
              after->beliefs.data());
  Beliefs beliefs;
  beliefs.tensors_ = after;
  return beliefs;
}

ConvLstm::Beliefs ConvLstm::Step(const Beliefs& before, std::span<const int> parents,
                                 std::span<const SparseState> inputs, int task) const {
  const Network& n = *network_;
  const auto after = std::make_shared<Beliefs::Tensors>(
      Beliefs::Tensors{static_cast<int>(inputs.size()), shape_.hidden, n.StateMaps(inputs.size()),
                       n.StateMaps(inputs.size())});
  Workspace work(n.padded);
  AlignedFloats gates(4 * n.maps);
  n.ForEachChild(parents, before.tensors_->beliefs.data(), work,
                 [&](std::size_t i, const float* from_beliefs) {
                   n.input.Forward(inputs[i], task, gates);
                   UpdateCells(n.blocks, from_beliefs,
                               &before.tensors_->memory[parents[i] * n.maps], gates.data(),
                               &after->memory[i * n.maps], &after->beliefs[i * n.maps]);
                 });
  Beliefs beliefs;
  beliefs.tensors_ = after;
  return beliefs;
}

std::vector<float> ConvLstm::Logits(const Beliefs& beliefs, int task,
                                    std::span<const Gaze> gazes) const {
  const Network& n = *network_;
  const std::size_t states = static_cast<std::size_t>(beliefs.size());
  std::vector<float> logits(states * Grid::kCells);
  Actor::Maps maps(n.padded.Actor1(), kActorBatch);
  DenseConv::Scratch scratch;
  n.ForEachActorBatch(states, task, [&](std::size_t first, std::span<const int> tasks) {
    n.actor.Forward(tasks, &beliefs.tensors_->beliefs[first * n.maps], maps,
                    std::span(logits).subspan(first * Grid::kCells), scratch);
  });
  for (std::size_t i = 0; i < gazes.size(); ++i) {
    AddGazePrior(n.weights, task, gazes[i],
                 std::span(logits).subspan(i * Grid::kCells, Grid::kCells));
  }
  return logits;
}

void ConvLstm::AddGradient(const SearchTree& tree, const Loss& loss, NamedTensors& gradient) const {
  TreePass pass(*network_, tree);
  pass.UpdateBeliefs();
  pass.Act(loss);
  pass.GoBack();
  ForEachRun(shape_, gradient,
             [&](const std::string& name, std::size_t there, std::size_t here, std::size_t count) {
               AddValues(std::span(pass.gradient.at(name).values).subspan(there, count),
                         &gradient.at(name).values[here]);
             });
}

}  // namespace saccade
