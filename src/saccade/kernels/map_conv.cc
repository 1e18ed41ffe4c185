#include "saccade/kernels/map_conv.h"

namespace saccade {

void ConvAt(const PlaceList& places, const CellWeights& weights, const TaskBias& bias, int task,
            int padding, const MapView& in, const MapView& out) {
  constexpr std::size_t kTaps = 9;
  static constexpr std::array<float, 256> kZeros{};  // an input outside the picture
  std::array<const float*, Grid::kCells * kTaps> inputs;
  std::array<const float*, Grid::kCells> starts;
  std::array<float*, Grid::kCells> outputs;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [row, column] = places[i];
    for (int tap = 0; tap < static_cast<int>(kTaps); ++tap) {
      const int r = row + tap / 3 - padding, c = column + tap % 3 - padding;
      const bool inside = 0 <= r && r < in.rows && 0 <= c && c < in.columns;
      inputs[i * kTaps + tap] = inside ? in.At(r, c) : kZeros.data();
    }
    starts[i] = bias.At(task, row, column);
    outputs[i] = out.At(row, column);
  }
  CellConv(weights,
           {std::span(inputs).first(places.size() * kTaps), std::span(starts).first(places.size()),
            std::span(outputs).first(places.size()), true});
}

CellWeights CellWeightsOf(const ConvShape& conv, const HostTensor& weight) {
  return CellWeights(conv.Taps(), conv.in, conv.out, [&](int tap, int in, int out) {
    return weight.values[WeightIndex(conv, out, in, tap)];
  });
}

}  // namespace saccade
