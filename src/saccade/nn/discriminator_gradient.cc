#include "saccade/nn/discriminator_gradient.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/kernels/map_conv.h"
#include "saccade/kernels/sums.h"

namespace saccade {
namespace {

using Windows = DiscriminatorWindows;
constexpr int kPlaces1 = Windows::kPlaces1, kMaps1 = Windows::kMaps1;
constexpr int kPlaces2 = Windows::kPlaces2, kMaps2 = Windows::kMaps2;
constexpr int kMaps3 = Windows::kMaps3;

// A batch is cut into this many parts, whatever the number of threads; a part goes through its
// pairs in chunks whose windows stay in the second-level cache.
constexpr std::size_t kParts = 4;
constexpr std::size_t kChunk = 8;

// Cell at place `place` of the side x side window around `center`.
Cell WindowCell(Cell center, int place, int side) {
  return {center.column + place % side - side / 2, center.row + place / side - side / 2};
}

const float* ZeroRow() {
  static const std::vector<float> zeros(256);
  return zeros.data();
}

float Sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

// Weights for going backwards, and the first layer's for dense input.
struct DiscriminatorGradient::Transposed {
  CellWeights conv1_dense, conv1_back, conv2_back, conv3_back;

  Transposed(const DiscriminatorShape& shape, const NamedTensors& weights) {
    const ConvShape conv1 = shape.Conv1(), conv2 = shape.Conv2(), conv3 = shape.Conv3();
    const std::vector<float>& w1 = weights.at("conv1.weight").values;
    const std::vector<float>& w2 = weights.at("conv2.weight").values;
    const std::vector<float>& w3 = weights.at("conv3.weight").values;
    conv1_dense = CellWeightsOf(conv1, weights.at("conv1.weight"));
    conv1_back = CellWeights(conv1.Taps(), conv1.out, conv1.in, [&](int tap, int out, int in) {
      return w1[WeightIndex(conv1, out, in, tap)];
    });
    conv2_back = CellWeights(9, kMaps2, kMaps1, [&](int tap, int out, int in) {
      return w2[WeightIndex(conv2, out, in, tap)];
    });
    // One output of the third layer reaches the nine places below through one tap each.
    conv3_back = CellWeights(1, kMaps3, kPlaces2 * kMaps2, [&](int, int out, int place_in) {
      return w3[WeightIndex(conv3, out, place_in % kMaps2, place_in / kMaps2)];
    });
  }
};

// The work space and the sums of one part of a batch.
struct DiscriminatorGradient::Part {
  // dlogit/dz at each layer's places ("chain"), and, for the penalty, its counterpart on the way
  // up: the derivative of the penalty with respect to the chain, masked ("rise").
  Windows windows;
  std::vector<float> chain1, chain2, chain3, rise1, rise2, rise3;
  std::vector<float>
      slope;  // [pair][side x side][padded channels]: dlogit/ds, then dpenalty/dslope

  SparseConvGradient sparse1;
  TaskBiasGradient task1, task2, task3;
  std::vector<float> dense1, outer2, outer3;  // [tap][in][out]
  std::array<float, kMaps3> conv4{};
  std::array<float, kTasks> task4{};
  DiscriminatorLosses sums;

  explicit Part(const DiscriminatorShape& shape)
      : sparse1(shape.Conv1()),
        task1(shape.Conv1()),
        task2(shape.Conv2()),
        task3(shape.Conv3()),
        dense1(static_cast<std::size_t>(shape.Conv1().Taps()) * shape.channels * kMaps1),
        outer2(9 * kMaps1 * kMaps2),
        outer3(9 * kMaps2 * kMaps3) {}

  void Clear() {
    sparse1.Clear();
    task1.Clear();
    task2.Clear();
    task3.Clear();
    for (auto* sum : {&dense1, &outer2, &outer3}) std::ranges::fill(*sum, 0.0f);
    conv4.fill(0);
    task4.fill(0);
    sums = {};
  }

  void ComputeChain(std::span<const StateAction> pairs, const Transposed& transposed,
                    std::span<const float> conv4_weights);
  void ComputeSlope(std::span<const StateAction> pairs, const Transposed& transposed, int side,
                    int kernel);
  void ComputeRise(std::span<const StateAction> pairs, const Transposed& transposed,
                   const CellWeights& conv2, const CellWeights& conv3, int side, int kernel,
                   int channels);
  // Adds everything that is linear in dlogit; with `rise` the penalty's second pass too.
  void Accumulate(std::span<const StateAction> pairs, std::span<const float> dlogit, bool rise);
};

void DiscriminatorGradient::Part::ComputeChain(std::span<const StateAction> pairs,
                                               const Transposed& transposed,
                                               std::span<const float> conv4_weights) {
  const std::size_t count = pairs.size();
  chain3.resize(count * kMaps3);
  chain2.resize(count * kPlaces2 * kMaps2);
  chain1.assign(count * kPlaces1 * kMaps1, 0);
  std::vector<const float*> inputs3(count), inputs2;
  std::vector<float*> outputs3(count), outputs2;
  for (std::size_t i = 0; i < count; ++i) {
    std::ranges::copy(conv4_weights, &chain3[i * kMaps3]);
    inputs3[i] = &chain3[i * kMaps3];
    outputs3[i] = &chain2[i * kPlaces2 * kMaps2];
  }
  MaskBy(windows.layer3, chain3);
  CellConv(transposed.conv3_back, {inputs3, {}, outputs3, false});
  MaskBy(windows.layer2, chain2);
  for (std::size_t i = 0; i < count; ++i) {
    const Cell center = Grid::At(pairs[i].action);
    for (int place = 0; place < kPlaces1; ++place) {
      if (!Grid::Contains(WindowCell(center, place, 5))) continue;
      for (int tap = 0; tap < 9; ++tap) {
        const int row = place / 5 - tap / 3, column = place % 5 - tap % 3;
        const bool reached = 0 <= row && row < 3 && 0 <= column && column < 3;
        inputs2.push_back(reached ? &chain2[(i * kPlaces2 + row * 3 + column) * kMaps2]
                                  : ZeroRow());
      }
      outputs2.push_back(&chain1[(i * kPlaces1 + place) * kMaps1]);
    }
  }
  CellConv(transposed.conv2_back, {inputs2, {}, outputs2, false});
  MaskBy(windows.layer1, chain1);
}

void DiscriminatorGradient::Part::ComputeSlope(std::span<const StateAction> pairs,
                                               const Transposed& transposed, int side, int kernel) {
  const std::size_t padded = static_cast<std::size_t>(transposed.conv1_back.padded_out());
  slope.assign(pairs.size() * side * side * padded, 0);
  std::vector<const float*> inputs;
  std::vector<float*> outputs;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Cell center = Grid::At(pairs[i].action);
    for (int place = 0; place < side * side; ++place) {
      if (!Grid::Contains(WindowCell(center, place, side))) continue;
      for (int tap = 0; tap < kernel * kernel; ++tap) {
        const int row = place / side - tap / kernel, column = place % side - tap % kernel;
        const bool reached = 0 <= row && row < 5 && 0 <= column && column < 5;
        inputs.push_back(reached ? &chain1[(i * kPlaces1 + row * 5 + column) * kMaps1] : ZeroRow());
      }
      outputs.push_back(&slope[(i * side * side + place) * padded]);
    }
  }
  CellConv(transposed.conv1_back, {inputs, {}, outputs, false});
}

void DiscriminatorGradient::Part::ComputeRise(std::span<const StateAction> pairs,
                                              const Transposed& transposed,
                                              const CellWeights& conv2, const CellWeights& conv3,
                                              int side, int kernel, int channels) {
  const std::size_t count = pairs.size();
  const std::size_t padded = static_cast<std::size_t>(transposed.conv1_back.padded_out());
  rise1.assign(count * kPlaces1 * kMaps1, 0);
  rise2.assign(count * kPlaces2 * kMaps2, 0);
  rise3.resize(count * kMaps3);
  std::vector<const float*> inputs1, gradients1, inputs2, inputs3;
  std::vector<float*> outputs1, outputs2, outputs3;
  for (std::size_t i = 0; i < count; ++i) {
    const Cell center = Grid::At(pairs[i].action);
    for (int place = 0; place < kPlaces1; ++place) {
      if (!Grid::Contains(WindowCell(center, place, 5))) continue;
      for (int tap = 0; tap < kernel * kernel; ++tap) {
        const int below = (place / 5 + tap / kernel) * side + place % 5 + tap % kernel;
        inputs1.push_back(&slope[(i * side * side + below) * padded]);
      }
      outputs1.push_back(&rise1[(i * kPlaces1 + place) * kMaps1]);
      gradients1.push_back(&chain1[(i * kPlaces1 + place) * kMaps1]);
    }
    for (int place = 0; place < kPlaces2; ++place) {
      inputs3.push_back(&rise2[(i * kPlaces2 + place) * kMaps2]);
      if (!Grid::Contains(WindowCell(center, place, 3))) continue;
      for (int tap = 0; tap < 9; ++tap) {
        const int below = (place / 3 + tap / 3) * 5 + place % 3 + tap % 3;
        inputs2.push_back(&rise1[(i * kPlaces1 + below) * kMaps1]);
      }
      outputs2.push_back(&rise2[(i * kPlaces2 + place) * kMaps2]);
    }
    outputs3.push_back(&rise3[i * kMaps3]);
  }
  CellConv(transposed.conv1_dense, {inputs1, {}, outputs1, false});
  MaskBy(windows.layer1, rise1);
  CellConv(conv2, {inputs2, {}, outputs2, false});
  MaskBy(windows.layer2, rise2);
  CellConv(conv3, {inputs3, {}, outputs3, false});
  MaskBy(windows.layer3, rise3);
  CellOuterProducts({inputs1, gradients1, kernel * kernel, channels, kMaps1}, dense1.data());
}

void DiscriminatorGradient::Part::Accumulate(std::span<const StateAction> pairs,
                                             std::span<const float> dlogit, bool rise) {
  std::vector<const float*> inputs2, gradients2, inputs3, gradients3;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [state, task, action] = pairs[i];
    const Cell center = Grid::At(action);
    const float factor = dlogit[i];
    const auto layer = [i](std::vector<float>& values, int size) {
      return std::span(values).subspan(i * size, size);
    };
    const std::span<float> layer1 = layer(windows.layer1, kPlaces1 * kMaps1);
    const std::span<float> layer2 = layer(windows.layer2, kPlaces2 * kMaps2);
    const std::span<float> layer3 = layer(windows.layer3, kMaps3);
    // Loss and penalty meet here: the outer products take dlogit * activation + rise.
    const auto combine = [&](std::span<float> activation, std::vector<float>& risen) {
      if (rise) {
        ScaleAndAdd(factor, layer(risen, static_cast<int>(activation.size())), activation);
      } else {
        for (float& value : activation) value *= factor;
      }
    };
    combine(layer1, rise1);
    combine(layer2, rise2);
    combine(layer3, rise3);
    for (int m = 0; m < kMaps3; ++m) conv4[m] += layer3[m];
    task4[task] += factor;
    AddScaled(factor, &chain3[i * kMaps3], kMaps3, task3.At(task, center.row, center.column));
    gradients3.push_back(&chain3[i * kMaps3]);
    for (int place = 0; place < kPlaces2; ++place) {
      inputs3.push_back(&layer2[place * kMaps2]);
      const Cell cell = WindowCell(center, place, 3);
      if (!Grid::Contains(cell)) continue;
      const float* chain = &chain2[(i * kPlaces2 + place) * kMaps2];
      AddScaled(factor, chain, kMaps2, task2.At(task, cell.row, cell.column));
      gradients2.push_back(chain);
      for (int tap = 0; tap < 9; ++tap) {
        inputs2.push_back(&layer1[((place / 3 + tap / 3) * 5 + place % 3 + tap % 3) * kMaps1]);
      }
    }
    for (int place = 0; place < kPlaces1; ++place) {
      const Cell cell = WindowCell(center, place, 5);
      if (!Grid::Contains(cell)) continue;
      const float* chain = &chain1[(i * kPlaces1 + place) * kMaps1];
      AddScaled(factor, chain, kMaps1, task1.At(task, cell.row, cell.column));
      for (int block = 0; block < SparseConvGradient::kBlocks; ++block) {
        sparse1.AddCell(*state, cell.row, cell.column, block, chain + block * kLanes, factor);
      }
    }
  }
  CellOuterProducts({inputs2, gradients2, 9, kMaps1, kMaps2}, outer2.data());
  CellOuterProducts({inputs3, gradients3, 9, kMaps2, kMaps3}, outer3.data());
}

DiscriminatorGradient::DiscriminatorGradient(const DiscriminatorShape& shape) : shape_(shape) {
  for (std::size_t i = 0; i < kParts; ++i) parts_.push_back(std::make_unique<Part>(shape));
}

DiscriminatorGradient::~DiscriminatorGradient() = default;

void DiscriminatorGradient::AddReal(const Discriminator& network, const Transposed& transposed,
                                    const DiscriminatorPairs& real, const Options& options,
                                    double batch, Part& part) const {
  const std::span<const StateAction> pairs = real.pairs;
  const int kernel = shape_.first_kernel, side = 4 + kernel;
  const std::size_t padded = static_cast<std::size_t>(transposed.conv1_back.padded_out());
  network.Forward(pairs, part.windows);
  part.ComputeChain(pairs, transposed, network.conv4_);
  part.ComputeSlope(pairs, transposed, side, kernel);
  std::vector<float> dlogit(pairs.size());
  const bool minus_one = options.penalty == GradientPenalty::kNormMinusOne;
  const double weight = options.penalty_factor / batch / (minus_one ? Grid::kCells : 1);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const float logit = part.windows.logits[i] + real.Offset(i);
    const double d = Sigmoid(logit), d_slope = d * (1 - d);
    part.sums.real -= LogSigmoid(logit);
    part.sums.real_accuracy += logit > 0;
    part.sums.real_mean += d;
    // Cells outside the window have slope 0: the term (0 - 1)^2 each, no gradient.
    double value = minus_one ? Grid::kCells : 0, by_d_slope = 0;
    const Cell center = Grid::At(pairs[i].action);
    for (int place = 0; place < side * side; ++place) {
      if (!Grid::Contains(WindowCell(center, place, side))) continue;
      const std::span<float> slope(&part.slope[(i * side * side + place) * padded],
                                   static_cast<std::size_t>(shape_.channels));
      double squares = 0;
      for (const float s : slope) squares += double{s} * s;
      const double length = std::sqrt(squares), norm = d_slope * length;
      double by_slope = 0;  // dpenalty/dslope = by_slope * slope
      if (minus_one) {
        value += (norm - 1) * (norm - 1) - 1;
        by_d_slope += 2 * (norm - 1) * length;
        by_slope = length > 0 ? 2 * (norm - 1) * d_slope / length : 0;
      } else {
        value += norm * norm;
        by_d_slope += 2 * norm * length;
        by_slope = 2 * d_slope * d_slope;
      }
      for (float& s : slope) s = static_cast<float>(weight * by_slope * s);
    }
    part.sums.penalty += weight * value;
    dlogit[i] = static_cast<float>((d - 1) / batch + weight * by_d_slope * d_slope * (1 - 2 * d));
  }
  if (!real.slopes.empty()) std::ranges::copy(dlogit, real.slopes.begin());
  part.ComputeRise(pairs, transposed, network.conv2_, network.conv3_, side, kernel,
                   shape_.channels);
  part.Accumulate(pairs, dlogit, true);
}

void DiscriminatorGradient::AddFake(const Discriminator& network, const Transposed& transposed,
                                    const DiscriminatorPairs& fake, double batch,
                                    Part& part) const {
  const std::span<const StateAction> pairs = fake.pairs;
  network.Forward(pairs, part.windows);
  part.ComputeChain(pairs, transposed, network.conv4_);
  std::vector<float> dlogit(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const float logit = part.windows.logits[i] + fake.Offset(i);
    part.sums.fake -= LogSigmoid(-logit);
    part.sums.fake_accuracy += logit < 0;
    part.sums.fake_mean += Sigmoid(logit);
    dlogit[i] = static_cast<float>(Sigmoid(logit) / batch);
  }
  if (!fake.slopes.empty()) std::ranges::copy(dlogit, fake.slopes.begin());
  part.Accumulate(pairs, dlogit, false);
}

DiscriminatorLosses DiscriminatorGradient::Compute(const NamedTensors& weights,
                                                   const DiscriminatorPairs& real,
                                                   const DiscriminatorPairs& fake,
                                                   const Options& options, NamedTensors& gradient) {
  const Discriminator network(weights);
  const Transposed transposed(shape_, weights);
  ParallelFor(kParts, [&](std::size_t p) {
    Part& part = *parts_[p];
    part.Clear();
    const auto chunks = [&](const DiscriminatorPairs& pairs, auto add) {
      const std::size_t end = pairs.size() * (p + 1) / kParts;
      for (std::size_t first = pairs.size() * p / kParts; first < end; first += kChunk) {
        add(pairs.Part(first, std::min(kChunk, end - first)));
      }
    };
    chunks(real, [&](const DiscriminatorPairs& pairs) {
      AddReal(network, transposed, pairs, options, static_cast<double>(real.size()), part);
    });
    chunks(fake, [&](const DiscriminatorPairs& pairs) {
      AddFake(network, transposed, pairs, static_cast<double>(fake.size()), part);
    });
  });
  Part& total = *parts_[0];
  for (std::size_t p = 1; p < kParts; ++p) {
    Part& part = *parts_[p];
    total.sparse1.Add(part.sparse1);
    total.task1.Add(part.task1);
    total.task2.Add(part.task2);
    total.task3.Add(part.task3);
    for (std::size_t i = 0; i < total.dense1.size(); ++i) total.dense1[i] += part.dense1[i];
    for (std::size_t i = 0; i < total.outer2.size(); ++i) total.outer2[i] += part.outer2[i];
    for (std::size_t i = 0; i < total.outer3.size(); ++i) total.outer3[i] += part.outer3[i];
    for (int m = 0; m < kMaps3; ++m) total.conv4[m] += part.conv4[m];
    for (int task = 0; task < kTasks; ++task) total.task4[task] += part.task4[task];
    total.sums.real += part.sums.real;
    total.sums.fake += part.sums.fake;
    total.sums.penalty += part.sums.penalty;
    total.sums.real_accuracy += part.sums.real_accuracy;
    total.sums.fake_accuracy += part.sums.fake_accuracy;
    total.sums.real_mean += part.sums.real_mean;
    total.sums.fake_mean += part.sums.fake_mean;
  }
  const auto add_outer = [&](const ConvShape& conv, const std::vector<float>& sums) {
    std::vector<float>& to = gradient.at(conv.name + ".weight").values;
    for (int out = 0; out < conv.out; ++out) {
      for (int in = 0; in < conv.in; ++in) {
        for (int tap = 0; tap < conv.Taps(); ++tap) {
          to[WeightIndex(conv, out, in, tap)] +=
              sums[(static_cast<std::size_t>(tap) * conv.in + in) * conv.out + out];
        }
      }
    }
  };
  total.sparse1.AddTo(gradient.at("conv1.weight"));
  add_outer(shape_.Conv1(), total.dense1);
  add_outer(shape_.Conv2(), total.outer2);
  add_outer(shape_.Conv3(), total.outer3);
  total.task1.AddTo(gradient.at("conv1.weight"), gradient.at("conv1.bias"));
  total.task2.AddTo(gradient.at("conv2.weight"), gradient.at("conv2.bias"));
  total.task3.AddTo(gradient.at("conv3.weight"), gradient.at("conv3.bias"));
  for (int m = 0; m < kMaps3; ++m) gradient.at("conv4.weight").values[m] += total.conv4[m];
  for (int task = 0; task < kTasks; ++task) {
    gradient.at("conv4.weight").values[kMaps3 + task] += total.task4[task];
    gradient.at("conv4.bias").values[0] += total.task4[task];
  }
  DiscriminatorLosses losses = total.sums;
  const double reals = std::max<double>(1, static_cast<double>(real.size()));
  const double fakes = std::max<double>(1, static_cast<double>(fake.size()));
  losses.real /= reals;
  losses.real_accuracy /= reals;
  losses.real_mean /= reals;
  losses.fake /= fakes;
  losses.fake_accuracy /= fakes;
  losses.fake_mean /= fakes;
  return losses;
}

}  // namespace saccade
