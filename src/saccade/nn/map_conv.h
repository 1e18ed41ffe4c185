#pragma once

#include <span>
#include <vector>

#include "saccade/beliefs/cell_set.h"
#include "saccade/nn/cell_conv.h"
#include "saccade/nn/task_bias.h"

namespace saccade {

// A place in a layer's output.
struct Place {
  int row = 0;
  int column = 0;
};

// A layer's maps for one state: [row][column][channel].
struct MapView {
  float* data = nullptr;
  int rows = 0;
  int columns = 0;
  int channels = 0;

  float* At(int row, int column) const {
    return data + (static_cast<std::size_t>(row) * columns + column) * channels;
  }
};

std::vector<Place> PlacesOf(const CellSet& cells);

// A 3x3 convolution with ReLU, computed at some places of its output only.
void ConvAt(std::span<const Place> places, const CellWeights& weights, const TaskBias& bias,
            int task, int padding, const MapView& in, const MapView& out);

// Kernel weights of the feature channels of a convolution in PyTorch's layout.
CellWeights CellWeightsOf(const ConvShape& conv, const HostTensor& weight);

// Index of weight[out][in][tap] in PyTorch's layout.
inline std::size_t WeightIndex(const ConvShape& conv, int out, int in, int tap) {
  return (static_cast<std::size_t>(out) * (conv.in + kTasks) + in) * conv.Taps() + tap;
}

}  // namespace saccade
