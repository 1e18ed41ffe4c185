#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/beliefs/belief_state.h"
#include "saccade/beliefs/cell_set.h"
#include "saccade/nn/discriminator.h"
#include "saccade/nn/policy_gradient.h"
#include "saccade/search/search_set.h"

namespace saccade {

// One human decision: the state before it and the cell looked at.
struct HumanStep {
  std::size_t demonstration = 0;
  int step = 0;  // 0: the first saccade
};

// All decisions of a set, for shuffling.
std::vector<HumanStep> AllSteps(const SearchSet& set);

// A human decision as a network sees it. `variant` chooses among the beliefs of the picture;
// mirrored ones mirror the whole search.
struct EncodedHumanStep {
  SharedState state;
  int task = 0;
  Gaze gaze;
  int action = 0;
  CellSet closed{};  // by inhibition of return: where a machine could not look now

  StateAction AsPair() const { return {state, task, action}; }
  PolicyInput AsInput() const { return {state, task, gaze}; }
};
EncodedHumanStep EncodeStep(const SearchSet& set, const HumanStep& step, std::size_t variant,
                            const BeliefOptions& beliefs);

}  // namespace saccade
