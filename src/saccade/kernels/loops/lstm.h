#pragma once

#include "saccade/kernels/loops/vector.h"

namespace saccade::SACCADE_WIDTH {
namespace {

// A quotient of odd and even polynomials, the minimax fit of Eigen and XLA: within 2e-7 of tanh and
// exactly odd. Beyond 7.9 float's tanh is 1.
[[gnu::always_inline]] inline Vec Tanh(Vec x) {
  constexpr float kEnd = 7.90531110763549805f;
  x = x > kEnd ? Vec{} + kEnd : x;
  x = x < -kEnd ? Vec{} - kEnd : x;
  const Vec s = x * x;
  Vec p = -2.76076847742355e-16f * s + 2.00018790482477e-13f;
  p = p * s - 8.60467152213735e-11f;
  p = p * s + 5.12229709037114e-08f;
  p = p * s + 1.48572235717979e-05f;
  p = p * s + 6.37261928875436e-04f;
  p = p * s + 4.89352455891786e-03f;
  Vec q = 1.19825839466702e-06f * s + 1.18534705686654e-04f;
  q = q * s + 2.26843463243900e-03f;
  q = q * s + 4.89352518554385e-03f;
  return x * p / q;
}

[[gnu::always_inline]] inline Vec Sigmoid(Vec x) { return 0.5f * Tanh(0.5f * x) + 0.5f; }

// Calls visit(a register's place in the gates, in maps).
template <typename Visit>
[[gnu::always_inline]] inline void ForEachLstmVector(const LstmLoop& loop, Visit visit) {
  for (int block = 0; block < loop.blocks; ++block) {
    for (int cell = 0; cell < loop.cells; ++cell) {
      for (int lane = 0; lane < kLanes; lane += kWidth) {
        visit((cell * 4 * loop.blocks + block) * kLanes + lane,
              (block * loop.cells + cell) * kLanes + lane);
      }
    }
  }
}

void LstmCells(const LstmLoop& loop, const float* from_beliefs, float* memory, float* beliefs) {
  const int hidden = loop.blocks * kLanes, maps = hidden * loop.cells;
  ForEachLstmVector(loop, [&](int gate_at, int at) {
    float* gate = loop.gates + gate_at;
    Vec x[4];
    for (int k = 0; k < 4; ++k) {
      x[k] = Load(gate + k * hidden);
      if (from_beliefs != nullptr) x[k] += Load(from_beliefs + k * maps + at);
    }
    const Vec in = Sigmoid(x[0]), forget = Sigmoid(x[1]);
    const Vec news = Tanh(x[2]), out = Sigmoid(x[3]);
    Vec c = in * news;
    if (loop.before != nullptr) c += forget * Load(loop.before + at);
    Store(gate, in);
    Store(gate + hidden, forget);
    Store(gate + 2 * hidden, news);
    Store(gate + 3 * hidden, out);
    Store(memory + at, c);
    Store(beliefs + at, out * Tanh(c));
  });
}

void LstmCellsGradient(const LstmLoop& loop, const float* memory, const float* beliefs_slope,
                       float* memory_slope, float* from_beliefs_slope) {
  const int hidden = loop.blocks * kLanes, maps = hidden * loop.cells;
  ForEachLstmVector(loop, [&](int gate_at, int at) {
    float* gate = loop.gates + gate_at;
    const Vec in = Load(gate), forget = Load(gate + hidden);
    const Vec news = Load(gate + 2 * hidden), out = Load(gate + 3 * hidden);
    const Vec seen = Tanh(Load(memory + at)), slope = Load(beliefs_slope + at);
    const Vec c = Load(memory_slope + at) + slope * out * (1 - seen * seen);
    const Vec held = loop.before != nullptr ? Load(loop.before + at) : Vec{};
    const Vec x[4] = {c * news * in * (1 - in), c * held * forget * (1 - forget),
                      c * in * (1 - news * news), slope * seen * out * (1 - out)};
    for (int k = 0; k < 4; ++k) {
      Store(gate + k * hidden, x[k]);
      if (loop.before == nullptr) continue;
      float* sum = from_beliefs_slope + k * maps + at;
      Store(sum, Load(sum) + x[k]);
    }
    Store(memory_slope + at, c * forget);
  });
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
