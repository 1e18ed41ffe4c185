#pragma once

#include <functional>
#include <memory>
#include <span>

#include "saccade/kernels/sparse_state.h"
#include "saccade/nn/gaze_prior.h"
#include "saccade/nn/network_shape.h"

namespace saccade {

// A state, what is searched in it, and where the searcher looks now.
struct PolicyInput {
  SharedState state;
  int task = 0;
  Gaze gaze;
};

// Forward and backward pass of policy and critic over a batch, with hand-written gradients: sparse
// first layer, task maps as tables, the pooled layers backward by their winners (pooled_conv.h),
// everything else dense through oneDNN.
//
// A batch is cut into parts of 16 samples, whatever the number of threads; each part runs on one
// thread and the parts' sums are added in order, so results are the same bits for any number of
// threads.
class PolicyGradient {
 public:
  explicit PolicyGradient(const PolicyShape& shape);
  ~PolicyGradient();

  // What a loss needs of one sample, and what it gives back. Called from several threads.
  struct Sample {
    std::size_t index = 0;            // in the batch
    std::span<const float> logits;    // 640
    float value = 0;                  // 0 without critic
    std::span<float> logit_gradient;  // 640, zeros at first: dloss/dlogit
    float value_gradient = 0;         // dloss/dvalue
  };
  using Loss = std::function<void(Sample& sample)>;

  // Adds dloss/dw at `weights` to `gradient` (shape of EmptyPolicy). Without critic its parameters
  // get no gradient and cost nothing.
  void Compute(const NamedTensors& weights, std::span<const PolicyInput> batch, bool with_critic,
               const Loss& loss, NamedTensors& gradient);

  static constexpr int kPartSize = 16;

 private:
  struct Networks;
  struct Part;
  struct Workspace;
  void Run(const Networks& networks, std::span<const PolicyInput> inputs, std::size_t first,
           bool with_critic, const Loss& loss, Part& part, Workspace& work) const;

  PolicyShape shape_;
  std::unique_ptr<Networks> networks_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<std::unique_ptr<Workspace>> workspaces_;
};

}  // namespace saccade
