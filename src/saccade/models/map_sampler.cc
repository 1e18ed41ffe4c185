#include "saccade/models/map_sampler.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/beliefs/fovea.h"

namespace saccade {
namespace {

// What is drawn where a map says nothing: every cell alike.
std::vector<double> OrUniform(std::vector<double> weights) {
  if (std::ranges::none_of(weights, [](double w) { return w > 0; })) {
    std::ranges::fill(weights, 1.0);
  }
  return weights;
}

}  // namespace

std::vector<TrialInImage> MapSampler::Predict(std::span<const Search> searches,
                                              const PredictOptions& options) const {
  std::vector<TrialInImage> trials(searches.size() * options.samples);
  ParallelFor(trials.size(), [&](std::size_t i) {
    const Search& search = searches[i / options.samples];
    Random random(options.seed, "map sampler", i);
    TrialInImage& trial = trials[i];
    trial.name = search.name;
    trial.subject = static_cast<int>(i % options.samples) + 1;
    trial.task = std::string(kTaskNames[search.task]);
    trial.target = search.target;
    trial.split = search.split;
    trial.scanpath.push_back({{kImageSize.width / 2, kImageSize.height / 2}, 0});
    std::vector<Cell> past = {Grid::Center()};
    CellSet inhibited = InhibitedCells(past.front());
    for (int step = 0; step < options.max_fixations; ++step) {
      std::vector<double> weights = Weights(search, past);
      const CellSet unavailable = search.Unavailable(inhibited);
      unavailable.ForEach([&](int cell) { weights[cell] = 0; });
      if (std::ranges::none_of(weights, [](double w) { return w > 0; })) {
        for (int cell = 0; cell < Grid::kCells; ++cell) weights[cell] = !unavailable.Contains(cell);
      }
      if (options.temperature) {
        for (double& w : weights) w = w > 0 ? std::pow(w, 1 / *options.temperature) : 0;
      }
      const std::size_t action =
          options.greedy
              ? static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin())
              : random.Choose(weights);
      past.push_back(Grid::At(static_cast<int>(action)));
      inhibited |= InhibitedCells(past.back());
      trial.scanpath.push_back({Grid::PointOf(past.back()), 0});
    }
    if (options.until_target) trial = CutAtTarget(std::move(trial));
  });
  return trials;
}

std::vector<double> MapSampler::NextFixation(const Search& search,
                                             std::span<const Cell> past) const {
  std::vector<double> weights = OrUniform(Weights(search, past));
  double total = 0;
  for (const double weight : weights) total += weight;
  for (double& weight : weights) weight /= total;
  return weights;
}

std::string TargetChannelModel::name() const {
  return layer_ == Layer::kSharp ? "target-sharp" : "target-blurred";
}

std::vector<double> TargetChannelModel::Weights(const Search& search, std::span<const Cell>) const {
  const PictureBeliefs& beliefs = *search.variants.front();
  const BeliefLayer& layer = layer_ == Layer::kSharp ? beliefs.sharp : beliefs.blurred;
  std::vector<double> weights(Grid::kCells);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    weights[cell] = layer.Value(cell, ChannelOfTask(search.task));
  }
  return weights;
}

std::vector<double> ImmediateRewardModel::Weights(const Search& search,
                                                  std::span<const Cell> past) const {
  std::vector<double> weights = model_->RewardMap(search, past);
  for (double& weight : weights) weight = std::exp(weight);
  return weights;
}

}  // namespace saccade
