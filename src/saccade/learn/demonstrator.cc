#include "saccade/learn/demonstrator.h"

#include "saccade/search/rollout.h"

namespace saccade {

std::vector<HumanStep> AllSteps(const SearchSet& set) {
  std::vector<HumanStep> steps;
  steps.reserve(set.pairs);
  for (std::size_t i = 0; i < set.demonstrations.size(); ++i) {
    const int count = static_cast<int>(set.demonstrations[i].cells.size()) - 1;
    for (int step = 0; step < count; ++step) steps.push_back({i, step});
  }
  return steps;
}

EncodedHumanStep EncodeStep(const SearchSet& set, const HumanStep& step, std::size_t variant,
                            const BeliefOptions& beliefs) {
  const Demonstration& demonstration = set.demonstrations[step.demonstration];
  const Search& search = set.searches[demonstration.search];
  const bool mirrored = search.IsMirrored(variant);
  const auto cell = [&](int index) {
    // The start is the centre cell also in a mirrored picture: machines start there too.
    const int value = demonstration.cells[static_cast<std::size_t>(index)];
    return mirrored && index > 0 ? MirroredCell(value) : value;
  };
  BeliefState state(search.Beliefs(variant), beliefs);
  for (int i = 0; i <= step.step; ++i) state.Fixate(Grid::At(cell(i)));
  return {.state = std::make_shared<SparseState>(EncodeState(state)),
          .task = search.task,
          .gaze = {.cell = cell(step.step), .first = step.step == 0},
          .action = cell(step.step + 1),
          .closed = search.ClosedAfter(state.closed())};
}

}  // namespace saccade
