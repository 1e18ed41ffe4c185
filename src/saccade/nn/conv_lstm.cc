#include "saccade/nn/conv_lstm.h"

#include <omp.h>
#include <torch/torch.h>

#include <cmath>

#include "saccade/base/error.h"
#include "saccade/nn/sparse_gates.h"

namespace saccade {
namespace {

constexpr const char* kHiddenWeight = "lstm_hidden.weight";
constexpr const char* kInputWeight = "lstm_input.weight";
constexpr const char* kInputBias = "lstm_input.bias";

void AddTensor(NamedTensors& tensors, const std::string& name, std::vector<std::int64_t> shape) {
  const std::size_t count = static_cast<std::size_t>(ElementCount(shape));
  tensors[name] = {std::move(shape), std::vector<float>(count)};
}

// One call, one thread: libtorch and oneDNN must not start others, whose number would change the
// order of sums.
void StayOnThisThread() {
  if (torch::get_num_threads() != 1) torch::set_num_threads(1);
  omp_set_num_threads(1);
}

// The parameters that libtorch differentiates; the sparse input convolution carries its own
// gradient.
using Parameters = std::map<std::string, torch::Tensor>;

struct CellState {
  torch::Tensor beliefs, memory;  // B and c: [searcher][hidden][row][column]
};

// The gate equations (conv_lstm.h). `input` is U * I + b; no `before` means zeros.
CellState Update(const Parameters& p, const torch::Tensor& input, const CellState* before) {
  torch::Tensor gates = input;
  if (before != nullptr) {
    gates = gates + torch::conv2d(before->beliefs, p.at(kHiddenWeight), {}, 1, 1);
  }
  const std::vector<torch::Tensor> part = gates.chunk(4, 1);
  torch::Tensor memory = torch::sigmoid(part[0]) * torch::tanh(part[2]);
  if (before != nullptr) memory = memory + torch::sigmoid(part[1]) * before->memory;
  return {torch::sigmoid(part[3]) * torch::tanh(memory), memory};
}

CellState Select(const CellState& from, std::span<const int> places) {
  const torch::Tensor index =
      torch::tensor(std::vector<std::int64_t>(places.begin(), places.end()), torch::kInt64);
  return {from.beliefs.index_select(0, index), from.memory.index_select(0, index)};
}

// A convolution whose task maps are constant: their share is one map for all searchers, the
// convolution of a map of ones with the task's own kernel.
torch::Tensor TaskConv(const Parameters& p, const ConvShape& conv, const torch::Tensor& maps,
                       int task) {
  const torch::Tensor& weight = p.at(conv.name + ".weight");
  const torch::Tensor ones = torch::ones({1, 1, Grid::kRows, Grid::kColumns});
  return torch::conv2d(maps, weight.narrow(1, 0, conv.in), {}, 1, conv.padding) +
         torch::conv2d(ones, weight.narrow(1, conv.in + task, 1), p.at(conv.name + ".bias"), 1,
                       conv.padding);
}

torch::Tensor ActorLogits(const Parameters& p, const ConvLstmShape& shape,
                          const torch::Tensor& beliefs, int task) {
  torch::Tensor x = torch::relu(TaskConv(p, shape.Actor1(), beliefs, task));
  x = torch::relu(TaskConv(p, shape.Actor2(), x, task));
  return TaskConv(p, shape.Actor3(), x, task).flatten(1).contiguous();
}

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

struct ConvLstm::Beliefs::Tensors : CellState {};

struct ConvLstm::Network {
  ConvLstmShape shape;
  NamedTensors gaze;  // the prior's tables, or nothing
  SparseGates gates;
  Parameters parameters;

  Network(const ConvLstmShape& network_shape, const NamedTensors& weights)
      : shape(network_shape),
        gates(shape.Input(), weights.at(kInputWeight), weights.at(kInputBias)) {
    for (const auto& [name, tensor] : weights) {
      if (name.starts_with("gaze.")) {
        gaze[name] = tensor;
      } else if (name != kInputWeight && name != kInputBias) {
        parameters[name] =
            torch::from_blob(const_cast<float*>(tensor.values.data()), tensor.shape).clone();
      }
    }
  }

  // U * I + b of some inputs, [input][4h][row][column] with the maps of a cell side by side in
  // memory, as the table's rows are.
  torch::Tensor InputGates(std::span<const SparseState> inputs, int task) const {
    torch::Tensor out = torch::empty(
        {static_cast<long>(inputs.size()), Grid::kRows, Grid::kColumns, 4 * shape.hidden});
    const std::size_t size = static_cast<std::size_t>(Grid::kCells) * 4 * shape.hidden;
    float* data = out.data_ptr<float>();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      gates.Forward(inputs[i], task, {data + i * size, size});
    }
    return out.permute({0, 3, 1, 2});
  }
};

int ConvLstm::Beliefs::size() const { return static_cast<int>(tensors_->beliefs.size(0)); }

std::vector<float> ConvLstm::Beliefs::Maps(int searcher) const {
  const torch::Tensor maps = tensors_->beliefs[searcher].contiguous();
  return {maps.data_ptr<float>(), maps.data_ptr<float>() + maps.numel()};
}

ConvLstm::ConvLstm(const NamedTensors& weights)
    : shape_(ConvLstmShapeOf(weights, "weights")),
      network_(std::make_unique<Network>(shape_, weights)) {}

ConvLstm::~ConvLstm() = default;
ConvLstm::ConvLstm(ConvLstm&&) noexcept = default;
ConvLstm& ConvLstm::operator=(ConvLstm&&) noexcept = default;

ConvLstm::Beliefs ConvLstm::Start(const SparseState& input, int task) const {
  StayOnThisThread();
  const torch::NoGradGuard no_gradient;
  Beliefs beliefs;
  const torch::Tensor gates = network_->InputGates({&input, 1}, task);
  beliefs.tensors_ = std::make_shared<const Beliefs::Tensors>(
      Beliefs::Tensors{Update(network_->parameters, gates, nullptr)});
  return beliefs;
}

ConvLstm::Beliefs ConvLstm::Step(const Beliefs& before, std::span<const int> parents,
                                 std::span<const SparseState> inputs, int task) const {
  StayOnThisThread();
  const torch::NoGradGuard no_gradient;
  Beliefs beliefs;
  const CellState selected = Select(*before.tensors_, parents);
  const torch::Tensor gates = network_->InputGates(inputs, task);
  beliefs.tensors_ = std::make_shared<const Beliefs::Tensors>(
      Beliefs::Tensors{Update(network_->parameters, gates, &selected)});
  return beliefs;
}

std::vector<float> ConvLstm::Logits(const Beliefs& beliefs, int task,
                                    std::span<const Gaze> gazes) const {
  StayOnThisThread();
  const torch::NoGradGuard no_gradient;
  const torch::Tensor maps =
      ActorLogits(network_->parameters, shape_, beliefs.tensors_->beliefs, task);
  std::vector<float> logits(maps.data_ptr<float>(), maps.data_ptr<float>() + maps.numel());
  for (std::size_t i = 0; i < gazes.size(); ++i) {
    AddGazePrior(network_->gaze, task, gazes[i],
                 std::span(logits).subspan(i * Grid::kCells, Grid::kCells));
  }
  return logits;
}

void ConvLstm::AddGradient(const SearchTree& tree, const Loss& loss, NamedTensors& gradient) const {
  StayOnThisThread();
  Parameters p;
  for (const auto& [name, tensor] : network_->parameters) {
    p[name] = tensor.detach().set_requires_grad(true);
  }
  std::vector<torch::Tensor> inputs, beliefs;
  CellState before;
  for (const SearchTree::Level& level : tree.levels) {
    inputs.push_back(network_->InputGates(level.inputs, tree.task).set_requires_grad(true));
    if (beliefs.empty()) {
      before = Update(p, inputs.back(), nullptr);
    } else {
      const CellState selected = Select(before, level.parents);
      before = Update(p, inputs.back(), &selected);
    }
    beliefs.push_back(before.beliefs);
  }
  // The actor looks at all states at once: larger batches are faster.
  const torch::Tensor maps = ActorLogits(p, shape_, torch::cat(beliefs), tree.task);

  std::vector<float> logits(maps.data_ptr<float>(), maps.data_ptr<float>() + maps.numel());
  torch::Tensor maps_gradient = torch::zeros_like(maps);
  const std::span<float> slopes(maps_gradient.data_ptr<float>(), logits.size());
  std::size_t state = 0;
  for (const SearchTree::Level& level : tree.levels) {
    for (const Gaze& gaze : level.gazes) {
      const std::size_t first = state * Grid::kCells;
      const auto own = std::span(logits).subspan(first, Grid::kCells);
      AddGazePrior(network_->gaze, tree.task, gaze, own);
      loss(state++, own, slopes.subspan(first, Grid::kCells));
      if (!shape_.gaze_prior) continue;
      AddGazePriorGradient(slopes.subspan(first, Grid::kCells), tree.task, gaze,
                           gradient.at("gaze.saccade").values, gradient.at("gaze.place").values);
    }
  }
  maps.backward(maps_gradient);

  for (const auto& [name, tensor] : p) {
    // A tree of one level never used the hidden weights.
    if (!tensor.grad().defined()) continue;
    const torch::Tensor plain = tensor.grad().contiguous();
    const float* from = plain.data_ptr<float>();
    for (float& value : gradient.at(name).values) value += *from++;
  }
  SparseGatesGradient gates(shape_.Input());
  const std::size_t size = static_cast<std::size_t>(Grid::kCells) * 4 * shape_.hidden;
  for (std::size_t t = 0; t < tree.levels.size(); ++t) {
    const torch::Tensor slope = inputs[t].grad().permute({0, 2, 3, 1}).contiguous();
    for (std::size_t i = 0; i < tree.levels[t].inputs.size(); ++i) {
      gates.Add(tree.levels[t].inputs[i], tree.task, {slope.data_ptr<float>() + i * size, size});
    }
  }
  gates.AddTo(gradient.at(kInputWeight), gradient.at(kInputBias));
}

}  // namespace saccade
