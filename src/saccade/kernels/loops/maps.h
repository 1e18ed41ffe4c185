#pragma once

#include "saccade/kernels/loops/vector.h"

namespace saccade::SACCADE_WIDTH {
namespace {

void AddStarts(const float* const* starts, int cells, float* block) {
  for (int cell = 0; cell < cells; ++cell) {
    for (int lane = 0; lane < kLanes; lane += kWidth, block += kWidth) {
      Store(block, Relu(Load(block) + Load(starts[cell] + lane)));
    }
  }
}

void MaskAndSum(const float* activation, int cells, float* gradient, float* const* sums) {
  for (int cell = 0; cell < cells; ++cell) {
    for (int lane = 0; lane < kLanes; lane += kWidth, activation += kWidth, gradient += kWidth) {
      const Vec kept = Load(activation) > 0.0f ? Load(gradient) : Vec{};
      Store(gradient, kept);
      float* sum = sums[cell] + lane;
      Store(sum, Load(sum) + kept);
    }
  }
}

// start + a block of sums, lane by lane: the same order at every width.
[[gnu::always_inline]] inline float Sum(float start, const Vec* block) {
  for (int lane = 0; lane < kLanes; ++lane) start += block[lane / kWidth][lane % kWidth];
  return start;
}

void LastLayer(const float* low, const float* high, std::size_t stride, const float* weights,
               float start, int count, float* out) {
  for (int i = 0; i < count; ++i, low += stride, high += stride) {
    Vec sum[kParts];
    for (int p = 0; p < kParts; ++p) {
      const int lane = p * kWidth;
      sum[p] = Load(low + lane) * Load(weights + lane);
      sum[p] += Load(high + lane) * Load(weights + kLanes + lane);
    }
    out[i] = Sum(start, sum);
  }
}

void LastLayerGradient(const float* gradients, const float* active, const float* weights, int cells,
                       float* sums, float* to) {
  Vec w[kParts], sum[kParts];
  for (int p = 0; p < kParts; ++p) {
    w[p] = Load(weights + p * kWidth);
    sum[p] = Load(sums + p * kWidth);
  }
  for (int cell = 0; cell < cells; ++cell) {
    for (int p = 0; p < kParts; ++p, active += kWidth, to += kWidth) {
      sum[p] += gradients[cell] * Load(active);
      Store(to, gradients[cell] * w[p]);
    }
  }
  for (int p = 0; p < kParts; ++p) Store(sums + p * kWidth, sum[p]);
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
