#pragma once

#include <array>
#include <memory>
#include <span>

#include "saccade/formats/named_tensors.h"
#include "saccade/kernels/aligned_vector.h"
#include "saccade/kernels/conv_shape.h"

namespace saccade {

// Dense convolutions through oneDNN, for the layers of the policy update that stay dense. Maps are
// in oneDNN's blocked layout, [sample][block of 16 channels][row][column][16]; task maps and bias
// are not its business (task_bias.h). Uses the Winograd kernels where the library has them: 2.0 to
// 2.5 times the direct ones here (saccade benchmark prints both), and within 1e-5 of them.
//
// All maps and sums must lie on cache-line borders (AlignedFloats). Calls may come from several
// threads, each with its own Scratch; each runs on one thread.
class DenseConv {
 public:
  // `batch`: samples per call.
  DenseConv(const ConvShape& conv, int batch);
  ~DenseConv();
  DenseConv(const DenseConv&) = delete;
  DenseConv& operator=(const DenseConv&) = delete;

  // Takes the feature channels of a weight in PyTorch's layout.
  void SetWeights(const HostTensor& weight);

  // Memory that oneDNN works in; one per thread, shared by all convolutions.
  class Scratch {
   public:
    // One of three: the library's own, and maps in its layout.
    float* Get(std::size_t place, std::size_t bytes);

   private:
    std::array<AlignedFloats, 3> memories_;
  };

  void Forward(const float* in, float* out, Scratch& scratch) const;
  void BackwardData(const float* out_gradient, float* in_gradient, Scratch& scratch) const;
  // Overwrites `sums`, WeightGradientSize() floats in the library's own order.
  void BackwardWeights(const float* in, const float* out_gradient, std::span<float> sums,
                       Scratch& scratch) const;
  std::size_t WeightGradientSize() const;
  // Adds such sums to a tensor in PyTorch's layout.
  void AddWeightGradient(std::span<const float> sums, HostTensor& weight) const;

  // Multiply-adds counted as two, for one call, as a direct convolution would need them.
  double Flops() const;

 private:
  struct Primitives;
  ConvShape conv_;
  int batch_;
  std::unique_ptr<Primitives> primitives_;
};

}  // namespace saccade
