#include "saccade/kernels/cell_conv.h"

#include <stdexcept>

#include "saccade/kernels/loops.h"

namespace saccade {

int CellWeights::GroupSize() { return CurrentLoops().group; }

void CellConv(const CellWeights& weights, const CellConvJob& job) {
  const Loops& loops = CurrentLoops();
  if (weights.group() != loops.group) throw std::logic_error("weights were made for another width");
  loops.cell_conv({.weights = weights.values(),
                   .taps = weights.taps(),
                   .in = weights.in(),
                   .out = weights.padded_out(),
                   .inputs = job.inputs.data(),
                   .starts = job.starts.empty() ? nullptr : job.starts.data(),
                   .outputs = job.outputs.data(),
                   .rows = job.outputs.size(),
                   .relu = job.relu});
}

void CellOuterProducts(const CellOuterJob& job, float* sums) {
  CurrentLoops().cell_outer({.inputs = job.inputs.data(),
                             .gradients = job.gradients.data(),
                             .rows = job.gradients.size(),
                             .taps = job.taps,
                             .in = job.in,
                             .out = job.out},
                            sums);
}

}  // namespace saccade
