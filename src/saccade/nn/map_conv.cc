#include "saccade/nn/map_conv.h"

namespace saccade {

std::vector<Place> PlacesOf(const CellSet& cells) {
  std::vector<Place> places;
  cells.ForEach([&](int cell) {
    places.push_back({cell / Grid::kColumns, cell % Grid::kColumns});
  });
  return places;
}

void ConvAt(std::span<const Place> places, const CellWeights& weights, const TaskBias& bias,
            int task, int padding, const MapView& in, const MapView& out) {
  constexpr int kTaps = 9;
  static const std::vector<float> zeros(256);  // an input outside the picture
  std::vector<const float*> inputs(places.size() * kTaps), starts(places.size());
  std::vector<float*> outputs(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [row, column] = places[i];
    for (int tap = 0; tap < kTaps; ++tap) {
      const int r = row + tap / 3 - padding, c = column + tap % 3 - padding;
      const bool inside = 0 <= r && r < in.rows && 0 <= c && c < in.columns;
      inputs[i * kTaps + tap] = inside ? in.At(r, c) : zeros.data();
    }
    starts[i] = bias.At(task, row, column);
    outputs[i] = out.At(row, column);
  }
  CellConv(weights, {inputs, starts, outputs, true});
}

CellWeights CellWeightsOf(const ConvShape& conv, const HostTensor& weight) {
  return CellWeights(conv.Taps(), conv.in, conv.out, [&](int tap, int in, int out) {
    return weight.values[WeightIndex(conv, out, in, tap)];
  });
}

}  // namespace saccade
