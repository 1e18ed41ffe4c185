#pragma once

#include <cstddef>

#include "saccade/kernels/aligned_vector.h"
#include "saccade/kernels/lanes.h"

namespace saccade {

// Maps of several samples in oneDNN's blocked layout:
// [sample][block of 16 channels][row][column][16].
struct BlockedMaps {
  int samples = 0, blocks = 0, rows = 0, columns = 0;
  AlignedFloats values;

  // `channels`: a multiple of 16.
  BlockedMaps(int sample_count, int channels, int row_count, int column_count)
      : samples(sample_count),
        blocks(channels / kLanes),
        rows(row_count),
        columns(column_count),
        values(static_cast<std::size_t>(sample_count) * channels * row_count * column_count) {}

  float* At(int sample, int block, int row, int column) {
    return values.data() + Index(sample, block, row, column);
  }
  const float* At(int sample, int block, int row, int column) const {
    return values.data() + Index(sample, block, row, column);
  }

 private:
  std::size_t Index(int sample, int block, int row, int column) const {
    return (((static_cast<std::size_t>(sample) * blocks + block) * rows + row) * columns + column) *
           kLanes;
  }
};

}  // namespace saccade
