#include "saccade/learn/cloning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "saccade/base/parallel.h"
#include "saccade/base/random.h"
#include "saccade/nn/adam.h"
#include "saccade/nn/softmax.h"

namespace saccade {

std::vector<CloningSample> CloningSamples(const SearchSet& set) {
  std::map<std::size_t, std::size_t> first_of_search;
  std::vector<CloningSample> samples;
  for (const HumanStep& step : AllSteps(set)) {
    const Demonstration& demonstration = set.demonstrations[step.demonstration];
    const int action = demonstration.cells[static_cast<std::size_t>(step.step) + 1];
    if (step.step == 0) {
      const auto [place, is_new] = first_of_search.emplace(demonstration.search, samples.size());
      if (!is_new) {
        samples[place->second].actions.push_back(action);
        continue;
      }
    }
    samples.push_back({step, {action}});
  }
  return samples;
}

std::vector<float> CloningTarget(const CloningSample& sample, double smoothing, bool mirrored) {
  std::vector<float> target(Grid::kCells);
  for (const int action : sample.actions) {
    const int place = mirrored ? MirroredCell(action) : action;
    if (smoothing <= 0) {
      target[place] += 1;
      continue;
    }
    const Cell center = Grid::At(place);
    std::array<float, Grid::kCells> bump{};
    double total = 0;
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      const Cell at = Grid::At(cell);
      const double dx = at.column - center.column, dy = at.row - center.row;
      bump[cell] = static_cast<float>(std::exp(-(dx * dx + dy * dy) / (2 * smoothing * smoothing)));
      total += bump[cell];
    }
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      target[cell] += static_cast<float>(bump[cell] / total);
    }
  }
  for (float& value : target) value /= static_cast<float>(sample.actions.size());
  return target;
}

Cloner::Cloner(const SearchSet& set, const PolicyOptions& options, std::uint64_t seed)
    : set_(set), options_(options), seed_(seed), samples_(CloningSamples(set)) {}

std::size_t Cloner::batches_per_epoch() const {
  return std::max<std::size_t>(1,
                               samples_.size() / static_cast<std::size_t>(options_.cloning.batch));
}

double Cloner::AddGradient(PolicyGradient& network, const NamedTensors& policy, std::size_t batch,
                           double weight, NamedTensors& gradient) const {
  const std::size_t pass = batch / batches_per_epoch();
  if (shuffled_pass_ != pass) {
    order_.resize(samples_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    Random(seed_, "cloning order", pass).Shuffle(order_);
    shuffled_pass_ = pass;
  }
  const std::size_t first =
      batch % batches_per_epoch() * static_cast<std::size_t>(options_.cloning.batch);
  const std::size_t count = std::min<std::size_t>(options_.cloning.batch, samples_.size() - first);

  struct Prepared {
    EncodedHumanStep step;
    std::vector<float> target;
    double weight;
  };
  std::vector<Prepared> prepared(count);
  double total = 0;
  for (std::size_t i = 0; i < count; ++i) {
    prepared[i].weight = static_cast<double>(samples_[order_[first + i]].actions.size());
    total += prepared[i].weight;
  }
  ParallelFor(count, [&](std::size_t i) {
    const CloningSample& sample = samples_[order_[first + i]];
    const Search& search = set_.searches[set_.demonstrations[sample.step.demonstration].search];
    Random random(seed_, "cloning variant", batch * options_.cloning.batch + i);
    const std::size_t variant = random.Below(search.variants.size());
    BeliefOptions beliefs{.convention = options_.human_disc,
                          .channels = options_.channels,
                          .task = search.task,
                          .off = DrawHidden(options_, search.task, random)};
    prepared[i].step = EncodeStep(set_, sample.step, variant, beliefs);
    prepared[i].target =
        CloningTarget(sample, options_.cloning.smoothing, search.IsMirrored(variant));
  });
  std::vector<PolicyInput> inputs;
  for (const Prepared& sample : prepared) inputs.push_back(sample.step.AsInput());
  std::vector<double> losses(count);
  network.Compute(
      policy, inputs, false,
      [&](PolicyGradient::Sample& sample) {
        const Prepared& human = prepared[sample.index];
        std::vector<float> p(Grid::kCells);
        Softmax(sample.logits, p);
        const double share = human.weight / total;
        double loss = 0;
        for (int cell = 0; cell < Grid::kCells; ++cell) {
          if (human.target[cell] > 0) {
            loss -= human.target[cell] * std::log(std::max(p[cell], 1e-30f));
          }
          sample.logit_gradient[cell] =
              static_cast<float>(weight * share * (p[cell] - human.target[cell]));
        }
        losses[sample.index] = share * loss;
      },
      gradient);
  return std::accumulate(losses.begin(), losses.end(), 0.0);
}

void DecayWeights(double factor, NamedTensors& weights) {
  if (factor == 0) return;
  for (auto& [name, tensor] : weights) {
    if (tensor.shape.size() < 2) continue;
    for (float& value : tensor.values) value *= static_cast<float>(1 - factor);
  }
}

void ClipGradient(double longest, NamedTensors& gradient) {
  if (longest <= 0) return;
  const double length = GlobalNorm(gradient);
  if (length > longest) Scale(gradient, longest / length);
}

}  // namespace saccade
