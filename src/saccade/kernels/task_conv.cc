#include "saccade/kernels/task_conv.h"

#include <algorithm>
#include <vector>

#include "saccade/kernels/loops.h"
#include "saccade/kernels/sums.h"

namespace saccade {
namespace {

// at(row, column) of all cells of a map.
template <typename At>
auto CellsOf(const BlockedMaps& maps, At at) {
  std::vector<decltype(at(0, 0))> cells;
  cells.reserve(static_cast<std::size_t>(maps.rows) * maps.columns);
  for (int row = 0; row < maps.rows; ++row) {
    for (int column = 0; column < maps.columns; ++column) cells.push_back(at(row, column));
  }
  return cells;
}

}  // namespace

void TaskConv::SetWeights(const NamedTensors& weights) {
  const HostTensor& weight = weights.at(conv_.name + ".weight");
  dense_.SetWeights(weight);
  bias_.emplace(conv_, weight, weights.at(conv_.name + ".bias"));
}

void TaskConv::Forward(std::span<const int> tasks, const float* in, BlockedMaps& out,
                       DenseConv::Scratch& scratch) const {
  dense_.Forward(in, out.values.data(), scratch);
  const Loops& loops = CurrentLoops();
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    std::vector<const float*> starts = CellsOf(
        out, [&](int row, int column) -> const float* { return bias_->At(tasks[n], row, column); });
    for (int block = 0; block < out.blocks; ++block) {
      loops.add_starts(starts.data(), static_cast<int>(starts.size()),
                       out.At(static_cast<int>(n), block, 0, 0));
      for (const float*& start : starts) start += kLanes;
    }
  }
}

void TaskConv::Gradient::Clear() {
  task.Clear();
  std::ranges::fill(sums, 0.0f);
}

void TaskConv::Gradient::Add(const Gradient& other) {
  task.Add(other.task);
  AddValues(other.sums, sums.data());
}

void TaskConv::Backward(std::span<const int> tasks, const float* in, const BlockedMaps& out,
                        BlockedMaps& out_gradient, float* in_gradient, Gradient& gradient,
                        DenseConv::Scratch& scratch) const {
  MaskAndAddTaskGradient(tasks, out, out_gradient, gradient.task);
  dense_.BackwardWeights(in, out_gradient.values.data(), gradient.own, scratch);
  AddValues(gradient.own, gradient.sums.data());
  dense_.BackwardData(out_gradient.values.data(), in_gradient, scratch);
}

void TaskConv::AddGradient(const Gradient& from, NamedTensors& gradient) const {
  HostTensor& weight = gradient.at(conv_.name + ".weight");
  dense_.AddWeightGradient(from.sums, weight);
  from.task.AddTo(weight, gradient.at(conv_.name + ".bias"));
}

void MaskAndAddTaskGradient(std::span<const int> tasks, const BlockedMaps& activation,
                            BlockedMaps& gradient, TaskBiasGradient& sums) {
  const Loops& loops = CurrentLoops();
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    const int sample = static_cast<int>(n);
    std::vector<float*> cells =
        CellsOf(gradient, [&](int row, int column) { return sums.At(tasks[n], row, column); });
    for (int block = 0; block < gradient.blocks; ++block) {
      loops.mask_and_sum(activation.At(sample, block, 0, 0), static_cast<int>(cells.size()),
                         gradient.At(sample, block, 0, 0), cells.data());
      for (float*& cell : cells) cell += kLanes;
    }
  }
}

}  // namespace saccade
