#pragma once

#include <array>

#include "saccade/kernels/task_conv.h"

namespace saccade {

// The actor of the policy and of BC-LSTM on whole maps: actor1, ReLU, actor2 to 32 maps, ReLU, and
// actor3, 1x1 to a logit per cell. Forward and backward for up to `batch` samples.
class Actor {
 public:
  Actor(const ConvShape& actor1, int batch);
  void SetWeights(const NamedTensors& weights);

  // The maps after actor1 and after actor2, or their gradients: one per thread.
  struct Maps {
    BlockedMaps first, second;

    Maps(const ConvShape& actor1, int batch)
        : first(batch, actor1.out, Grid::kRows, Grid::kColumns),
          second(batch, 32, Grid::kRows, Grid::kColumns) {}
  };
  // `features`: dense maps of `batch` samples, as TaskConv wants them. `logits`: [sample][640].
  void Forward(std::span<const int> tasks, const float* features, Maps& maps,
               std::span<float> logits, DenseConv::Scratch& scratch) const;

  // Of the parameters, gathered over calls.
  struct Gradient {
    TaskConv::Gradient actor1, actor2;
    std::array<float, 32 + kTasks> actor3{};
    float actor3_bias = 0;

    explicit Gradient(const Actor& actor) : actor1(actor.actor1_), actor2(actor.actor2_) {}
    void Clear();
    void Add(const Gradient& other);
  };
  // `maps`: what Forward made of the same features. Overwrites the gradients of maps and features.
  void Backward(std::span<const int> tasks, const float* features, const Maps& maps,
                std::span<const float> logit_gradients, Maps& maps_gradient,
                float* features_gradient, Gradient& gradient, DenseConv::Scratch& scratch) const;
  void AddGradient(const Gradient& from, NamedTensors& gradient) const;

  // Of the dense convolutions of one forward call.
  double Flops() const { return actor1_.Flops() + actor2_.Flops(); }

 private:
  TaskConv actor1_, actor2_;
  HostTensor actor3_, actor3_bias_;
};

}  // namespace saccade
