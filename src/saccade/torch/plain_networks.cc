#include "saccade/torch/plain_networks.h"

#include <torch/torch.h>

#include <limits>
#include <map>

#include "saccade/base/parallel.h"
#include "saccade/nn/landing.h"

namespace saccade::plain {
namespace {

namespace F = torch::nn::functional;
using Parameters = std::map<std::string, torch::Tensor>;

torch::Dtype TypeOf(Arithmetic arithmetic) {
  return arithmetic == Arithmetic::kDouble ? torch::kFloat64 : torch::kFloat32;
}

Parameters LoadParameters(const NamedTensors& weights, Arithmetic arithmetic, bool with_gradient) {
  torch::set_num_threads(Threads());
  Parameters parameters;
  for (const auto& [name, tensor] : weights) {
    parameters[name] = torch::from_blob(const_cast<float*>(tensor.values.data()), tensor.shape)
                           .to(TypeOf(arithmetic), false, true)
                           .set_requires_grad(with_gradient);
  }
  return parameters;
}

template <typename Sample>
torch::Tensor DenseStates(std::span<const Sample> samples, int channels, Arithmetic arithmetic) {
  torch::Tensor states =
      torch::zeros({static_cast<long>(samples.size()), channels, Grid::kRows, Grid::kColumns});
  float* data = states.data_ptr<float>();
  for (const Sample& sample : samples) {
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      for (const auto& [channel, value] : sample.state->At(cell)) {
        data[channel * Grid::kCells + cell] = value;
      }
    }
    data += channels * Grid::kCells;
  }
  return states.to(TypeOf(arithmetic));
}

template <typename Sample>
torch::Tensor OneHotTasks(std::span<const Sample> samples, Arithmetic arithmetic) {
  torch::Tensor tasks = torch::zeros({static_cast<long>(samples.size()), kTasks});
  for (std::size_t i = 0; i < samples.size(); ++i) {
    tasks[static_cast<long>(i)][samples[i].task] = 1;
  }
  return tasks.to(TypeOf(arithmetic));
}

torch::Tensor WithTaskMaps(const torch::Tensor& maps, const torch::Tensor& tasks) {
  return torch::cat(
      {maps, tasks.unsqueeze(-1).unsqueeze(-1).expand({-1, -1, maps.size(2), maps.size(3)})}, 1);
}

torch::Tensor Conv(const Parameters& p, const std::string& name, const torch::Tensor& maps,
                   const torch::Tensor& tasks, int padding) {
  return torch::conv2d(WithTaskMaps(maps, tasks), p.at(name + ".weight"), p.at(name + ".bias"), 1,
                       padding);
}

struct PolicyTensors {
  torch::Tensor logits, values;
};

// Appendix, "Implementation details": kernels 5, 3, 3, 1 with padding 2, 1, 1, 0.
PolicyTensors Policy(const Parameters& p, const torch::Tensor& states, const torch::Tensor& tasks,
                     bool with_value) {
  const torch::Tensor features = torch::relu(Conv(p, "feat_enc", states, tasks, 2));
  torch::Tensor x = torch::relu(Conv(p, "actor1", features, tasks, 1));
  x = torch::relu(Conv(p, "actor2", x, tasks, 1));
  PolicyTensors out;
  out.logits = Conv(p, "actor3", x, tasks, 0).flatten(1);
  if (!with_value) return out;
  torch::Tensor v = torch::max_pool2d(torch::relu(Conv(p, "critic0", features, tasks, 0)), 2);
  v = torch::max_pool2d(torch::relu(Conv(p, "critic1", v, tasks, 0)), 2);
  v = torch::cat({v.mean({2, 3}), tasks}, 1);
  v = torch::relu(torch::linear(v, p.at("critic2.weight"), p.at("critic2.bias")));
  out.values = torch::linear(v, p.at("critic3.weight"), p.at("critic3.bias")).squeeze(1);
  return out;
}

torch::Tensor DiscriminatorMaps(const Parameters& p, const torch::Tensor& states,
                                const torch::Tensor& tasks) {
  const int padding = static_cast<int>(p.at("conv1.weight").size(2)) / 2;
  torch::Tensor x = torch::relu(Conv(p, "conv1", states, tasks, padding));
  x = torch::relu(Conv(p, "conv2", x, tasks, 1));
  x = torch::relu(Conv(p, "conv3", x, tasks, 1));
  return Conv(p, "conv4", x, tasks, 0).flatten(1);
}

// gaze_prior.h, by slicing: the table of saccades, shifted so that the current fixation is its
// middle, and the target's map of places.
torch::Tensor GazePriors(const Parameters& p, std::span<const PolicyInput> inputs,
                         Arithmetic arithmetic) {
  std::vector<torch::Tensor> priors;
  for (const PolicyInput& input : inputs) {
    if (input.gaze.cell < 0 || !p.contains("gaze.saccade")) {
      priors.push_back(torch::zeros({Grid::kCells}, TypeOf(arithmetic)));
      continue;
    }
    const Cell at = Grid::At(input.gaze.cell);
    const torch::Tensor saccades = p.at("gaze.saccade")[input.gaze.first ? 0 : 1]
                                       .narrow(0, Grid::kRows - 1 - at.row, Grid::kRows)
                                       .narrow(1, Grid::kColumns - 1 - at.column, Grid::kColumns);
    priors.push_back((saccades + p.at("gaze.place")[input.task]).flatten());
  }
  return torch::stack(priors);
}

// landing.h, with the whole matrix from goals to cells: log of its product with the softmax.
torch::Tensor LandingLogits(const Parameters& p, std::span<const PolicyInput> inputs,
                            const torch::Tensor& logits, Arithmetic arithmetic) {
  if (!p.contains("gaze.gain")) return logits;
  const torch::Tensor weights = torch::softmax(p.at("gaze.gain"), 2);
  std::vector<torch::Tensor> landed;
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const torch::Tensor own = logits[static_cast<std::int64_t>(n)];
    const Gaze& gaze = inputs[n].gaze;
    if (gaze.cell < 0) {
      landed.push_back(own);
      continue;
    }
    const Cell from = Grid::At(gaze.cell);
    torch::Tensor sum = torch::zeros({Grid::kCells}, TypeOf(arithmetic));
    for (std::size_t i = 0; i < kGains.size(); ++i) {
      torch::Tensor spread = torch::zeros({Grid::kCells, Grid::kCells}, torch::kFloat64);
      std::vector<std::int64_t> bins;
      auto share = spread.accessor<double, 2>();
      for (int goal = 0; goal < Grid::kCells; ++goal) {
        const Cell at = Grid::At(goal);
        bins.push_back(GainBin(from, at));
        const double x = from.column + kGains[i] * (at.column - from.column);
        const double y = from.row + kGains[i] * (at.row - from.row);
        for (int cell = 0; cell < Grid::kCells; ++cell) {
          const Cell to = Grid::At(cell);
          share[cell][goal] =
              std::max(0.0, 1 - std::abs(to.column - x)) * std::max(0.0, 1 - std::abs(to.row - y));
        }
      }
      const torch::Tensor mass =
          torch::softmax(own, 0) * weights[gaze.first ? 0 : 1]
                                       .index_select(0, torch::tensor(bins))
                                       .select(1, static_cast<std::int64_t>(i));
      sum = sum + torch::mv(spread.to(TypeOf(arithmetic)), mass);
    }
    landed.push_back(sum.log());
  }
  return torch::stack(landed);
}

std::vector<float> ToVector(const torch::Tensor& tensor) {
  const torch::Tensor plain = tensor.detach().to(torch::kFloat32).contiguous();
  return {plain.data_ptr<float>(), plain.data_ptr<float>() + plain.numel()};
}

NamedTensors Gradients(const Parameters& parameters) {
  NamedTensors gradients;
  for (const auto& [name, tensor] : parameters) {
    const torch::Tensor gradient =
        tensor.grad().defined() ? tensor.grad() : torch::zeros_like(tensor);
    gradients[name] = {tensor.sizes().vec(), ToVector(gradient)};
  }
  return gradients;
}

template <typename Sample>
torch::Tensor Actions(std::span<const Sample> samples) {
  std::vector<std::int64_t> actions;
  for (const Sample& sample : samples) actions.push_back(sample.action);
  return torch::tensor(actions).unsqueeze(1);
}

torch::Tensor AtActions(const torch::Tensor& maps, std::span<const StateAction> pairs) {
  return maps.gather(1, Actions(pairs)).squeeze(1);
}

// ||grad_s D|| penalties of design, section 2. With create_graph, so that they can be learned from.
torch::Tensor Penalty(const torch::Tensor& slope, GradientPenalty kind) {
  if (kind == GradientPenalty::kSquaredNorm) return slope.pow(2).sum({1, 2, 3}).mean();
  const torch::Tensor squares = slope.pow(2).sum(1);
  // The norm with subgradient 0 at 0.
  const torch::Tensor norm = torch::where(
      squares > 0, torch::where(squares > 0, squares, torch::ones_like(squares)).sqrt(),
      torch::zeros_like(squares));
  return (norm - 1).pow(2).mean();
}

}  // namespace

PolicyOutputs EvaluatePolicy(const NamedTensors& weights, std::span<const PolicyInput> inputs,
                             bool with_value) {
  const torch::NoGradGuard no_gradient;
  const Parameters p = LoadParameters(weights, Arithmetic::kFloat, false);
  const int channels = static_cast<int>(p.at("feat_enc.weight").size(1)) - kTasks;
  const PolicyTensors out = Policy(p, DenseStates(inputs, channels, Arithmetic::kFloat),
                                   OneHotTasks(inputs, Arithmetic::kFloat), with_value);
  const torch::Tensor goals = out.logits + GazePriors(p, inputs, Arithmetic::kFloat);
  return {ToVector(LandingLogits(p, inputs, goals, Arithmetic::kFloat)),
          with_value ? ToVector(out.values) : std::vector<float>()};
}

std::vector<float> EvaluateDiscriminator(const NamedTensors& weights,
                                         std::span<const PolicyInput> inputs) {
  const torch::NoGradGuard no_gradient;
  const Parameters p = LoadParameters(weights, Arithmetic::kFloat, false);
  const int channels = static_cast<int>(p.at("conv1.weight").size(1)) - kTasks;
  return ToVector(DiscriminatorMaps(p, DenseStates(inputs, channels, Arithmetic::kFloat),
                                    OneHotTasks(inputs, Arithmetic::kFloat)));
}

PpoResult PpoGradient(const NamedTensors& weights, std::span<const PpoSample> batch,
                      const PpoOptions& options, Arithmetic arithmetic) {
  const Parameters p = LoadParameters(weights, arithmetic, true);
  const int channels = static_cast<int>(p.at("feat_enc.weight").size(1)) - kTasks;
  std::vector<PolicyInput> inputs;
  std::vector<double> old_log_probability, advantage, target_value;
  torch::Tensor closed =
      torch::zeros({static_cast<std::int64_t>(batch.size()), Grid::kCells}, torch::kBool);
  for (const PpoSample& sample : batch) {
    sample.closed.ForEach(
        [&](int cell) { closed[static_cast<std::int64_t>(inputs.size())][cell] = true; });
    inputs.push_back(sample.input);
    old_log_probability.push_back(sample.old_log_probability);
    advantage.push_back(sample.advantage);
    target_value.push_back(sample.target_value);
  }
  const auto column = [&](const std::vector<double>& values) {
    return torch::tensor(values, torch::kFloat64).to(TypeOf(arithmetic));
  };
  const std::span<const PolicyInput> view(inputs);
  const PolicyTensors out =
      Policy(p, DenseStates(view, channels, arithmetic), OneHotTasks(view, arithmetic), true);
  const torch::Tensor goals = out.logits + GazePriors(p, view, arithmetic);
  const torch::Tensor logits = LandingLogits(p, view, goals, arithmetic);
  const torch::Tensor log_map = torch::log_softmax(logits, 1);
  const torch::Tensor open =
      torch::log_softmax(logits.masked_fill(closed, -std::numeric_limits<double>::infinity()), 1);
  // PyTorch's Categorical clamps probabilities; its gradient is 0 where it does.
  const double floor = options.probability_floor;
  const auto clamped = [&](const torch::Tensor& log) {
    return floor == 0 ? log : log.exp().clamp(floor, 1 - floor).log();
  };
  const torch::Tensor log_p = clamped(open.gather(1, Actions(batch)).squeeze(1));
  const torch::Tensor ratio = (log_p - column(old_log_probability)).exp();
  const torch::Tensor clipped = ratio.clamp(1 - options.clip, 1 + options.clip);
  const torch::Tensor a = column(advantage);
  const torch::Tensor policy_loss = -torch::min(ratio * a, clipped * a).mean();
  const torch::Tensor value_loss = F::smooth_l1_loss(out.values, column(target_value));
  const torch::Tensor entropy = -(log_map.exp() * clamped(log_map)).sum(1).mean();
  (policy_loss + options.value_weight * value_loss - options.entropy_weight * entropy).backward();
  PpoResult result;
  result.losses = {.policy = policy_loss.item<double>(),
                   .value = value_loss.item<double>(),
                   .entropy = entropy.item<double>(),
                   .clipped = (ratio != clipped).to(torch::kFloat32).mean().item<double>()};
  result.gradient = Gradients(p);
  return result;
}

DiscriminatorResult DiscriminatorGradient(const NamedTensors& weights,
                                          const DiscriminatorPairs& real,
                                          const DiscriminatorPairs& fake,
                                          const saccade::DiscriminatorGradient::Options& options,
                                          Arithmetic arithmetic) {
  const Parameters p = LoadParameters(weights, arithmetic, true);
  const int channels = static_cast<int>(p.at("conv1.weight").size(1)) - kTasks;
  const torch::Tensor real_states =
      DenseStates(real.pairs, channels, arithmetic).set_requires_grad(true);
  const torch::Tensor fake_states = DenseStates(fake.pairs, channels, arithmetic);
  const auto logits_of = [&](const torch::Tensor& states, const DiscriminatorPairs& pairs) {
    std::vector<double> offsets;
    for (std::size_t i = 0; i < pairs.size(); ++i) offsets.push_back(pairs.Offset(i));
    return AtActions(DiscriminatorMaps(p, states, OneHotTasks(pairs.pairs, arithmetic)),
                     pairs.pairs) +
           torch::tensor(offsets, torch::kFloat64).to(TypeOf(arithmetic));
  };
  const torch::Tensor real_logits = logits_of(real_states, real);
  const torch::Tensor fake_logits = logits_of(fake_states, fake);
  const torch::Tensor slope =
      torch::autograd::grad({torch::sigmoid(real_logits).sum()}, {real_states}, {}, true, true)[0];
  const torch::Tensor real_loss = -torch::log_sigmoid(real_logits).mean();
  const torch::Tensor fake_loss = -torch::log_sigmoid(-fake_logits).mean();
  const torch::Tensor penalty = options.penalty_factor * Penalty(slope, options.penalty);
  (real_loss + fake_loss + penalty).backward();
  DiscriminatorResult result;
  result.losses = {.real = real_loss.item<double>(),
                   .fake = fake_loss.item<double>(),
                   .penalty = penalty.item<double>(),
                   .real_accuracy = (real_logits > 0).to(torch::kFloat32).mean().item<double>(),
                   .fake_accuracy = (fake_logits < 0).to(torch::kFloat32).mean().item<double>(),
                   .real_mean = torch::sigmoid(real_logits).mean().item<double>(),
                   .fake_mean = torch::sigmoid(fake_logits).mean().item<double>()};
  result.gradient = Gradients(p);
  result.input_gradient = ToVector(slope);
  return result;
}

ConvLstmResult ConvLstmGradient(const NamedTensors& weights, const SearchTree& tree,
                                const ConvLstm::Loss& loss, Arithmetic arithmetic) {
  const Parameters p = LoadParameters(weights, arithmetic, true);
  const int channels = static_cast<int>(p.at("lstm_input.weight").size(1)) - kTasks;
  std::vector<PolicyInput> inputs;
  std::vector<torch::Tensor> beliefs, memories;  // of the levels
  for (const SearchTree::Level& level : tree.levels) {
    const std::size_t first = inputs.size();
    for (std::size_t i = 0; i < level.inputs.size(); ++i) {
      inputs.push_back({std::make_shared<SparseState>(level.inputs[i]), tree.task, level.gazes[i]});
    }
    const auto own = std::span<const PolicyInput>(inputs).subspan(first);
    torch::Tensor gates = Conv(p, "lstm_input", DenseStates(own, channels, arithmetic),
                               OneHotTasks(own, arithmetic), 2);
    torch::Tensor before = torch::zeros({1}, TypeOf(arithmetic));
    if (first > 0) {
      const torch::Tensor parents = torch::tensor(
          std::vector<std::int64_t>(level.parents.begin(), level.parents.end()), torch::kInt64);
      gates = gates + torch::conv2d(beliefs.back().index_select(0, parents),
                                    p.at("lstm_hidden.weight"), {}, 1, 1);
      before = memories.back().index_select(0, parents);
    }
    const std::vector<torch::Tensor> part = gates.chunk(4, 1);
    memories.push_back(torch::sigmoid(part[1]) * before +
                       torch::sigmoid(part[0]) * torch::tanh(part[2]));
    beliefs.push_back(torch::sigmoid(part[3]) * torch::tanh(memories.back()));
  }
  const std::span<const PolicyInput> all(inputs);
  const torch::Tensor tasks = OneHotTasks(all, arithmetic), states = torch::cat(beliefs);
  torch::Tensor x = torch::relu(Conv(p, "actor1", states, tasks, 1));
  x = torch::relu(Conv(p, "actor2", x, tasks, 1));
  const torch::Tensor logits =
      Conv(p, "actor3", x, tasks, 0).flatten(1) + GazePriors(p, all, arithmetic);

  ConvLstmResult result{ToVector(states), ToVector(logits), {}};
  std::vector<float> slopes(result.logits.size());
  for (std::size_t state = 0; state < inputs.size(); ++state) {
    loss(state, std::span(result.logits).subspan(state * Grid::kCells, Grid::kCells),
         std::span(slopes).subspan(state * Grid::kCells, Grid::kCells));
  }
  logits.backward(torch::tensor(slopes).view(logits.sizes()).to(TypeOf(arithmetic)));
  result.gradient = Gradients(p);
  return result;
}

}  // namespace saccade::plain
