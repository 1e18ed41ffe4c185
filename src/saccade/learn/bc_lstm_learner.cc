#include "saccade/learn/bc_lstm_learner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/base/random.h"
#include "saccade/formats/safetensors.h"
#include "saccade/learn/cloning.h"
#include "saccade/nn/softmax.h"
#include "saccade/search/rollout.h"

namespace saccade {
namespace {

// Cross-entropy of softmax(logits) against `target`, times `weight`, and its slope.
double CrossEntropy(std::span<const float> target, double weight, std::span<const float> logits,
                    std::span<float> slope) {
  std::array<float, Grid::kCells> p;
  Softmax(logits, p);
  double loss = 0;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (target[cell] > 0) loss -= weight * target[cell] * std::log(std::max(p[cell], 1e-30f));
    slope[cell] = static_cast<float>(weight * (p[cell] - target[cell]));
  }
  return loss;
}

}  // namespace

CloningTree MakeCloningTree(const SearchSet& set, std::span<const std::size_t> demonstrations,
                            std::size_t variant, const BeliefOptions& beliefs, double smoothing) {
  const Search& search = set.searches[set.demonstrations[demonstrations.front()].search];
  const bool mirrored = search.IsMirrored(variant);
  const PictureBeliefs& picture = *search.variants[variant];
  CloningTree result;
  result.tree.task = search.task;
  // Level by level: the states there, by the cells that led to them, and the decisions made.
  std::map<std::vector<int>, int> before;
  for (std::size_t step = 0;; ++step) {
    SearchTree::Level level;
    std::map<std::vector<int>, int> places;
    std::vector<CloningSample> samples;
    for (const std::size_t index : demonstrations) {
      const std::vector<int>& cells = set.demonstrations[index].cells;
      if (cells.size() < step + 2) continue;
      std::vector<int> path(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(step) + 1);
      const auto [place, is_new] = places.emplace(path, static_cast<int>(samples.size()));
      if (is_new) {
        // The start is the centre cell also in a mirrored picture: machines start there too.
        const int cell = mirrored && step > 0 ? MirroredCell(path.back()) : path.back();
        level.inputs.push_back(EncodeGlimpse(picture, beliefs, Grid::At(cell)));
        level.gazes.push_back({.cell = cell, .first = step == 0});
        path.pop_back();
        level.parents.push_back(step == 0 ? 0 : before.at(path));
        samples.emplace_back();
      }
      samples[place->second].actions.push_back(cells[step + 1]);
    }
    if (samples.empty()) break;
    for (const CloningSample& sample : samples) {
      result.targets.push_back(CloningTarget(sample, smoothing, mirrored));
      result.decisions.push_back(static_cast<double>(sample.actions.size()));
    }
    result.tree.levels.push_back(std::move(level));
    before = std::move(places);
  }
  return result;
}

void WriteBcLstmCheckpoint(const std::filesystem::path& path, const BcLstmState& state,
                           const std::map<std::string, double>& notes) {
  NamedTensors tensors = WithPrefix(state.weights, "weights.");
  tensors.merge(WithPrefix(state.adam.first(), "first."));
  tensors.merge(WithPrefix(state.adam.second(), "second."));
  Metadata metadata = {{"batches", std::to_string(state.batches)},
                       {"adam_steps", std::to_string(state.adam.steps())}};
  for (const auto& [name, value] : notes) metadata["note." + name] = fmt::format("{}", value);
  WriteSafetensors(path, tensors, Precision::kFloat, metadata);
}

BcLstmCheckpoint ReadBcLstmCheckpoint(const std::filesystem::path& path, const NamedTensors& like) {
  const NamedTensors tensors = ReadSafetensors(path);
  const Metadata metadata = ReadSafetensorsMetadata(path);
  const auto number = [&](const std::string& name) {
    const auto found = metadata.find(name);
    if (found == metadata.end()) throw InputError(path, name, "is missing; this is no checkpoint");
    const std::string& text = found->second;
    std::int64_t value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) {
      throw InputError(path, name, "is {}; a number is expected", text);
    }
    return value;
  };
  const auto part = [&](const std::string& prefix) {
    NamedTensors own = WithoutPrefix(tensors, prefix);
    for (const auto& [name, tensor] : like) {
      const auto found = own.find(name);
      if (found == own.end() || found->second.shape != tensor.shape) {
        throw InputError(path, prefix + name,
                         "is missing or of another size; the checkpoint belongs to a run with "
                         "other options");
      }
    }
    return own;
  };
  BcLstmCheckpoint checkpoint;
  checkpoint.state.batches = number("batches");
  checkpoint.state.weights = part("weights.");
  checkpoint.state.adam.Restore(part("first."), part("second."), number("adam_steps"));
  for (const auto& [name, text] : metadata) {
    if (name.starts_with("note.")) checkpoint.notes[name.substr(5)] = std::stod(text);
  }
  return checkpoint;
}

BcLstmLearner::BcLstmLearner(const SearchSet& set, const BcLstmOptions& options, std::uint64_t seed)
    : set_(set), options_(options), seed_(seed) {
  std::map<std::size_t, std::vector<std::size_t>> by_search;
  for (std::size_t i = 0; i < set.demonstrations.size(); ++i) {
    if (set.demonstrations[i].cells.size() < 2) continue;  // never left the start
    by_search[set.demonstrations[i].search].push_back(i);
  }
  if (by_search.empty()) throw InputError("no human decision to learn from in these fixations");
  for (auto& [search, demonstrations] : by_search) groups_.push_back(std::move(demonstrations));
  state_.weights = InitialConvLstm(options.Shape(), Random(seed, "bc-lstm weights"));
  state_.adam = Adam(state_.weights);
}

std::int64_t BcLstmLearner::batches_per_epoch() const {
  const std::size_t batch = static_cast<std::size_t>(options_.searches_per_batch);
  return static_cast<std::int64_t>((groups_.size() + batch - 1) / batch);
}

CloningTree BcLstmLearner::TreeOf(std::size_t group, std::int64_t item) const {
  const Search& search = set_.searches[set_.demonstrations[groups_[group].front()].search];
  Random random(seed_, "bc-lstm variant", static_cast<std::uint64_t>(item));
  const std::size_t variant = random.Below(search.variants.size());
  BeliefOptions beliefs{.channels = options_.channels, .task = search.task};
  if (random.Uniform() < options_.drop_stuff) {
    beliefs.off = ChannelsOf(ChannelGroup::kStuff, search.task);
  }
  return MakeCloningTree(set_, groups_[group], variant, beliefs, options_.smoothing);
}

BcLstmLearner::Report BcLstmLearner::LearnBatch() {
  const std::int64_t epoch = state_.batches / batches_per_epoch();
  std::vector<std::size_t> order(groups_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random(seed_, "bc-lstm order", static_cast<std::uint64_t>(epoch)).Shuffle(order);
  const std::size_t batch = static_cast<std::size_t>(options_.searches_per_batch);
  const std::size_t first = static_cast<std::size_t>(state_.batches % batches_per_epoch()) * batch;
  const std::size_t count = std::min(batch, order.size() - first);

  // In groups, so that a large batch does not keep a gradient of every search in memory.
  constexpr std::size_t kGroup = 8;
  struct Part {
    NamedTensors gradient;
    double loss = 0, decisions = 0;
  };
  const ConvLstm network(state_.weights);
  NamedTensors gradient = ZerosLike(state_.weights);
  double decisions = 0;
  Report report;
  for (std::size_t start = 0; start < count; start += kGroup) {
    std::vector<Part> parts(std::min(kGroup, count - start));
    ParallelFor(parts.size(), [&](std::size_t i) {
      const std::size_t place = start + i;
      const CloningTree tree =
          TreeOf(order[first + place],
                 state_.batches * options_.searches_per_batch + static_cast<std::int64_t>(place));
      Part& part = parts[i];
      part.gradient = ZerosLike(state_.weights);
      const auto loss = [&](std::size_t state, std::span<const float> logits,
                            std::span<float> slope) {
        part.loss += CrossEntropy(tree.targets[state], tree.decisions[state], logits, slope);
        part.decisions += tree.decisions[state];
      };
      network.AddGradient(tree.tree, loss, part.gradient);
    });
    for (const Part& part : parts) {
      report.loss += part.loss;
      decisions += part.decisions;
      for (auto& [name, tensor] : gradient) {
        const std::vector<float>& own = part.gradient.at(name).values;
        for (std::size_t j = 0; j < own.size(); ++j) tensor.values[j] += own[j];
      }
    }
  }
  Scale(gradient, 1 / decisions);
  report.loss /= decisions;
  report.gradient = GlobalNorm(gradient);
  if (!std::isfinite(report.loss) || !std::isfinite(report.gradient)) {
    throw Failure(fmt::format(
        "training diverged: the loss is not a number in batch {}; lower rate or gradient_clip, or "
        "go on from an earlier checkpoint",
        state_.batches));
  }
  ClipGradient(options_.gradient_clip, gradient);
  const double done = static_cast<double>(state_.batches) / static_cast<double>(total_batches());
  report.rate = options_.rate * (0.1 + 0.9 * 0.5 * (1 + std::cos(std::numbers::pi * done)));
  DecayWeights(report.rate * options_.weight_decay, state_.weights);
  state_.adam.Step(gradient, {.learning_rate = report.rate}, state_.weights);
  ++state_.batches;
  return report;
}

}  // namespace saccade
