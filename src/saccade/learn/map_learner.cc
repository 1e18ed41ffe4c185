#include "saccade/learn/map_learner.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/learn/cloning.h"

namespace saccade {
namespace {

// Searches whose gradients one thread adds up: fixed, so that sums do not depend on threads.
constexpr std::size_t kPart = 4;

// One over the root mean square of each channel.
std::vector<float> InverseSizes(const std::set<std::string>& pictures,
                                const FeatureSource& features) {
  const std::vector<std::string> names(pictures.begin(), pictures.end());
  std::vector<std::vector<float>> squares(names.size());
  Progress progress("features", names.size());
  std::atomic<bool> interrupted = false;
  ParallelFor(names.size(), [&](std::size_t i) {
    if (interrupted || InterruptRequested()) {
      interrupted = true;
      return;
    }
    const PictureFeatures f = features(names[i]);
    const std::size_t cells = static_cast<std::size_t>(f.rows) * f.columns;
    for (int c = 0; c < f.channels; ++c) {
      double sum = 0;
      for (std::size_t k = 0; k < cells; ++k) sum += std::pow(f.values[c * cells + k], 2);
      squares[i].push_back(static_cast<float>(sum / static_cast<double>(cells)));
    }
    progress.Step();
  });
  if (interrupted) throw Interrupted("stopped while making features; those made are kept");
  std::vector<double> sums(squares.front().size());
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (squares[i].size() != sums.size()) {
      throw InputError(fmt::format("{} has {} channels of features and {} has {}", names[i],
                                   squares[i].size(), names.front(), sums.size()));
    }
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += squares[i][c];
  }
  double mean = 0;
  for (double& sum : sums) {
    sum = std::sqrt(sum / static_cast<double>(names.size()));
    mean += sum / static_cast<double>(sums.size());
  }
  std::vector<float> inverse;
  // A channel that is all but silent must not become all noise.
  for (const double sum : sums) {
    inverse.push_back(static_cast<float>(1 / std::max({sum, 0.05 * mean, 1e-6})));
  }
  return inverse;
}

void AddTo(NamedTensors& sum, const NamedTensors& more) {
  for (auto& [name, tensor] : sum) {
    const std::vector<float>& values = more.at(name).values;
    for (std::size_t i = 0; i < values.size(); ++i) tensor.values[i] += values[i];
  }
}

double Mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

OptionList OptionsOf(DensityOptions& o) {
  OptionList list;
  list.Add("sigma", o.sigma, {kAboveZero}, "pixels, of the Gaussian around a fixation (heuristic)")
      .Add("cut_at_target", o.cut_at_target, "leave out what follows the target (heuristic)");
  return list;
}

OptionList OptionsOf(MapOptions& o) {
  OptionList list;
  list.Add("hidden", o.hidden, {0}, "maps between features and logits; 0: one convolution")
      .Add("kernel", o.kernel, {1, 19}, "side of the last convolution, odd")
      .Add("epochs", o.epochs, {1}, "over the (task, picture) pairs")
      .Add("batch", o.batch, {1}, "searches an update")
      .Add("rate", o.rate, {kAboveZero}, "learning rate; falls to a tenth along a cosine")
      .Add("dropout", o.dropout, {0, kBelowOne}, "share of inputs that a search does not see")
      .Add("weight_decay", o.weight_decay, {0, kBelowOne}, "decoupled, an update")
      .Add("fine_tune", o.fine_tune, {0, kLastStageBlocks},
           "last blocks of the features' network that are trained too")
      .Add("fine_tune_rate", o.fine_tune_rate, {kAboveZero}, "learning rate of these blocks")
      .Add(OptionsOf(o.density))
      .Add(OptionsByLossOf(o.care));
  return list;
}

void MapOptions::Check() const {
  CheckRanges(*this);
  if (kernel % 2 == 0) {
    throw InputError("options", "kernel", "is {}; an odd number is expected", kernel);
  }
}

MapLearner::MapLearner(std::string kind, std::vector<MapTarget> train,
                       std::vector<MapTarget> validation, CutNetwork network,
                       const MapOptions& options, std::uint64_t seed)
    : kind_(std::move(kind)),
      train_(std::move(train)),
      validation_(std::move(validation)),
      features_(std::move(network.features)),
      options_(options),
      seed_(seed) {
  options.Check();
  if (train_.empty()) throw InputError("the training file has no search to learn a map from");
  if (validation_.empty()) throw InputError("the validation file has no search with a map");
  std::set<std::string> pictures;
  for (const auto* targets : {&train_, &validation_}) {
    for (const MapTarget& target : *targets) pictures.insert(target.name);
  }
  blocks_ = std::move(network.blocks);
  blocks_adam_ = Adam(blocks_);
  input_scale_ = InverseSizes(pictures, [&](const std::string& name) { return Features(name); });
  head_ = InitialMapHead({.channels = static_cast<int>(input_scale_.size()),
                          .hidden = options.hidden,
                          .kernel = options.kernel},
                         Random(seed, "map head"));
  head_adam_ = Adam(head_);
}

PictureFeatures MapLearner::Features(const std::string& name) const {
  return ApplyResidualBlocks(blocks_, features_(name));
}

void MapLearner::ScaleChannels(std::vector<float>& values) const {
  const std::size_t cells = values.size() / input_scale_.size();
  for (std::size_t c = 0; c < input_scale_.size(); ++c) {
    for (std::size_t i = 0; i < cells; ++i) values[c * cells + i] *= input_scale_[c];
  }
}

// `place` of the search in its epoch.
std::vector<float> MapLearner::Dropout(std::int64_t epoch, std::size_t place) const {
  std::vector<float> dropout;
  if (options_.dropout == 0) return dropout;
  const std::size_t inputs = static_cast<std::size_t>(head_.at("maps.weight").shape[1]);
  Random random(seed_, "map dropout", static_cast<std::uint64_t>(epoch) * train_.size() + place);
  for (std::size_t k = 0; k < inputs; ++k) {
    dropout.push_back(random.Uniform() < options_.dropout
                          ? 0.0f
                          : static_cast<float>(1 / (1 - options_.dropout)));
  }
  return dropout;
}

double MapLearner::AddGradient(const MapTarget& target, std::span<const float> dropout,
                               double weight, Gradient& gradient) const {
  const ResidualPass pass(blocks_, features_(target.name));
  PictureFeatures seen = pass.output();
  ScaleChannels(seen.values);
  std::vector<float> slopes(blocks_.empty() ? 0 : seen.values.size());
  const double loss = AddMapGradient(head_, {&seen, target.task, target.map, dropout}, weight,
                                     gradient.head, slopes);
  if (!slopes.empty()) {
    ScaleChannels(slopes);
    pass.AddGradient(slopes, gradient.blocks);
  }
  return loss;
}

std::int64_t MapLearner::StepsPerEpoch() const {
  return static_cast<std::int64_t>((train_.size() + options_.batch - 1) / options_.batch);
}

std::vector<LearningPhase> MapLearner::Phases() const {
  return {{"training", options_.epochs * StepsPerEpoch(), StepsPerEpoch()}};
}

StepReport MapLearner::Step() {
  const std::int64_t epoch = steps_ / StepsPerEpoch();
  const std::vector<std::size_t> order =
      ShuffledIndices(train_.size(), Random(seed_, "map order", static_cast<std::uint64_t>(epoch)));
  const std::size_t begin = static_cast<std::size_t>(steps_ % StepsPerEpoch()) * options_.batch;
  const std::size_t count = std::min<std::size_t>(options_.batch, train_.size() - begin);

  std::vector<Gradient> gradients((count + kPart - 1) / kPart);
  std::vector<double> losses(count);
  ParallelFor(gradients.size(), [&](std::size_t part) {
    gradients[part] = {ZerosLike(head_), ZerosLike(blocks_)};
    for (std::size_t i = part * kPart; i < std::min(count, (part + 1) * kPart); ++i) {
      losses[i] = AddGradient(train_[order[begin + i]], Dropout(epoch, begin + i),
                              1.0 / static_cast<double>(count), gradients[part]);
    }
  });
  Gradient& sum = gradients.front();
  for (std::size_t part = 1; part < gradients.size(); ++part) {
    AddTo(sum.head, gradients[part].head);
    AddTo(sum.blocks, gradients[part].blocks);
  }
  Update(sum);
  const double loss = Mean(losses);
  RequireNumber(loss, "the loss", steps_);
  return {.numbers = {{"loss", loss}}, .text = fmt::format("loss {:.3f}", loss)};
}

void MapLearner::Update(Gradient& gradient) {
  const double done = static_cast<double>(steps_) / static_cast<double>(Phases().front().steps);
  SeeGradient("head", gradient.head);
  SeeGradient("blocks", gradient.blocks);
  const double fall = CosineRate(1, done);
  DecayWeights(options_.weight_decay * fall, head_);
  head_adam_.Step(gradient.head, {.learning_rate = options_.rate * fall}, head_);
  // Not decayed: blocks that have learned much already must not shrink.
  blocks_adam_.Step(gradient.blocks, {.learning_rate = options_.fine_tune_rate * fall}, blocks_);
  ++steps_;
}

std::optional<double> MapLearner::ValidationLoss() const {
  std::vector<double> losses(validation_.size());
  ParallelFor(losses.size(), [&](std::size_t i) {
    const MapTarget& target = validation_[i];
    PictureFeatures seen = Features(target.name);
    ScaleChannels(seen.values);
    losses[i] = MapDivergence(MapLogits(head_, seen, target.task), target.map);
  });
  return Mean(losses);
}

NamedTensors MapLearner::Head() const {
  NamedTensors head = head_;
  ScaleMapInputs(input_scale_, head);
  return head;
}

Model MapLearner::Learned() const {
  Model model;
  model.description.kind = kind_;
  model.description.preset = "default";
  model.description.channels = static_cast<int>(input_scale_.size());
  model.tensors = WithPrefix(Head(), "head.");
  model.tensors.merge(WithPrefix(blocks_, "blocks."));
  return model;
}

std::vector<StatePart> MapLearner::Parts() {
  return {{"head", &head_},
          {"head", &head_adam_},
          {"blocks", &blocks_},
          {"blocks", &blocks_adam_},
          {"steps", &steps_}};
}

}  // namespace saccade
