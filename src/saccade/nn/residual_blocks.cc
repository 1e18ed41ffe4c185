#include "saccade/nn/residual_blocks.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "saccade/base/error.h"
#include "saccade/kernels/matrix_product.h"

namespace saccade {
namespace {

using Shape = std::vector<std::int64_t>;

struct Grid2d {
  int rows = 0;
  int columns = 0;
  int cells() const { return rows * columns; }
};

std::string Name(int block, const char* layer) { return fmt::format("{}.{}", block, layer); }

// One convolution with its bias.
struct Layer {
  Layer(const NamedTensors& weights, const std::string& name)
      : weight(weights.at(name + ".weight").values.data()),
        bias(weights.at(name + ".bias").values),
        out(static_cast<int>(bias.size())),
        in(static_cast<int>(weights.at(name + ".weight").values.size()) / out) {}
  const float* weight;
  const std::vector<float>& bias;
  int out;
  int in;  // values that an output is the sum of: channels times taps
};

// inputs [in][cells] -> [out][cells].
std::vector<float> Apply(const Layer& layer, const std::vector<float>& inputs, int cells) {
  std::vector<float> outputs;
  outputs.reserve(static_cast<std::size_t>(layer.out) * cells);
  for (const float bias : layer.bias) outputs.insert(outputs.end(), cells, bias);
  MultiplyMatrices(false, false, layer.out, cells, layer.in, layer.weight, inputs.data(), 1,
                   outputs.data());
  return outputs;
}

// The gradient with respect to the inputs, from `slopes`, that with respect to the outputs.
std::vector<float> Back(const Layer& layer, const std::vector<float>& slopes, int cells) {
  std::vector<float> back(static_cast<std::size_t>(layer.in) * cells);
  MultiplyMatrices(true, false, layer.in, cells, layer.out, layer.weight, slopes.data(), 0,
                   back.data());
  return back;
}

void AddLayerGradient(const std::string& name, const std::vector<float>& inputs,
                      const std::vector<float>& slopes, int cells, NamedTensors& gradient) {
  HostTensor& weight = gradient.at(name + ".weight");
  HostTensor& bias = gradient.at(name + ".bias");
  const int out = static_cast<int>(bias.values.size());
  MultiplyMatrices(false, true, out, static_cast<int>(weight.values.size()) / out, cells,
                   slopes.data(), inputs.data(), 1, weight.values.data());
  for (std::size_t i = 0; i < slopes.size(); ++i) bias.values[i / cells] += slopes[i];
}

// A 3x3 convolution is a product with a matrix whose row 9 c + tap holds what the tap sees of
// channel c. Calls visit(place, from) for every place of that matrix that sees a cell: the cell's
// place in the maps is `from`.
template <typename Visit>
void ForEachTap(std::size_t channels, const Grid2d& grid, const Visit& visit) {
  const std::size_t cells = grid.cells();
  for (std::size_t row = 0; row < 9 * channels; ++row) {
    const std::size_t channel = row / 9;
    const int down = static_cast<int>(row % 9) / 3 - 1, right = static_cast<int>(row % 9) % 3 - 1;
    for (int r = std::max(0, -down); r < std::min(grid.rows, grid.rows - down); ++r) {
      for (int c = std::max(0, -right); c < std::min(grid.columns, grid.columns - right); ++c) {
        visit(row * cells + r * grid.columns + c,
              channel * cells + (r + down) * grid.columns + c + right);
      }
    }
  }
}

std::vector<float> Neighbours(const std::vector<float>& maps, const Grid2d& grid) {
  std::vector<float> seen(9 * maps.size());
  ForEachTap(maps.size() / grid.cells(), grid,
             [&](std::size_t place, std::size_t from) { seen[place] = maps[from]; });
  return seen;
}

std::vector<float> SumOverNeighbours(const std::vector<float>& seen, const Grid2d& grid) {
  std::vector<float> maps(seen.size() / 9);
  ForEachTap(maps.size() / grid.cells(), grid,
             [&](std::size_t place, std::size_t from) { maps[from] += seen[place]; });
  return maps;
}

void Rectify(std::vector<float>& values) {
  for (float& value : values) value = std::max(value, 0.0f);
}

// `slopes` where a ReLU let `values` through.
void Mask(const std::vector<float>& values, std::vector<float>& slopes) {
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    if (values[i] <= 0) slopes[i] = 0;
  }
}

void Add(const std::vector<float>& more, std::vector<float>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += more[i];
}

// The shapes that block `block` must have, going by its own first and last convolution.
std::map<std::string, Shape> ExpectedShapes(const NamedTensors& weights, int block,
                                            const std::string& origin) {
  const auto shape_of = [&](const char* layer) {
    const std::string name = Name(block, layer);
    const auto found = weights.find(name);
    if (found == weights.end()) {
      throw InputError(origin, name, "is missing; is this another network?");
    }
    if (found->second.shape.size() != 4 || found->second.values.empty()) {
      throw InputError(origin, name, "is no convolution's weight");
    }
    return found->second.shape;
  };
  const Shape first = shape_of("conv1.weight"), last = shape_of("conv3.weight");
  const std::int64_t in = first[1], middle = first[0], out = last[0];
  std::map<std::string, Shape> expected = {
      {Name(block, "conv1.weight"), {middle, in, 1, 1}},     {Name(block, "conv1.bias"), {middle}},
      {Name(block, "conv2.weight"), {middle, middle, 3, 3}}, {Name(block, "conv2.bias"), {middle}},
      {Name(block, "conv3.weight"), {out, middle, 1, 1}},    {Name(block, "conv3.bias"), {out}}};
  if (in != out) {
    expected[Name(block, "shortcut.weight")] = {out, in, 1, 1};
    expected[Name(block, "shortcut.bias")] = {out};
  }
  return expected;
}

}  // namespace

int CountResidualBlocks(const NamedTensors& weights, const std::string& origin) {
  std::size_t known = 0;
  std::int64_t channels = 0;  // that the block before gives
  int count = 0;
  for (; known < weights.size(); ++count) {
    const auto expected = ExpectedShapes(weights, count, origin);
    for (const auto& [name, shape] : expected) {
      const auto found = weights.find(name);
      if (found == weights.end()) throw InputError(origin, name, "is missing");
      if (found->second.shape != shape) {
        throw InputError(origin, name, "has a shape that does not fit the other layers");
      }
    }
    known += expected.size();
    const std::int64_t in = expected.at(Name(count, "conv1.weight"))[1];
    if (count > 0 && in != channels) {
      throw InputError(origin, Name(count, "conv1.weight"),
                       "takes {} channels; the block before gives {}", in, channels);
    }
    channels = expected.at(Name(count, "conv3.bias"))[0];
  }
  return count;
}

ResidualPass::ResidualPass(const NamedTensors& weights, PictureFeatures features)
    : weights_(weights), output_(std::move(features)) {
  const Grid2d grid{output_.rows, output_.columns};
  for (int block = 0; weights.contains(Name(block, "conv1.weight")); ++block) {
    const Layer conv1(weights, Name(block, "conv1")), conv2(weights, Name(block, "conv2")),
        conv3(weights, Name(block, "conv3"));
    if (output_.channels != conv1.in) {
      throw InputError(fmt::format(
          "the features have {} channels; the fine-tuned blocks take {}: give --features-from the "
          "weights that the model was trained with",
          output_.channels, conv1.in));
    }
    Activations a;
    a.input = std::move(output_.values);
    a.first = Apply(conv1, a.input, grid.cells());
    Rectify(a.first);
    a.second = Apply(conv2, Neighbours(a.first, grid), grid.cells());
    Rectify(a.second);
    output_.channels = conv3.out;
    output_.values = Apply(conv3, a.second, grid.cells());
    if (conv1.in == conv3.out) {
      Add(a.input, output_.values);
    } else {
      Add(Apply(Layer(weights, Name(block, "shortcut")), a.input, grid.cells()), output_.values);
    }
    Rectify(output_.values);
    blocks_.push_back(std::move(a));
  }
}

void ResidualPass::AddGradient(std::span<const float> output_gradient,
                               NamedTensors& gradient) const {
  const Grid2d grid{output_.rows, output_.columns};
  const int cells = grid.cells();
  std::vector<float> slopes(output_gradient.begin(), output_gradient.end());
  for (int block = static_cast<int>(blocks_.size()) - 1; block >= 0; --block) {
    const Activations& a = blocks_[block];
    const Layer conv1(weights_, Name(block, "conv1")), conv2(weights_, Name(block, "conv2")),
        conv3(weights_, Name(block, "conv3"));
    const bool has_shortcut = conv1.in != conv3.out;
    // A block's output is the input of the next.
    const bool is_last = block + 1 == static_cast<int>(blocks_.size());
    Mask(is_last ? output_.values : blocks_[block + 1].input, slopes);
    AddLayerGradient(Name(block, "conv3"), a.second, slopes, cells, gradient);
    if (has_shortcut) AddLayerGradient(Name(block, "shortcut"), a.input, slopes, cells, gradient);

    std::vector<float> inner = Back(conv3, slopes, cells);
    Mask(a.second, inner);
    AddLayerGradient(Name(block, "conv2"), Neighbours(a.first, grid), inner, cells, gradient);
    inner = SumOverNeighbours(Back(conv2, inner, cells), grid);
    Mask(a.first, inner);
    AddLayerGradient(Name(block, "conv1"), a.input, inner, cells, gradient);
    if (block == 0) break;
    if (has_shortcut) slopes = Back(Layer(weights_, Name(block, "shortcut")), slopes, cells);
    Add(Back(conv1, inner, cells), slopes);
  }
}

PictureFeatures ApplyResidualBlocks(const NamedTensors& weights, PictureFeatures features) {
  if (weights.empty()) return features;
  return ResidualPass(weights, std::move(features)).output();
}

}  // namespace saccade
