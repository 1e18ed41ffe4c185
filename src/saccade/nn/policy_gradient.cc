#include "saccade/nn/policy_gradient.h"

#include <algorithm>
#include <array>
#include <optional>

#include "saccade/base/parallel.h"
#include "saccade/kernels/pooled_conv.h"
#include "saccade/kernels/sparse_conv.h"
#include "saccade/kernels/sums.h"
#include "saccade/kernels/task_conv.h"
#include "saccade/nn/actor.h"
#include "saccade/nn/landing.h"

namespace saccade {
namespace {

constexpr int kSamples = PolicyGradient::kPartSize;
constexpr int kFeatures = PolicyShape::kCriticFeatures;
constexpr int kHidden = PolicyShape::kCriticHidden;
constexpr int kPool1Rows = 3, kPool1Columns = 6;

// The task table's gradient of a layer without padding: every cell is of the same case.
void AddTotals(std::span<const int> tasks, const PoolWinners& winners, TaskBiasGradient& sums) {
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    float* to = sums.At(tasks[n], 0, 0);
    for (const float total : winners.Totals(static_cast<int>(n))) *to++ += total;
  }
}

}  // namespace

// The layers at the current weights.
struct PolicyGradient::Networks {
  Actor actor;
  TaskConv critic0, critic1;
  PooledConv pooled0, pooled1;  // critic0 and critic1 backward
  std::optional<SparseConv> feat_enc;
  const HostTensor *critic2 = nullptr, *critic2_bias = nullptr;
  const HostTensor *critic3 = nullptr, *critic3_bias = nullptr;
  std::optional<Landing> landing;
  const NamedTensors* all = nullptr;

  explicit Networks(const PolicyShape& shape)
      : actor(shape.Actor1(), kSamples),
        critic0(shape.Critic0(), kSamples),
        critic1(shape.Critic1(), kSamples),
        pooled0(shape.Critic0()),
        pooled1(shape.Critic1()) {}

  void SetWeights(const PolicyShape& shape, const NamedTensors& weights) {
    const auto weight = [&](const char* name) -> const HostTensor& {
      return weights.at(std::string(name) + ".weight");
    };
    const auto bias = [&](const char* name) -> const HostTensor& {
      return weights.at(std::string(name) + ".bias");
    };
    // The parts that take longest first; each is independent of the others.
    ParallelFor(4, [&](std::size_t i) {
      switch (i) {
        case 0:
          feat_enc.emplace(shape.FeatEnc(), weight("feat_enc"), bias("feat_enc"));
          break;
        case 1:
          critic1.SetWeights(weights);
          pooled1.SetWeights(weight("critic1"));
          break;
        case 2:
          critic0.SetWeights(weights);
          pooled0.SetWeights(weight("critic0"));
          break;
        default:
          actor.SetWeights(weights);
      }
    });
    landing.emplace(weights);
    all = &weights;
    critic2 = &weight("critic2");
    critic2_bias = &bias("critic2");
    critic3 = &weight("critic3");
    critic3_bias = &bias("critic3");
  }
};

// The sums of one part.
struct PolicyGradient::Part {
  SparseConvGradient feat_enc;
  TaskBiasGradient feat_task, critic0_task, critic1_task;
  Actor::Gradient actor;
  AlignedFloats critic0, critic1;  // in PooledConv's order
  std::vector<float> critic2;
  std::array<float, kHidden> critic2_bias{}, critic3{};
  float critic3_bias = 0;
  std::vector<float> gaze_saccade, gaze_place, gaze_gain;  // empty without gaze prior

  Part(const PolicyShape& shape, const Networks& networks)
      : feat_enc(shape.FeatEnc()),
        feat_task(shape.FeatEnc()),
        critic0_task(shape.Critic0()),
        critic1_task(shape.Critic1()),
        actor(networks.actor),
        critic0(networks.pooled0.WeightGradientSize()),
        critic1(networks.pooled1.WeightGradientSize()),
        critic2(kHidden * (kFeatures + kTasks)) {
    if (!shape.gaze_prior) return;
    gaze_saccade.resize(2 * kSaccadeRows * kSaccadeColumns);
    gaze_place.resize(kTasks * Grid::kCells);
    gaze_gain.resize(2 * kGainBins * kGains.size());
  }

  void Clear() {
    feat_enc.Clear();
    for (auto* task : {&feat_task, &critic0_task, &critic1_task}) task->Clear();
    actor.Clear();
    for (auto* sums : {&critic0, &critic1}) std::ranges::fill(*sums, 0.0f);
    for (auto* sums : {&critic2, &gaze_saccade, &gaze_place, &gaze_gain})
      std::ranges::fill(*sums, 0.0f);
    critic2_bias.fill(0);
    critic3.fill(0);
    critic3_bias = 0;
  }

  void Add(const Part& other) {
    const auto add = [](auto& to, const auto& from) { AddValues(from, to.data()); };
    feat_enc.Add(other.feat_enc);
    feat_task.Add(other.feat_task);
    critic0_task.Add(other.critic0_task);
    critic1_task.Add(other.critic1_task);
    actor.Add(other.actor);
    add(critic0, other.critic0);
    add(critic1, other.critic1);
    add(critic2, other.critic2);
    add(critic2_bias, other.critic2_bias);
    add(critic3, other.critic3);
    add(gaze_saccade, other.gaze_saccade);
    add(gaze_place, other.gaze_place);
    add(gaze_gain, other.gaze_gain);
    critic3_bias += other.critic3_bias;
  }
};

// The activations and gradients of the part that a thread works on.
struct PolicyGradient::Workspace {
  BlockedMaps feat{kSamples, 128, 20, 32}, feat_gradient{kSamples, 128, 20, 32};
  Actor::Maps actor{PolicyShape{}.Actor1(), kSamples}, actor_gradient{actor};
  BlockedMaps critic0{kSamples, 128, 18, 30};
  BlockedMaps pool0{kSamples, 128, 9, 15}, pool0_gradient{kSamples, 128, 9, 15};
  BlockedMaps critic1{kSamples, 256, 7, 13};
  BlockedMaps pool1{kSamples, 256, kPool1Rows, kPool1Columns};
  BlockedMaps pool1_gradient{kSamples, 256, kPool1Rows, kPool1Columns};
  PoolWinners winners0{PolicyShape{}.Critic0(), kSamples};
  PoolWinners winners1{PolicyShape{}.Critic1(), kSamples};
  std::vector<float> logits = std::vector<float>(kSamples * Grid::kCells);
  std::vector<float> logit_gradients = std::vector<float>(kSamples * Grid::kCells);
  std::vector<float> goals = std::vector<float>(kSamples * Grid::kCells);
  std::vector<float> features = std::vector<float>(kSamples * kFeatures);
  std::vector<float> hidden = std::vector<float>(kSamples * kHidden);
  std::array<float, kSamples> value_gradients{};
  std::vector<int> tasks;  // of the samples
  DenseConv::Scratch scratch;

  void Logits(std::span<const PolicyInput> inputs, const Networks& networks);
  float Value(int sample, int task, const Networks& networks);
  void ActorBackward(std::span<const PolicyInput> inputs, const Networks& networks, Part& part);
  void CriticBackward(std::span<const PolicyInput> inputs, const Networks& networks, Part& part);
};

// The actor, the gaze prior and the landing.
void PolicyGradient::Workspace::Logits(std::span<const PolicyInput> inputs,
                                       const Networks& networks) {
  networks.actor.Forward(tasks, feat.values.data(), actor, logits, scratch);
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const auto own = std::span(logits).subspan(n * Grid::kCells, Grid::kCells);
    AddGazePrior(*networks.all, inputs[n].task, inputs[n].gaze, own);
    networks.landing->Forward(inputs[n].gaze, own,
                              std::span(goals).subspan(n * Grid::kCells, Grid::kCells));
  }
}

// Mean over space, then critic2 and critic3.
float PolicyGradient::Workspace::Value(int sample, int task, const Networks& networks) {
  constexpr float kShare = 1.0f / (kPool1Rows * kPool1Columns);
  float* mean = &features[sample * kFeatures];
  for (int block = 0; block < pool1.blocks; ++block) {
    float* to = mean + block * kLanes;
    std::fill_n(to, kLanes, 0.0f);
    for (int i = 0; i < kPool1Rows * kPool1Columns; ++i) {
      const float* maps = pool1.At(sample, block, 0, 0) + i * kLanes;
      for (int lane = 0; lane < kLanes; ++lane) to[lane] += maps[lane];
    }
    for (int lane = 0; lane < kLanes; ++lane) to[lane] *= kShare;
  }
  float value = networks.critic3_bias->values[0];
  for (int h = 0; h < kHidden; ++h) {
    const float* weight = &networks.critic2->values[h * (kFeatures + kTasks)];
    const float z =
        Dot(networks.critic2_bias->values[h] + weight[kFeatures + task], {weight, kFeatures}, mean);
    hidden[sample * kHidden + h] = std::max(z, 0.0f);
    value += networks.critic3->values[h] * std::max(z, 0.0f);
  }
  return value;
}

void PolicyGradient::Workspace::ActorBackward(std::span<const PolicyInput> inputs,
                                              const Networks& networks, Part& part) {
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const std::size_t first = n * Grid::kCells;
    const auto gradients = std::span(logit_gradients).subspan(first, Grid::kCells);
    networks.landing->Backward(inputs[n].gaze, std::span(logits).subspan(first, Grid::kCells),
                               std::span(goals).subspan(first, Grid::kCells), gradients,
                               part.gaze_gain);
    if (part.gaze_saccade.empty()) continue;
    AddGazePriorGradient(gradients, inputs[n].task, inputs[n].gaze, part.gaze_saccade,
                         part.gaze_place);
  }
  networks.actor.Backward(tasks, feat.values.data(), actor, logit_gradients, actor_gradient,
                          feat_gradient.values.data(), part.actor, scratch);
}

void PolicyGradient::Workspace::CriticBackward(std::span<const PolicyInput> inputs,
                                               const Networks& networks, Part& part) {
  constexpr float kShare = 1.0f / (kPool1Rows * kPool1Columns);
  std::ranges::fill(pool1_gradient.values, 0.0f);
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const float dvalue = value_gradients[n];
    const float* mean = &features[n * kFeatures];
    std::array<float, kFeatures> mean_gradient{};
    part.critic3_bias += dvalue;
    for (int h = 0; h < kHidden; ++h) {
      const float active = hidden[n * kHidden + h];
      part.critic3[h] += dvalue * active;
      if (!(active > 0)) continue;
      const float dz = dvalue * networks.critic3->values[h];
      const float* weight = &networks.critic2->values[h * (kFeatures + kTasks)];
      float* sums = &part.critic2[h * (kFeatures + kTasks)];
      AddScaled(dz, mean, kFeatures, sums);
      AddScaled(dz, weight, kFeatures, mean_gradient.data());
      sums[kFeatures + inputs[n].task] += dz;
      part.critic2_bias[h] += dz;
    }
    for (int block = 0; block < pool1.blocks; ++block) {
      float* to = pool1_gradient.At(static_cast<int>(n), block, 0, 0);
      for (int i = 0; i < kPool1Rows * kPool1Columns * kLanes; ++i) {
        to[i] = kShare * mean_gradient[block * kLanes + i % kLanes];
      }
    }
  }
  winners1.Find(critic1, pool1, pool1_gradient);
  AddTotals(tasks, winners1, part.critic1_task);
  networks.pooled1.BackwardWeights(pool0, winners1, part.critic1);
  std::ranges::fill(pool0_gradient.values, 0.0f);
  networks.pooled1.BackwardData(winners1, pool0_gradient);
  winners0.Find(critic0, pool0, pool0_gradient);
  AddTotals(tasks, winners0, part.critic0_task);
  networks.pooled0.BackwardWeights(feat, winners0, part.critic0);
  networks.pooled0.BackwardData(winners0, feat_gradient);
}

PolicyGradient::PolicyGradient(const PolicyShape& shape)
    : shape_(shape), networks_(std::make_unique<Networks>(shape)) {}

PolicyGradient::~PolicyGradient() = default;

void PolicyGradient::Run(const Networks& networks, std::span<const PolicyInput> inputs,
                         std::size_t first, bool with_critic, const Loss& loss, Part& part,
                         Workspace& work) const {
  part.Clear();
  work.tasks.clear();
  for (const PolicyInput& input : inputs) work.tasks.push_back(input.task);
  constexpr std::size_t kBlockStride = std::size_t{Grid::kCells} * kLanes;
  // Samples that a short last part lacks are zero: they cost time and add nothing.
  if (inputs.size() < kSamples) std::ranges::fill(work.feat.values, 0.0f);
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      const Cell place = Grid::At(cell);
      networks.feat_enc->ForwardCell(*inputs[n].state, inputs[n].task, place.row, place.column,
                                     work.feat.At(static_cast<int>(n), 0, place.row, place.column),
                                     kBlockStride);
    }
  }
  work.Logits(inputs, networks);
  if (with_critic) {
    networks.critic0.Forward(work.tasks, work.feat.values.data(), work.critic0, work.scratch);
    MaxPool(work.critic0, work.pool0);
    networks.critic1.Forward(work.tasks, work.pool0.values.data(), work.critic1, work.scratch);
    MaxPool(work.critic1, work.pool1);
  }
  std::ranges::fill(work.logit_gradients, 0.0f);
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    Sample sample{
        .index = first + n,
        .logits = std::span(work.logits).subspan(n * Grid::kCells, Grid::kCells),
        .value = with_critic ? work.Value(static_cast<int>(n), inputs[n].task, networks) : 0,
        .logit_gradient = std::span(work.logit_gradients).subspan(n * Grid::kCells, Grid::kCells),
        .value_gradient = 0};
    loss(sample);
    work.value_gradients[n] = sample.value_gradient;
  }
  work.ActorBackward(inputs, networks, part);
  if (with_critic) work.CriticBackward(inputs, networks, part);
  MaskAndAddTaskGradient(work.tasks, work.feat, work.feat_gradient, part.feat_task);
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const EntriesByChannel entries(*inputs[n].state, shape_.channels);
    for (int block = 0; block < SparseConvGradient::kBlocks; ++block) {
      part.feat_enc.AddMap(entries, block, work.feat_gradient.At(static_cast<int>(n), block, 0, 0));
    }
  }
}

void PolicyGradient::Compute(const NamedTensors& weights, std::span<const PolicyInput> batch,
                             bool with_critic, const Loss& loss, NamedTensors& gradient) {
  networks_->SetWeights(shape_, weights);
  const std::size_t count = (batch.size() + kSamples - 1) / kSamples;
  while (parts_.size() < count) parts_.push_back(std::make_unique<Part>(shape_, *networks_));
  while (static_cast<int>(workspaces_.size()) < Threads()) {
    workspaces_.push_back(std::make_unique<Workspace>());
  }
  ParallelForWithWorker(count, [&](std::size_t p, int worker) {
    const std::size_t first = p * kSamples;
    const auto inputs = batch.subspan(first, std::min<std::size_t>(kSamples, batch.size() - first));
    Run(*networks_, inputs, first, with_critic, loss, *parts_[p], *workspaces_[worker]);
  });
  Part& total = *parts_[0];
  for (std::size_t p = 1; p < count; ++p) total.Add(*parts_[p]);

  const auto add = [&](const char* name, const auto& values) {
    std::vector<float>& to = gradient.at(name).values;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += values[i];
  };
  const auto weight = [&](const char* name) -> HostTensor& {
    return gradient.at(std::string(name) + ".weight");
  };
  const auto bias = [&](const char* name) -> HostTensor& {
    return gradient.at(std::string(name) + ".bias");
  };
  total.feat_enc.AddTo(weight("feat_enc"));
  total.feat_task.AddTo(weight("feat_enc"), bias("feat_enc"));
  networks_->actor.AddGradient(total.actor, gradient);
  if (shape_.gaze_prior) {
    add("gaze.saccade", total.gaze_saccade);
    add("gaze.place", total.gaze_place);
    networks_->landing->AddTableGradient(total.gaze_gain, gradient.at("gaze.gain"));
  }
  if (!with_critic) return;
  networks_->pooled0.AddWeightGradient(total.critic0, weight("critic0"));
  total.critic0_task.AddTo(weight("critic0"), bias("critic0"));
  networks_->pooled1.AddWeightGradient(total.critic1, weight("critic1"));
  total.critic1_task.AddTo(weight("critic1"), bias("critic1"));
  add("critic2.weight", total.critic2);
  add("critic2.bias", total.critic2_bias);
  add("critic3.weight", total.critic3);
  add("critic3.bias", std::array{total.critic3_bias});
}

}  // namespace saccade
