#pragma once

#include <array>
#include <span>
#include <vector>

#include "saccade/kernels/cell_conv.h"
#include "saccade/kernels/sparse_conv.h"
#include "saccade/kernels/sparse_state.h"
#include "saccade/nn/network_shape.h"

namespace saccade {

// A state, what is searched in it, and where the searcher looks next.
struct StateAction {
  SharedState state;
  int task = 0;
  int action = 0;  // cell, 0..639
};

// D(s, a) is the network's output at one cell, which depends on a window around it only: 5x5 places
// of the first convolution, 3x3 of the second, one of the third. These are their activations for
// some pairs; places outside the picture hold zeros.
struct DiscriminatorWindows {
  static constexpr int kPlaces1 = 25, kMaps1 = 128;
  static constexpr int kPlaces2 = 9, kMaps2 = 64;
  static constexpr int kMaps3 = 32;

  std::vector<float> layer1;  // [pair][25][128]
  std::vector<float> layer2;  // [pair][9][64]
  std::vector<float> layer3;  // [pair][32]
  std::vector<float> logits;  // [pair]
};

// The learned reward (paper, section 2.2): a logit per cell, D = sigmoid(logit), reward = log D.
class Discriminator {
 public:
  // Weights by PyTorch names (network_shape.h).
  explicit Discriminator(const NamedTensors& weights);

  const DiscriminatorShape& shape() const { return shape_; }

  // The logit at the action of each pair, in parallel.
  std::vector<float> Logits(std::span<const StateAction> pairs) const;
  // The logit of every cell.
  std::array<float, Grid::kCells> LogitMap(const SparseState& state, int task) const;

  // The windows of a few pairs on the calling thread; keeps their memory from call to call.
  void Forward(std::span<const StateAction> pairs, DiscriminatorWindows& windows) const;

 private:
  friend class DiscriminatorGradient;

  DiscriminatorShape shape_;
  SparseConv conv1_;
  CellWeights conv2_, conv3_;
  TaskBias conv2_bias_, conv3_bias_;
  std::vector<float> conv4_;                // 32 weights
  std::array<float, kTasks> conv4_bias_{};  // with the task's share
};

// log sigmoid(x) without overflow: the reward of a logit.
float LogSigmoid(float x);

}  // namespace saccade
