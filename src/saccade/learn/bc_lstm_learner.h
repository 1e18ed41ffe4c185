#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_state.h"
#include "saccade/learn/bc_lstm_options.h"
#include "saccade/nn/adam.h"
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

// All that changes while BC-LSTM learns.
struct BcLstmState {
  NamedTensors weights;
  Adam adam;
  std::int64_t batches = 0;  // done
};

// Written atomically; `notes` travel along (the best validation so far).
void WriteBcLstmCheckpoint(const std::filesystem::path& path, const BcLstmState& state,
                           const std::map<std::string, double>& notes);
struct BcLstmCheckpoint {
  BcLstmState state;
  std::map<std::string, double> notes;
};
// Throws InputError when the file is no checkpoint or of another network than `like`.
BcLstmCheckpoint ReadBcLstmCheckpoint(const std::filesystem::path& path, const NamedTensors& like);

// Clones people through time. A batch is some searches with all their scanpaths; its loss is the
// cross-entropy of the human next-fixation maps, in nats per decision, which differs from the
// paper's KL divergence by a constant. Searches of a batch are computed in parallel and their
// gradients added in a fixed order: same bits for any number of threads.
class BcLstmLearner {
 public:
  // `set` must outlive the learner. Throws InputError when it holds no decision.
  BcLstmLearner(const SearchSet& set, const BcLstmOptions& options, std::uint64_t seed);

  std::int64_t batches_per_epoch() const;
  std::int64_t total_batches() const { return options_.epochs * batches_per_epoch(); }
  BcLstmState& state() { return state_; }
  const BcLstmState& state() const { return state_; }

  struct Report {
    double loss = 0;  // before the update
    double rate = 0;
    double gradient = 0;  // its length before clipping
  };
  // The next batch. Throws Failure when the loss is no number any more.
  Report LearnBatch();

 private:
  CloningTree TreeOf(std::size_t group, std::int64_t item) const;

  const SearchSet& set_;
  BcLstmOptions options_;
  std::uint64_t seed_;
  std::vector<std::vector<std::size_t>> groups_;  // demonstrations by search
  BcLstmState state_;
};

}  // namespace saccade
