#pragma once

#include "saccade/kernels/loops/maps.h"

namespace saccade::SACCADE_WIDTH {
namespace {

void Add(const float* __restrict from, std::size_t count, float* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
}

void AddScaled(float factor, const float* __restrict from, std::size_t count,
               float* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) to[i] += factor * from[i];
}

void ScaleAndAdd(float factor, const float* __restrict from, std::size_t count,
                 float* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = factor * to[i] + from[i];
}

void Mask(const float* __restrict activation, std::size_t count, float* __restrict values) {
  for (std::size_t i = 0; i < count; ++i) values[i] = activation[i] > 0 ? values[i] : 0;
}

float Dot(float start, const float* a, const float* b, std::size_t count) {
  Vec sum[kParts] = {};
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int p = 0; p < kParts; ++p) {
      sum[p] += Load(a + i + p * kWidth) * Load(b + i + p * kWidth);
    }
  }
  float total = Sum(start, sum);
  for (; i < count; ++i) total += a[i] * b[i];
  return total;
}

void Adam(const AdamLoop& loop, const float* __restrict g, float* __restrict m, float* __restrict v,
          float* __restrict w) {
  const float beta1 = loop.beta1, beta2 = loop.beta2, rate = loop.rate;
  const float root_scale = loop.root_scale, epsilon = loop.epsilon;
  for (std::size_t i = 0; i < loop.count; ++i) {
    m[i] = beta1 * m[i] + (1 - beta1) * g[i];
    v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
    w[i] -= rate * m[i] / (__builtin_sqrtf(v[i]) * root_scale + epsilon);
  }
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
