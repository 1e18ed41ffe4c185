#pragma once

#include <optional>
#include <span>

#include "saccade/kernels/blocked_maps.h"
#include "saccade/kernels/dense_conv.h"
#include "saccade/kernels/task_bias.h"

namespace saccade {

// A dense convolution that reads the task maps, followed by a ReLU: forward and backward for up to
// `batch` samples, sample n searching tasks[n]. Maps have room for `batch` samples; those behind
// tasks.size() must hold numbers, and zeros in gradients: they cost time and add nothing.
class TaskConv {
 public:
  TaskConv(const ConvShape& conv, int batch) : conv_(conv), dense_(conv, batch) {}
  // Takes the parameters of the convolution's name.
  void SetWeights(const NamedTensors& weights);

  void Forward(std::span<const int> tasks, const float* in, BlockedMaps& out,
               DenseConv::Scratch& scratch) const;

  // Of weights and bias, gathered over calls.
  struct Gradient {
    TaskBiasGradient task;
    AlignedFloats sums, own;  // in oneDNN's order: of all calls, of the last one

    explicit Gradient(const TaskConv& conv)
        : task(conv.conv_), sums(conv.dense_.WeightGradientSize()), own(sums.size()) {}
    void Clear();
    void Add(const Gradient& other);
  };
  // `out_gradient` is masked by the ReLU; `in_gradient` is overwritten.
  void Backward(std::span<const int> tasks, const float* in, const BlockedMaps& out,
                BlockedMaps& out_gradient, float* in_gradient, Gradient& gradient,
                DenseConv::Scratch& scratch) const;
  void AddGradient(const Gradient& from, NamedTensors& gradient) const;

  double Flops() const { return dense_.Flops(); }

 private:
  ConvShape conv_;
  DenseConv dense_;
  std::optional<TaskBias> bias_;
};

// ReLU's backward and the task table's gradient, in one pass over the gradients.
void MaskAndAddTaskGradient(std::span<const int> tasks, const BlockedMaps& activation,
                            BlockedMaps& gradient, TaskBiasGradient& sums);

}  // namespace saccade
