#pragma once

#include <array>

#include "saccade/kernels/cell_conv.h"
#include "saccade/kernels/task_bias.h"

namespace saccade {

// A place in a layer's output.
struct OutputPlace {
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

// Some places of a layer's output, at most as many as the grid has cells; lives on the stack.
class PlaceList {
 public:
  void Add(int row, int column) { places_[size_++] = {row, column}; }
  std::size_t size() const { return size_; }
  const OutputPlace* begin() const { return places_.data(); }
  const OutputPlace* end() const { return places_.data() + size_; }
  const OutputPlace& operator[](std::size_t i) const { return places_[i]; }

 private:
  std::size_t size_ = 0;
  std::array<OutputPlace, Grid::kCells> places_;
};

// A 3x3 convolution with ReLU, computed at some places of its output only.
void ConvAt(const PlaceList& places, const CellWeights& weights, const TaskBias& bias, int task,
            int padding, const MapView& in, const MapView& out);

// Kernel weights of the feature channels of a convolution in PyTorch's layout.
CellWeights CellWeightsOf(const ConvShape& conv, const HostTensor& weight);

// Index of weight[out][in][tap] in PyTorch's layout.
inline std::size_t WeightIndex(const ConvShape& conv, int out, int in, int tap) {
  return (static_cast<std::size_t>(out) * (conv.in + kTasks) + in) * conv.Taps() + tap;
}

}  // namespace saccade
