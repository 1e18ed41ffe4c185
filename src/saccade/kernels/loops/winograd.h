#pragma once

#include "saccade/kernels/loops/vector.h"

namespace saccade::SACCADE_WIDTH {
namespace {

// Bt d B
void WinogradInput(const float* const* from, int channels, float* to, std::size_t stride) {
  for (int channel = 0; channel < channels; channel += kWidth, to += kWidth) {
    Vec rows[4][4];
    for (int c = 0; c < 4; ++c) {
      Vec d[4];
      for (int r = 0; r < 4; ++r) d[r] = Load(from[4 * r + c] + channel);
      rows[0][c] = d[0] - d[2];
      rows[1][c] = d[1] + d[2];
      rows[2][c] = d[2] - d[1];
      rows[3][c] = d[1] - d[3];
    }
    for (int r = 0; r < 4; ++r) {
      const Vec* d = rows[r];
      Store(to + (4 * r) * stride, d[0] - d[2]);
      Store(to + (4 * r + 1) * stride, d[1] + d[2]);
      Store(to + (4 * r + 2) * stride, d[2] - d[1]);
      Store(to + (4 * r + 3) * stride, d[1] - d[3]);
    }
  }
}

// At m A
void WinogradOutput(const float* sums, std::size_t stride, int channels, const float* const* starts,
                    float* const* outputs) {
  for (int channel = 0; channel < channels; channel += kWidth, sums += kWidth) {
    Vec rows[2][4];
    for (int c = 0; c < 4; ++c) {
      const Vec m0 = Load(sums + c * stride), m1 = Load(sums + (4 + c) * stride);
      const Vec m2 = Load(sums + (8 + c) * stride), m3 = Load(sums + (12 + c) * stride);
      rows[0][c] = m0 + m1 + m2;
      rows[1][c] = m1 - m2 - m3;
    }
    for (int r = 0; r < 2; ++r) {
      const Vec* m = rows[r];
      const Vec cells[2] = {m[0] + m[1] + m[2], m[1] - m[2] - m[3]};
      for (int c = 0; c < 2; ++c) {
        float* to = outputs[2 * r + c];
        if (to == nullptr) continue;
        Store(to + channel, Relu(cells[c] + Load(starts[2 * r + c] + channel)));
      }
    }
  }
}

}  // namespace
}  // namespace saccade::SACCADE_WIDTH
