#pragma once

#include "saccade/kernels/conv_shape.h"
#include "saccade/kernels/loops.h"
#include "saccade/kernels/sparse_state.h"

namespace saccade {

// A state as the inner loops of a convolution see it.
inline SparseWindow WindowOf(const SparseState& state, const ConvShape& conv) {
  return {.offsets = state.offsets.data(),
          .entries = state.entries.data(),
          .rows = Grid::kRows,
          .columns = Grid::kColumns,
          .kernel = conv.kernel,
          .padding = conv.padding};
}

}  // namespace saccade
