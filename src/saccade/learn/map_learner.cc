#include "saccade/learn/map_learner.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/formats/safetensors.h"
#include "saccade/learn/cloning.h"
#include "saccade/learn/option_fields.h"

namespace saccade {
namespace {

std::vector<OptionField> Fields(MapOptions& o) {
  return {{"hidden", &o.hidden},
          {"kernel", &o.kernel},
          {"epochs", &o.epochs},
          {"batch", &o.batch},
          {"rate", &o.rate},
          {"dropout", &o.dropout},
          {"weight_decay", &o.weight_decay},
          {"fine_tune", &o.fine_tune},
          {"fine_tune_rate", &o.fine_tune_rate},
          {"patience", &o.patience},
          {"sigma", &o.density.sigma},
          {"cut_at_target", &o.density.cut_at_target}};
}

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

void MapOptions::Check() const {
  const auto require = [](bool holds, const char* name, const char* what) {
    if (!holds) throw InputError(std::string(name) + " " + what);
  };
  require(hidden >= 0, "hidden", "must not be negative");
  require(kernel > 0 && kernel % 2 == 1 && kernel < 20, "kernel", "must be odd and under 20");
  require(epochs > 0, "epochs", "must be positive");
  require(batch > 0, "batch", "must be positive");
  require(rate > 0, "rate", "must be positive");
  require(dropout >= 0 && dropout < 1, "dropout", "must lie in 0..1, 1 excluded");
  require(weight_decay >= 0 && weight_decay < 1, "weight_decay", "must lie in 0..1, 1 excluded");
  require(fine_tune >= 0 && fine_tune <= kLastStageBlocks, "fine_tune",
          "must lie in 0..6, the blocks of the network's last stage");
  require(fine_tune_rate > 0, "fine_tune_rate", "must be positive");
  require(density.sigma > 0, "sigma", "must be positive");
}

nlohmann::ordered_json ToJson(const MapOptions& options) {
  MapOptions copy = options;
  return FieldsToJson(Fields(copy));
}

MapOptions MapOptionsFromJson(const nlohmann::ordered_json& document, MapOptions base,
                              const std::string& origin) {
  for (const auto& [name, value] : document.items()) SetField(Fields(base), name, value, origin);
  return base;
}

MapLearner::MapLearner(std::vector<MapTarget> train, std::vector<MapTarget> validation,
                       CutNetwork network, const MapOptions& options, std::uint64_t seed)
    : train_(std::move(train)),
      validation_(std::move(validation)),
      features_(std::move(network.features)),
      options_(options),
      seed_(seed) {
  if (train_.empty()) throw InputError("the training file has no search to learn a map from");
  if (validation_.empty()) throw InputError("the validation file has no search with a map");
  std::set<std::string> pictures;
  for (const auto* targets : {&train_, &validation_}) {
    for (const MapTarget& target : *targets) pictures.insert(target.name);
  }
  state_.blocks = std::move(network.blocks);
  state_.blocks_adam = Adam(state_.blocks);
  input_scale_ = InverseSizes(pictures, [&](const std::string& name) { return Features(name); });
  state_.head = InitialMapHead({.channels = static_cast<int>(input_scale_.size()),
                                .hidden = options.hidden,
                                .kernel = options.kernel},
                               Random(seed, "map head"));
  state_.adam = Adam(state_.head);
}

PictureFeatures MapLearner::Features(const std::string& name) const {
  return ApplyResidualBlocks(state_.blocks, features_(name));
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
  const std::size_t inputs = static_cast<std::size_t>(state_.head.at("maps.weight").shape[1]);
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
  const ResidualPass pass(state_.blocks, features_(target.name));
  PictureFeatures seen = pass.output();
  ScaleChannels(seen.values);
  std::vector<float> slopes(state_.blocks.empty() ? 0 : seen.values.size());
  const double loss = AddMapGradient(state_.head, {&seen, target.task, target.map, dropout}, weight,
                                     gradient.head, slopes);
  if (!slopes.empty()) {
    ScaleChannels(slopes);
    pass.AddGradient(slopes, gradient.blocks);
  }
  return loss;
}

std::int64_t MapLearner::steps_per_epoch() const {
  return static_cast<std::int64_t>((train_.size() + options_.batch - 1) / options_.batch);
}

double MapLearner::Step() {
  const std::int64_t epoch = state_.steps / steps_per_epoch();
  std::vector<std::size_t> order(train_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random(seed_, "map order", static_cast<std::uint64_t>(epoch)).Shuffle(order);
  const std::size_t begin =
      static_cast<std::size_t>(state_.steps % steps_per_epoch()) * options_.batch;
  const std::size_t count = std::min<std::size_t>(options_.batch, train_.size() - begin);

  std::vector<Gradient> gradients((count + kPart - 1) / kPart);
  std::vector<double> losses(count);
  ParallelFor(gradients.size(), [&](std::size_t part) {
    gradients[part] = {ZerosLike(state_.head), ZerosLike(state_.blocks)};
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
  if (!std::isfinite(loss)) {
    throw Failure(
        fmt::format("the loss is not a number at step {}; lower the rate: --set {}={}",
                    state_.steps, state_.blocks.empty() ? "rate" : "fine_tune_rate",
                    (state_.blocks.empty() ? options_.rate : options_.fine_tune_rate) / 4));
  }
  return loss;
}

void MapLearner::Update(const Gradient& gradient) {
  const double progress = static_cast<double>(state_.steps) /
                          static_cast<double>(std::max<std::int64_t>(1, total_steps()));
  const double fall = 0.1 + 0.45 * (1 + std::cos(std::numbers::pi * progress));
  DecayWeights(options_.weight_decay * fall, state_.head);
  state_.adam.Step(gradient.head, {.learning_rate = options_.rate * fall}, state_.head);
  // Not decayed: blocks that have learned much already must not shrink.
  state_.blocks_adam.Step(gradient.blocks, {.learning_rate = options_.fine_tune_rate * fall},
                          state_.blocks);
  ++state_.steps;
}

double MapLearner::ValidationLoss() const {
  std::vector<double> losses(validation_.size());
  ParallelFor(losses.size(), [&](std::size_t i) {
    const MapTarget& target = validation_[i];
    PictureFeatures seen = Features(target.name);
    ScaleChannels(seen.values);
    losses[i] = MapDivergence(MapLogits(state_.head, seen, target.task), target.map);
  });
  return Mean(losses);
}

NamedTensors MapLearner::Head() const {
  NamedTensors head = state_.head;
  ScaleMapInputs(input_scale_, head);
  return head;
}

void WriteMapCheckpoint(const std::filesystem::path& path, const MapState& state,
                        const std::map<std::string, double>& notes) {
  NamedTensors tensors = WithPrefix(state.head, "head.");
  tensors.merge(WithPrefix(state.adam.first(), "first."));
  tensors.merge(WithPrefix(state.adam.second(), "second."));
  tensors.merge(WithPrefix(state.blocks, "blocks."));
  tensors.merge(WithPrefix(state.blocks_adam.first(), "blocks_first."));
  tensors.merge(WithPrefix(state.blocks_adam.second(), "blocks_second."));
  Metadata metadata;
  metadata["steps"] = std::to_string(state.steps);
  for (const auto& [name, value] : notes) metadata["note." + name] = fmt::format("{}", value);
  WriteSafetensors(path, tensors, Precision::kFloat, metadata);
}

MapCheckpoint ReadMapCheckpoint(const std::filesystem::path& path, const MapState& like) {
  const NamedTensors tensors = ReadSafetensors(path);
  MapCheckpoint checkpoint;
  const auto part = [&](const std::string& prefix, const NamedTensors& wanted) {
    NamedTensors found = WithoutPrefix(tensors, prefix);
    for (const auto& [name, tensor] : wanted) {
      if (!found.contains(name) || found.at(name).shape != tensor.shape) {
        throw InputError(path, prefix + name,
                         "is missing or of another size; the checkpoint belongs to a run with "
                         "other options");
      }
    }
    return found;
  };
  checkpoint.state.head = part("head.", like.head);
  checkpoint.state.blocks = part("blocks.", like.blocks);
  try {
    for (const auto& [name, text] : ReadSafetensorsMetadata(path)) {
      if (name == "steps") checkpoint.state.steps = std::stoll(text);
      if (name.starts_with("note.")) checkpoint.notes[name.substr(5)] = std::stod(text);
    }
  } catch (const std::logic_error&) {
    throw InputError(path, "metadata", "holds a word where a number is expected");
  }
  checkpoint.state.adam.Restore(part("first.", like.head), part("second.", like.head),
                                checkpoint.state.steps);
  checkpoint.state.blocks_adam.Restore(part("blocks_first.", like.blocks),
                                       part("blocks_second.", like.blocks), checkpoint.state.steps);
  return checkpoint;
}

}  // namespace saccade
