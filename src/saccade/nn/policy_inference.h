#pragma once

#include <array>
#include <span>
#include <vector>

#include "saccade/beliefs/cell_set.h"
#include "saccade/kernels/sparse_conv.h"
#include "saccade/kernels/sparse_state.h"
#include "saccade/kernels/task_bias.h"
#include "saccade/kernels/winograd_conv.h"
#include "saccade/nn/gaze_prior.h"
#include "saccade/nn/landing.h"

namespace saccade {

// What the policy network computed for one state, kept so that the next fixation only costs the
// cells it changed. Maps are [row][column][channel].
class PolicyActivations {
 public:
  PolicyActivations();

  std::array<float, Grid::kCells> logits{};  // of the next fixation, without gaze prior
  float value = 0;                           // the critic's; only when it was asked for

 private:
  friend class PolicyInference;
  std::vector<float> feat_, actor1_, actor2_;
  std::vector<float> critic0_, pool0_, critic1_;  // empty until the critic is asked
};

// The policy and its critic for acting: no gradients, sparse first layer, task maps as tables, and
// only the cells that a fixation changed computed again. A cell's outputs are the same bits whether
// it was computed with all others or alone.
class PolicyInference {
 public:
  // Weights by PyTorch names (network_shape.h).
  explicit PolicyInference(const NamedTensors& weights);

  const PolicyShape& shape() const { return shape_; }

  // The logits of the next fixation as the policy acts on them: with its gaze prior and landing, if
  // it has them. The temperature is that of the choice of a goal, below 1 it is surer of itself;
  // `short_odds` is the landing's.
  std::array<float, Grid::kCells> FixationLogits(const PolicyActivations& activations, int task,
                                                 const Gaze& gaze, double temperature = 1,
                                                 double short_odds = 1) const;

  // All of a state.
  void Evaluate(const SparseState& state, int task, bool with_value,
                PolicyActivations& activations) const;
  // The state differs from the one in `activations` in the cells `changed` only (same task).
  void Update(const SparseState& state, int task, const CellSet& changed, bool with_value,
              PolicyActivations& activations) const;

 private:
  void Run(const SparseState& state, int task, const CellSet& feat_cells, bool with_value,
           PolicyActivations& activations) const;
  void RunCritic(int task, const CellSet& feat_cells, PolicyActivations& activations) const;
  float Value(int task, const std::vector<float>& critic1) const;

  PolicyShape shape_;
  SparseConv feat_enc_;
  WinogradConv actor1_, actor2_, critic0_, critic1_;
  TaskBias actor1_bias_, actor2_bias_, critic0_bias_, critic1_bias_;
  std::vector<float> actor3_;                // 32 weights
  std::array<float, kTasks> actor3_bias_{};  // with the task's share
  HostTensor critic2_weight_, critic2_bias_, critic3_weight_, critic3_bias_;
  NamedTensors gaze_prior_;  // empty without one
  Landing landing_;
};

// The cells within `reach` rows and columns of a cell of `cells`.
CellSet Dilate(const CellSet& cells, int reach);

}  // namespace saccade
