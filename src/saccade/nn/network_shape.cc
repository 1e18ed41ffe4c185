#include "saccade/nn/network_shape.h"

#include <cmath>

#include "saccade/base/error.h"
#include "saccade/nn/gaze_prior.h"
#include "saccade/nn/landing.h"

namespace saccade {
namespace {

void AddTensor(NamedTensors& tensors, const std::string& name, std::vector<std::int64_t> shape) {
  const std::size_t count = static_cast<std::size_t>(ElementCount(shape));
  tensors[name] = {std::move(shape), std::vector<float>(count)};
}

void AddConv(NamedTensors& tensors, const ConvShape& conv) {
  AddTensor(tensors, conv.name + ".weight", {conv.out, conv.in + kTasks, conv.kernel, conv.kernel});
  AddTensor(tensors, conv.name + ".bias", {conv.out});
}

// A layer's bias has the bound of its weight: 1/sqrt(fan in).
NamedTensors Initialise(NamedTensors tensors, Random random) {
  for (auto& [name, tensor] : tensors) {
    if (name == "gaze.gain") tensor = InitialGains();
    if (name.starts_with("gaze.")) continue;  // the other tables start at 0: no prior
    const std::string layer = name.substr(0, name.rfind('.'));
    const auto& shape = tensors.at(layer + ".weight").shape;
    const double fan_in = static_cast<double>(ElementCount(shape)) / static_cast<double>(shape[0]);
    const double bound = 1 / std::sqrt(fan_in);
    Random own(random.State(), name);
    for (float& value : tensor.values) value = static_cast<float>(own.Uniform(-bound, bound));
  }
  return tensors;
}

std::string ShapeText(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (const std::int64_t size : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(size);
  }
  return text + "]";
}

void CheckShapes(const NamedTensors& found, const NamedTensors& expected,
                 const std::string& origin) {
  for (const auto& [name, tensor] : expected) {
    const auto it = found.find(name);
    if (it == found.end()) throw InputError(origin, name, "is missing; is this another network?");
    if (it->second.shape != tensor.shape) {
      throw InputError(origin, name, "has shape {}; {} is expected", ShapeText(it->second.shape),
                       ShapeText(tensor.shape));
    }
  }
  for (const auto& [name, tensor] : found) {
    if (!expected.contains(name)) throw InputError(origin, name, "is no parameter of this network");
  }
}

const HostTensor& FirstWeight(const NamedTensors& weights, const std::string& name,
                              const std::string& origin) {
  const auto it = weights.find(name);
  if (it == weights.end() || it->second.shape.size() != 4) {
    throw InputError(origin, name, "is missing or no convolution; is this another network?");
  }
  return it->second;
}

}  // namespace

NamedTensors EmptyPolicy(const PolicyShape& shape) {
  NamedTensors tensors;
  for (const ConvShape& conv : {shape.FeatEnc(), shape.Actor1(), shape.Actor2(), shape.Actor3(),
                                shape.Critic0(), shape.Critic1()}) {
    AddConv(tensors, conv);
  }
  AddTensor(tensors, "critic2.weight",
            {PolicyShape::kCriticHidden, PolicyShape::kCriticFeatures + kTasks});
  AddTensor(tensors, "critic2.bias", {PolicyShape::kCriticHidden});
  AddTensor(tensors, "critic3.weight", {1, PolicyShape::kCriticHidden});
  AddTensor(tensors, "critic3.bias", {1});
  if (shape.gaze_prior) {
    AddEmptyGazePrior(tensors);
    AddTensor(tensors, "gaze.gain", InitialGains().shape);
  }
  return tensors;
}

NamedTensors EmptyDiscriminator(const DiscriminatorShape& shape) {
  NamedTensors tensors;
  for (const ConvShape& conv : {shape.Conv1(), shape.Conv2(), shape.Conv3(), shape.Conv4()}) {
    AddConv(tensors, conv);
  }
  return tensors;
}

NamedTensors InitialPolicy(const PolicyShape& shape, Random random) {
  return Initialise(EmptyPolicy(shape), random);
}

NamedTensors InitialDiscriminator(const DiscriminatorShape& shape, Random random) {
  return Initialise(EmptyDiscriminator(shape), random);
}

PolicyShape PolicyShapeOf(const NamedTensors& weights, const std::string& origin) {
  const HostTensor& first = FirstWeight(weights, "feat_enc.weight", origin);
  const PolicyShape shape{.channels = static_cast<int>(first.shape[1]) - kTasks,
                          .gaze_prior = HasGazePrior(weights)};
  CheckShapes(weights, EmptyPolicy(shape), origin);
  return shape;
}

DiscriminatorShape DiscriminatorShapeOf(const NamedTensors& weights, const std::string& origin) {
  const HostTensor& first = FirstWeight(weights, "conv1.weight", origin);
  const DiscriminatorShape shape{.channels = static_cast<int>(first.shape[1]) - kTasks,
                                 .first_kernel = static_cast<int>(first.shape[2])};
  CheckShapes(weights, EmptyDiscriminator(shape), origin);
  return shape;
}

}  // namespace saccade
