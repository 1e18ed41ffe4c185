#include "saccade/kernels/lstm_cell.h"

#include "saccade/kernels/vector16.h"
#include "saccade/scene/grid.h"

namespace saccade {
namespace {

constexpr int kMap = Grid::kCells * kLanes;  // floats of a block

// A quotient of odd and even polynomials, the minimax fit of Eigen and XLA: within 2e-7 of tanh and
// exactly odd. Beyond 7.9 float's tanh is 1.
Vector16 Tanh16(Vector16 x) {
  constexpr float kEnd = 7.90531110763549805f;
  x = x > kEnd ? Vector16{} + kEnd : x;
  x = x < -kEnd ? Vector16{} - kEnd : x;
  const Vector16 s = x * x;
  Vector16 p = -2.76076847742355e-16f * s + 2.00018790482477e-13f;
  p = p * s - 8.60467152213735e-11f;
  p = p * s + 5.12229709037114e-08f;
  p = p * s + 1.48572235717979e-05f;
  p = p * s + 6.37261928875436e-04f;
  p = p * s + 4.89352455891786e-03f;
  Vector16 q = 1.19825839466702e-06f * s + 1.18534705686654e-04f;
  q = q * s + 2.26843463243900e-03f;
  q = q * s + 4.89352518554385e-03f;
  return x * p / q;
}

Vector16 Sigmoid16(Vector16 x) { return 0.5f * Tanh16(0.5f * x) + 0.5f; }

}  // namespace

void UpdateCells(int blocks, const float* from_beliefs, const float* before, float* gates,
                 float* memory, float* beliefs) {
  const int hidden = blocks * kLanes;
  for (int block = 0; block < blocks; ++block) {
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      float* gate = gates + cell * 4 * hidden + block * kLanes;
      const int at = block * kMap + cell * kLanes;
      Vector16 x[4];
      for (int k = 0; k < 4; ++k) {
        x[k] = Load16(gate + k * hidden);
        if (from_beliefs != nullptr) x[k] += Load16(from_beliefs + k * blocks * kMap + at);
      }
      const Vector16 in = Sigmoid16(x[0]), forget = Sigmoid16(x[1]);
      const Vector16 news = Tanh16(x[2]), out = Sigmoid16(x[3]);
      Vector16 c = in * news;
      if (before != nullptr) c += forget * Load16(before + at);
      Store16(gate, in);
      Store16(gate + hidden, forget);
      Store16(gate + 2 * hidden, news);
      Store16(gate + 3 * hidden, out);
      Store16(memory + at, c);
      Store16(beliefs + at, out * Tanh16(c));
    }
  }
}

void UpdateCellsBackward(int blocks, const float* before, const float* memory,
                         const float* beliefs_slope, float* gates, float* memory_slope,
                         float* from_beliefs_slope) {
  const int hidden = blocks * kLanes;
  for (int block = 0; block < blocks; ++block) {
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      float* gate = gates + cell * 4 * hidden + block * kLanes;
      const int at = block * kMap + cell * kLanes;
      const Vector16 in = Load16(gate), forget = Load16(gate + hidden);
      const Vector16 news = Load16(gate + 2 * hidden), out = Load16(gate + 3 * hidden);
      const Vector16 seen = Tanh16(Load16(memory + at)), slope = Load16(beliefs_slope + at);
      const Vector16 c = Load16(memory_slope + at) + slope * out * (1 - seen * seen);
      const Vector16 held = before != nullptr ? Load16(before + at) : Vector16{};
      const Vector16 x[4] = {c * news * in * (1 - in), c * held * forget * (1 - forget),
                             c * in * (1 - news * news), slope * seen * out * (1 - out)};
      for (int k = 0; k < 4; ++k) {
        Store16(gate + k * hidden, x[k]);
        if (before == nullptr) continue;
        float* sum = from_beliefs_slope + k * blocks * kMap + at;
        Store16(sum, Load16(sum) + x[k]);
      }
      Store16(memory_slope + at, c * forget);
    }
  }
}

}  // namespace saccade
