#include "saccade/nn/discriminator.h"

#include <algorithm>
#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/kernels/map_conv.h"
#include "saccade/kernels/sums.h"

namespace saccade {
namespace {

using Windows = DiscriminatorWindows;

float Dot32(const float* a, const float* b) {
  float total = 0;
  LastLayer(a, a + kLanes, 0, b, 0, 1, &total);
  return total;
}

// Pairs a call of Forward: the windows of 16 pairs (300 KB) stay in the second-level cache.
constexpr std::size_t kChunk = 16;

}  // namespace

float LogSigmoid(float x) { return std::min(x, 0.0f) - std::log1p(std::exp(-std::abs(x))); }

Discriminator::Discriminator(const NamedTensors& weights)
    : shape_(DiscriminatorShapeOf(weights, "discriminator")),
      conv1_(shape_.Conv1(), weights.at("conv1.weight"), weights.at("conv1.bias")),
      conv2_(CellWeightsOf(shape_.Conv2(), weights.at("conv2.weight"))),
      conv3_(CellWeightsOf(shape_.Conv3(), weights.at("conv3.weight"))),
      conv2_bias_(shape_.Conv2(), weights.at("conv2.weight"), weights.at("conv2.bias")),
      conv3_bias_(shape_.Conv3(), weights.at("conv3.weight"), weights.at("conv3.bias")) {
  const std::vector<float>& last = weights.at("conv4.weight").values;
  conv4_.assign(last.begin(), last.begin() + Windows::kMaps3);
  for (int task = 0; task < kTasks; ++task) {
    conv4_bias_[task] = weights.at("conv4.bias").values[0] + last[Windows::kMaps3 + task];
  }
}

void Discriminator::Forward(std::span<const StateAction> pairs, Windows& windows) const {
  windows.layer1.assign(pairs.size() * Windows::kPlaces1 * Windows::kMaps1, 0);
  windows.layer2.assign(pairs.size() * Windows::kPlaces2 * Windows::kMaps2, 0);
  windows.layer3.resize(pairs.size() * Windows::kMaps3);
  windows.logits.resize(pairs.size());
  std::vector<const float*> inputs2, starts2, inputs3, starts3;
  std::vector<float*> outputs2, outputs3;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [state, task, action] = pairs[i];
    const Cell center = Grid::At(action);
    float* layer1 = &windows.layer1[i * Windows::kPlaces1 * Windows::kMaps1];
    float* layer2 = &windows.layer2[i * Windows::kPlaces2 * Windows::kMaps2];
    for (int place = 0; place < Windows::kPlaces1; ++place) {
      const Cell cell{center.column + place % 5 - 2, center.row + place / 5 - 2};
      if (!Grid::Contains(cell)) continue;
      conv1_.ForwardCell(*state, task, cell.row, cell.column, layer1 + place * Windows::kMaps1,
                         kLanes);
    }
    for (int place = 0; place < Windows::kPlaces2; ++place) {
      inputs3.push_back(layer2 + place * Windows::kMaps2);
      const Cell cell{center.column + place % 3 - 1, center.row + place / 3 - 1};
      if (!Grid::Contains(cell)) continue;
      for (int tap = 0; tap < 9; ++tap) {
        const int below = (place / 3 + tap / 3) * 5 + place % 3 + tap % 3;
        inputs2.push_back(layer1 + below * Windows::kMaps1);
      }
      starts2.push_back(conv2_bias_.At(task, cell.row, cell.column));
      outputs2.push_back(layer2 + place * Windows::kMaps2);
    }
    starts3.push_back(conv3_bias_.At(task, center.row, center.column));
    outputs3.push_back(&windows.layer3[i * Windows::kMaps3]);
  }
  CellConv(conv2_, {inputs2, starts2, outputs2, true});
  CellConv(conv3_, {inputs3, starts3, outputs3, true});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    windows.logits[i] = conv4_bias_[pairs[i].task] + Dot32(outputs3[i], conv4_.data());
  }
}

std::vector<float> Discriminator::Logits(std::span<const StateAction> pairs) const {
  std::vector<float> logits(pairs.size());
  std::vector<Windows> windows(Threads());
  ParallelForWithWorker((pairs.size() + kChunk - 1) / kChunk, [&](std::size_t chunk, int worker) {
    const std::size_t first = chunk * kChunk;
    const auto part = pairs.subspan(first, std::min(kChunk, pairs.size() - first));
    Forward(part, windows[worker]);
    std::ranges::copy(windows[worker].logits, logits.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return logits;
}

std::array<float, Grid::kCells> Discriminator::LogitMap(const SparseState& state, int task) const {
  std::vector<float> layer1(Grid::kCells * Windows::kMaps1), layer2(Grid::kCells * Windows::kMaps2),
      layer3(Grid::kCells * Windows::kMaps3);
  const MapView map1{layer1.data(), Grid::kRows, Grid::kColumns, Windows::kMaps1};
  const MapView map2{layer2.data(), Grid::kRows, Grid::kColumns, Windows::kMaps2};
  const MapView map3{layer3.data(), Grid::kRows, Grid::kColumns, Windows::kMaps3};
  PlaceList everywhere;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell place = Grid::At(cell);
    everywhere.Add(place.row, place.column);
    conv1_.ForwardCell(state, task, place.row, place.column, map1.At(place.row, place.column),
                       kLanes);
  }
  ConvAt(everywhere, conv2_, conv2_bias_, task, 1, map1, map2);
  ConvAt(everywhere, conv3_, conv3_bias_, task, 1, map2, map3);
  std::array<float, Grid::kCells> logits;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    logits[cell] = conv4_bias_[task] + Dot32(&layer3[cell * Windows::kMaps3], conv4_.data());
  }
  return logits;
}

}  // namespace saccade
