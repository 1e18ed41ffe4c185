#pragma once

#include <memory>

#include "saccade/formats/named_tensors.h"
#include "saccade/perception/maps.h"

namespace saccade {

// Convolutions for inference by oneDNN: weights are put into the processor's layout once, ReLU and
// the sum with a shortcut are done in the same pass.

// Makes the convolutions that this thread calls use `threads` threads; 0 means Threads()
// (base/parallel.h).
void UseThreads(int threads);

struct ConvolutionOptions {
  int stride = 1;
  int padding = 0;
  bool relu = false;
};

// Thread-safe once built. Uses as many OpenMP threads as the calling thread is set to
// (UseThreads).
class Convolution {
 public:
  // `weight` [out][in][rows][columns], `bias` [out] or empty, float.
  Convolution(const HostTensor& weight, const HostTensor& bias, const ConvolutionOptions& options);
  Convolution(Convolution&&) noexcept;
  Convolution& operator=(Convolution&&) noexcept;
  ~Convolution();

  Maps operator()(const Maps& x) const;
  // relu(convolution + sum), written over `sum`, which is returned.
  Maps AddTo(const Maps& x, Maps sum) const;

  // The parameters as they were given; an empty bias is zeros.
  HostTensor weight() const;
  HostTensor bias() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A linear layer of `weight` [out][in] as a convolution over one long row of samples.
HostTensor LinearAsConvolution(const HostTensor& weight);

// Floating-point operations done by all convolutions of the process so far, for reports of speed.
double ConvolutionFlops();

// What the processor reaches on a convolution that suits it (3x3, 256 to 256 channels, in cache),
// in flop/s, best of a few runs: what "fraction of the peak" refers to.
double MeasureConvolutionPeak();

}  // namespace saccade
