#include "saccade/search/map_sampler.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/search/map_scanpath.h"

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
  double temperature = options.temperature.value_or(Temperature());
  if (options.calibration) {
    const auto found = options.calibration->find(kTemperature);
    temperature = found == options.calibration->end() ? 1 : found->second;
  }
  const MapSamplingOptions sampling{.max_fixations = options.max_fixations,
                                    .greedy = options.greedy,
                                    .temperature = temperature,
                                    .until_target = options.until_target};
  // A search after the other on one thread: models may keep what its samples share.
  ParallelFor(searches.size(), [&](std::size_t i) {
    const MapWeights weights = [&](std::span<const Cell> past) {
      return Weights(searches[i], past);
    };
    for (int sample = 0; sample < options.samples; ++sample) {
      const std::size_t item = searches[i].stream.value_or(i) * options.samples + sample;
      trials[i * options.samples + sample] = DrawFromMap(searches[i], sample, weights, sampling,
                                                         Random(options.seed, "map sampler", item));
    }
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
  const PictureBeliefs& beliefs = search.Beliefs();
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
