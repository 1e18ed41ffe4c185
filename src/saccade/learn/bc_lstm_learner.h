#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/beliefs/belief_state.h"
#include "saccade/learn/bc_lstm_options.h"
#include "saccade/learn/learner.h"
#include "saccade/search/recurrent_prediction.h"

namespace saccade {

// What people did in one search, as the network is shown it: a state per sequence of fixations that
// somebody made, with the map of where those who made it looked next.
struct CloningTree {
  SearchTree tree;
  std::vector<std::vector<float>> targets;  // per state, sums to 1
  std::vector<double> decisions;            // per state: people who decided there
};
// `demonstrations` (places in set.demonstrations) must be of the same search.
CloningTree MakeCloningTree(const SearchSet& set, std::span<const std::size_t> demonstrations,
                            std::size_t variant, const BeliefOptions& beliefs, double smoothing);

// Clones people through time. A batch is some searches with all their scanpaths; its loss is the
// cross-entropy of the human next-fixation maps, in nats per decision, which differs from the
// paper's KL divergence by a constant. Searches of a batch are computed in parallel and their
// gradients added in a fixed order: same bits for any number of threads.
class BcLstmLearner : public Learner {
 public:
  // `set` must outlive the learner. Throws InputError when it holds no decision.
  BcLstmLearner(const SearchSet& set, const BcLstmOptions& options, std::uint64_t seed);

  std::vector<LearningPhase> Phases() const override;
  std::int64_t steps_done() const override { return batches_; }
  StepReport Step() override;
  Model Learned() const override;

  const NamedTensors& weights() const { return weights_; }

 private:
  std::vector<StatePart> Parts() override;
  CloningTree TreeOf(std::size_t group, std::int64_t item) const;
  std::int64_t BatchesPerEpoch() const;

  const SearchSet& set_;
  BcLstmOptions options_;
  std::uint64_t seed_;
  std::vector<std::vector<std::size_t>> groups_;  // demonstrations by search
  NamedTensors weights_;
  Adam adam_;
  std::int64_t batches_ = 0;
};

}  // namespace saccade
