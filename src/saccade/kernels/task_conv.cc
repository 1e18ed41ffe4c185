#include "saccade/kernels/task_conv.h"

#include <algorithm>

#include "saccade/kernels/vector16.h"

namespace saccade {

void TaskConv::SetWeights(const NamedTensors& weights) {
  const HostTensor& weight = weights.at(conv_.name + ".weight");
  dense_.SetWeights(weight);
  bias_.emplace(conv_, weight, weights.at(conv_.name + ".bias"));
}

void TaskConv::Forward(std::span<const int> tasks, const float* in, BlockedMaps& out,
                       DenseConv::Scratch& scratch) const {
  dense_.Forward(in, out.values.data(), scratch);
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    for (int block = 0; block < out.blocks; ++block) {
      for (int row = 0; row < out.rows; ++row) {
        for (int column = 0; column < out.columns; ++column) {
          float* to = out.At(static_cast<int>(n), block, row, column);
          const float* start = bias_->At(tasks[n], row, column) + block * kLanes;
          Store16(to, Relu16(Load16(to) + Load16(start)));
        }
      }
    }
  }
}

void TaskConv::Gradient::Clear() {
  task.Clear();
  std::ranges::fill(sums, 0.0f);
}

void TaskConv::Gradient::Add(const Gradient& other) {
  task.Add(other.task);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
}

void TaskConv::Backward(std::span<const int> tasks, const float* in, const BlockedMaps& out,
                        BlockedMaps& out_gradient, float* in_gradient, Gradient& gradient,
                        DenseConv::Scratch& scratch) const {
  MaskAndAddTaskGradient(tasks, out, out_gradient, gradient.task);
  dense_.BackwardWeights(in, out_gradient.values.data(), gradient.own, scratch);
  for (std::size_t i = 0; i < gradient.sums.size(); ++i) gradient.sums[i] += gradient.own[i];
  dense_.BackwardData(out_gradient.values.data(), in_gradient, scratch);
}

void TaskConv::AddGradient(const Gradient& from, NamedTensors& gradient) const {
  HostTensor& weight = gradient.at(conv_.name + ".weight");
  dense_.AddWeightGradient(from.sums, weight);
  from.task.AddTo(weight, gradient.at(conv_.name + ".bias"));
}

void MaskAndAddTaskGradient(std::span<const int> tasks, const BlockedMaps& activation,
                            BlockedMaps& gradient, TaskBiasGradient& sums) {
  for (std::size_t n = 0; n < tasks.size(); ++n) {
    for (int block = 0; block < gradient.blocks; ++block) {
      for (int row = 0; row < gradient.rows; ++row) {
        for (int column = 0; column < gradient.columns; ++column) {
          const int sample = static_cast<int>(n);
          float* at = gradient.At(sample, block, row, column);
          const Vector16 kept =
              Load16(activation.At(sample, block, row, column)) > 0.0f ? Load16(at) : Vector16{};
          Store16(at, kept);
          float* sum = sums.At(tasks[n], row, column) + block * kLanes;
          Store16(sum, Load16(sum) + kept);
        }
      }
    }
  }
}

}  // namespace saccade
