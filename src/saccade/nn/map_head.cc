#include "saccade/nn/map_head.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/error.h"
#include "saccade/kernels/matrix_product.h"
#include "saccade/scene/category.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

constexpr int kCells = Grid::kCells;

void AddTensor(NamedTensors& tensors, const std::string& name, std::vector<std::int64_t> shape) {
  const std::size_t count = static_cast<std::size_t>(ElementCount(shape));
  tensors[name] = {std::move(shape), std::vector<float>(count)};
}

// The network for one picture and task, with what its gradient needs.
struct Activations {
  std::vector<float> hidden;  // [hidden][640] after ReLU; empty without a hidden layer
  std::vector<float> last;    // the task's weights [in][k * k], dropout applied
  std::vector<float> logits;  // [640]
};

// A convolution to one map is k * k products with a row of weights each, shifted and added. Calls
// visit(tap, cell, from) for every cell and the cell `from` that the tap sees there.
template <typename Visit>
void ForEachTap(int kernel, const Visit& visit) {
  const int reach = kernel / 2;
  for (int tap = 0; tap < kernel * kernel; ++tap) {
    const int down = tap / kernel - reach, right = tap % kernel - reach;
    for (int row = std::max(0, -down); row < std::min(Grid::kRows, Grid::kRows - down); ++row) {
      for (int column = std::max(0, -right);
           column < std::min(Grid::kColumns, Grid::kColumns - right); ++column) {
        visit(tap, Grid::Index({column, row}), Grid::Index({column + right, row + down}));
      }
    }
  }
}

struct Layers {
  explicit Layers(const NamedTensors& weights)
      : maps(&weights.at("maps.weight")), in(static_cast<int>(maps->shape[1])) {
    taps = static_cast<int>(maps->shape[2] * maps->shape[3]);
    kernel = static_cast<int>(maps->shape[2]);
    if (!weights.contains("hidden.weight")) return;
    hidden = &weights.at("hidden.weight");
    bias = &weights.at("hidden.bias");
  }
  int channels() const { return hidden != nullptr ? static_cast<int>(hidden->shape[1]) : in; }

  const HostTensor* maps = nullptr;
  const HostTensor* hidden = nullptr;
  const HostTensor* bias = nullptr;
  int in = 0;  // maps that enter the last convolution
  int taps = 0;
  int kernel = 0;
};

Activations Forward(const Layers& layers, const PictureFeatures& features, int task,
                    std::span<const float> dropout) {
  if (features.channels != layers.channels() || features.rows != Grid::kRows ||
      features.columns != Grid::kColumns) {
    throw InputError(fmt::format(
        "the features have {} channels on {}x{} cells; the model was trained on {} on 20x32: give "
        "--features-from the weights that it was trained with",
        features.channels, features.rows, features.columns, layers.channels()));
  }
  Activations a;
  const float* inputs = features.values.data();
  if (layers.hidden != nullptr) {
    a.hidden.resize(static_cast<std::size_t>(layers.in) * kCells);
    for (int h = 0; h < layers.in; ++h) {
      std::fill_n(&a.hidden[static_cast<std::size_t>(h) * kCells], kCells, layers.bias->values[h]);
    }
    MultiplyMatrices(false, false, layers.in, kCells, layers.channels(),
                     layers.hidden->values.data(), inputs, 1, a.hidden.data());
    for (float& value : a.hidden) value = std::max(value, 0.0f);
    inputs = a.hidden.data();
  }
  const std::size_t size = static_cast<std::size_t>(layers.in) * layers.taps;
  const auto first = layers.maps->values.begin() + static_cast<std::ptrdiff_t>(size) * task;
  a.last.assign(first, first + static_cast<std::ptrdiff_t>(size));
  if (!dropout.empty()) {
    for (std::size_t i = 0; i < size; ++i) a.last[i] *= dropout[i / layers.taps];
  }
  std::vector<float> products(static_cast<std::size_t>(layers.taps) * kCells);
  MultiplyMatrices(true, false, layers.taps, kCells, layers.in, a.last.data(), inputs, 0,
                   products.data());
  a.logits.assign(kCells, 0.0f);
  ForEachTap(layers.kernel,
             [&](int tap, int cell, int from) { a.logits[cell] += products[tap * kCells + from]; });
  return a;
}

}  // namespace

NamedTensors EmptyMapHead(const MapHeadShape& shape) {
  NamedTensors tensors;
  if (shape.hidden > 0) {
    AddTensor(tensors, "hidden.weight", {shape.hidden, shape.channels, 1, 1});
    AddTensor(tensors, "hidden.bias", {shape.hidden});
  }
  AddTensor(tensors, "maps.weight",
            {kTasks, shape.hidden > 0 ? shape.hidden : shape.channels, shape.kernel, shape.kernel});
  return tensors;
}

NamedTensors InitialMapHead(const MapHeadShape& shape, Random random) {
  NamedTensors tensors = EmptyMapHead(shape);
  for (auto& [name, tensor] : tensors) {
    const auto& weight = tensors.at(name.substr(0, name.rfind('.')) + ".weight").shape;
    const double fan_in = static_cast<double>(ElementCount(weight) / weight[0]);
    Random own(random.State(), name);
    for (float& value : tensor.values) {
      value = static_cast<float>(own.Uniform(-1, 1) / std::sqrt(fan_in));
    }
  }
  return tensors;
}

MapHeadShape MapHeadShapeOf(const NamedTensors& weights, const std::string& origin) {
  const auto rank = [&](const char* name, std::size_t dimensions) -> const HostTensor& {
    const auto found = weights.find(name);
    if (found == weights.end()) {
      throw InputError(origin, name, "is missing; is this another network?");
    }
    if (found->second.shape.size() != dimensions) {
      throw InputError(origin, name, "has {} dimensions; {} are expected",
                       found->second.shape.size(), dimensions);
    }
    return found->second;
  };
  MapHeadShape shape;
  const HostTensor& maps = rank("maps.weight", 4);
  shape.kernel = static_cast<int>(maps.shape[2]);
  shape.channels = static_cast<int>(maps.shape[1]);
  shape.hidden = 0;
  if (weights.contains("hidden.weight")) {
    shape.hidden = shape.channels;
    shape.channels = static_cast<int>(rank("hidden.weight", 4).shape[1]);
  }
  const NamedTensors expected = EmptyMapHead(shape);
  for (const auto& [name, tensor] : weights) {
    const auto found = expected.find(name);
    if (found == expected.end()) {
      throw InputError(origin, name, "is no parameter of this network");
    }
    if (found->second.shape != tensor.shape) {
      throw InputError(origin, name, "has a shape that does not fit the other layers");
    }
  }
  if (weights.size() != expected.size()) {
    throw InputError(origin, "hidden.bias", "is missing; is this another network?");
  }
  if (shape.kernel % 2 == 0) throw InputError(origin, "maps.weight", "has an even kernel");
  return shape;
}

std::vector<float> MapLogits(const NamedTensors& weights, const PictureFeatures& features,
                             int task) {
  return Forward(Layers(weights), features, task, {}).logits;
}

std::vector<double> MapProbabilities(std::span<const float> logits, double temperature) {
  const double most = *std::ranges::max_element(logits);
  std::vector<double> map;
  map.reserve(logits.size());
  double total = 0;
  for (const float logit : logits) {
    map.push_back(std::exp((logit - most) / temperature));
    total += map.back();
  }
  for (double& value : map) value /= total;
  return map;
}

double MapDivergence(std::span<const float> logits, std::span<const float> target) {
  const std::vector<double> map = MapProbabilities(logits);
  double divergence = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] > 0) {
      divergence += target[i] * (std::log(double{target[i]}) - std::log(std::max(map[i], 1e-300)));
    }
  }
  return divergence;
}

double AddMapGradient(const NamedTensors& weights, const MapExample& example, double weight,
                      NamedTensors& gradient, std::span<float> features_gradient) {
  const Layers layers(weights);
  const PictureFeatures& features = *example.features;
  const Activations a = Forward(layers, features, example.task, example.dropout);
  const std::vector<double> map = MapProbabilities(a.logits);

  // What each tap gets back, by the cell it saw.
  std::vector<float> slopes(static_cast<std::size_t>(layers.taps) * kCells);
  ForEachTap(layers.kernel, [&](int tap, int cell, int from) {
    slopes[tap * kCells + from] = static_cast<float>(weight * (map[cell] - example.target[cell]));
  });
  const bool has_hidden = layers.hidden != nullptr;
  const float* inputs = has_hidden ? a.hidden.data() : features.values.data();
  const std::size_t size = static_cast<std::size_t>(layers.in) * layers.taps;
  std::vector<float> last(size);
  MultiplyMatrices(false, true, layers.in, layers.taps, kCells, inputs, slopes.data(), 0,
                   last.data());
  float* const to = gradient.at("maps.weight").values.data() + size * example.task;
  for (std::size_t i = 0; i < size; ++i) {
    to[i] += example.dropout.empty() ? last[i] : last[i] * example.dropout[i / layers.taps];
  }
  if (!has_hidden && !features_gradient.empty()) {
    MultiplyMatrices(false, false, layers.in, kCells, layers.taps, a.last.data(), slopes.data(), 0,
                     features_gradient.data());
  }
  if (has_hidden) {
    std::vector<float> back(a.hidden.size());
    MultiplyMatrices(false, false, layers.in, kCells, layers.taps, a.last.data(), slopes.data(), 0,
                     back.data());
    float* const bias = gradient.at("hidden.bias").values.data();
    for (std::size_t i = 0; i < back.size(); ++i) {
      if (a.hidden[i] <= 0) back[i] = 0;
      bias[i / kCells] += back[i];
    }
    MultiplyMatrices(false, true, layers.in, layers.channels(), kCells, back.data(),
                     features.values.data(), 1, gradient.at("hidden.weight").values.data());
    if (!features_gradient.empty()) {
      MultiplyMatrices(true, false, layers.channels(), kCells, layers.in,
                       layers.hidden->values.data(), back.data(), 0, features_gradient.data());
    }
  }
  return MapDivergence(a.logits, example.target);
}

void ScaleMapInputs(std::span<const float> factors, NamedTensors& weights) {
  HostTensor& first =
      weights.at(weights.contains("hidden.weight") ? "hidden.weight" : "maps.weight");
  const std::size_t taps = static_cast<std::size_t>(first.shape[2] * first.shape[3]);
  for (std::size_t i = 0; i < first.values.size(); ++i) {
    first.values[i] *= factors[i / taps % factors.size()];
  }
}

}  // namespace saccade
