#pragma once

#include <map>
#include <string>

#include "saccade/learn/validation.h"

namespace saccade {

// What the released code writes of its policy every 20 iterations, by its own rules: all human
// trials of the validation file, 10 scanpaths a pair that begin where the pair's last person in the
// file did, predicted points at the corners of cells.
class ReleasedScores {
 public:
  explicit ReleasedScores(std::span<const TrialInImage> validation, const BeliefLibrary& library);

  // "released/found_by_1", "_3", "_6" (after the start) and "released/probability_mismatch".
  std::map<std::string, double> Of(const NamedTensors& policy, std::uint64_t seed) const;

 private:
  metrics::HumanSet humans_;
  SearchSet set_;
};

}  // namespace saccade
