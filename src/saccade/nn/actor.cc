#include "saccade/nn/actor.h"

#include <algorithm>

#include "saccade/kernels/sums.h"

namespace saccade {
namespace {

ConvShape Actor2After(const ConvShape& actor1) { return {"actor2", actor1.out, 32, 3, 1}; }

}  // namespace

Actor::Actor(const ConvShape& actor1, int batch)
    : actor1_(actor1, batch), actor2_(Actor2After(actor1), batch) {}

void Actor::SetWeights(const NamedTensors& weights) {
  actor1_.SetWeights(weights);
  actor2_.SetWeights(weights);
  actor3_ = weights.at("actor3.weight");
  actor3_bias_ = weights.at("actor3.bias");
}

void Actor::Forward(std::span<const int> tasks, const float* features, Maps& maps,
                    std::span<float> logits, DenseConv::Scratch& scratch) const {
  actor1_.Forward(tasks, features, maps.first, scratch);
  actor2_.Forward(tasks, maps.first.values.data(), maps.second, scratch);
  const float* weight = actor3_.values.data();
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    const float start = actor3_bias_.values[0] + weight[32 + tasks[n]];
    const float* low = maps.second.At(static_cast<int>(n), 0, 0, 0);
    const float* high = maps.second.At(static_cast<int>(n), 1, 0, 0);
    LastLayer(low, high, kLanes, weight, start, Grid::kCells, &logits[n * Grid::kCells]);
  }
}

void Actor::Gradient::Clear() {
  actor1.Clear();
  actor2.Clear();
  actor3.fill(0);
  actor3_bias = 0;
}

void Actor::Gradient::Add(const Gradient& other) {
  actor1.Add(other.actor1);
  actor2.Add(other.actor2);
  for (std::size_t i = 0; i < actor3.size(); ++i) actor3[i] += other.actor3[i];
  actor3_bias += other.actor3_bias;
}

void Actor::Backward(std::span<const int> tasks, const float* features, const Maps& maps,
                     std::span<const float> logit_gradients, Maps& maps_gradient,
                     float* features_gradient, Gradient& gradient,
                     DenseConv::Scratch& scratch) const {
  const float* weight = actor3_.values.data();
  std::ranges::fill(maps_gradient.second.values, 0.0f);
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    const float* gradients = &logit_gradients[n * Grid::kCells];
    float total = 0;
    for (int cell = 0; cell < Grid::kCells; ++cell) total += gradients[cell];
    gradient.actor3[32 + tasks[n]] += total;
    gradient.actor3_bias += total;
    for (int block = 0; block < maps.second.blocks; ++block) {
      const float* active = maps.second.At(static_cast<int>(n), block, 0, 0);
      float* to = maps_gradient.second.At(static_cast<int>(n), block, 0, 0);
      LastLayerGradient(gradients, active, weight + block * kLanes, Grid::kCells,
                        &gradient.actor3[block * kLanes], to);
    }
  }
  actor2_.Backward(tasks, maps.first.values.data(), maps.second, maps_gradient.second,
                   maps_gradient.first.values.data(), gradient.actor2, scratch);
  actor1_.Backward(tasks, features, maps.first, maps_gradient.first, features_gradient,
                   gradient.actor1, scratch);
}

void Actor::AddGradient(const Gradient& from, NamedTensors& gradient) const {
  actor1_.AddGradient(from.actor1, gradient);
  actor2_.AddGradient(from.actor2, gradient);
  std::vector<float>& weight = gradient.at("actor3.weight").values;
  for (std::size_t i = 0; i < weight.size(); ++i) weight[i] += from.actor3[i];
  gradient.at("actor3.bias").values[0] += from.actor3_bias;
}

}  // namespace saccade
