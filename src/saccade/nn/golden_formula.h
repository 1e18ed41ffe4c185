#pragma once

#include <memory>
#include <vector>

#include "saccade/kernels/golden_formula.h"
#include "saccade/nn/discriminator.h"
#include "saccade/nn/policy_gradient.h"

// For tests only.
namespace saccade::golden {

// A batch that starts at k0.
struct FormulaBatch {
  std::vector<StateAction> pairs;
  std::vector<PolicyInput> inputs;

  FormulaBatch(std::uint64_t k0, int count, const std::vector<int>& actions = {}) {
    for (int j = 0; j < count; ++j) {
      const int action = actions.empty() ? static_cast<int>(SplitMix64(90000 + k0 + j) % 640)
                                         : actions[static_cast<std::size_t>(j)];
      pairs.push_back({std::make_shared<SparseState>(FormulaState(k0 + j)),
                       static_cast<int>(SplitMix64(70000 + k0 + j) % 18), action});
      inputs.push_back({pairs.back().state, pairs.back().task, {}});
    }
  }
};

}  // namespace saccade::golden
