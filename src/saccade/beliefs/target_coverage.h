#pragma once

#include <map>
#include <span>
#include <string>

#include "saccade/beliefs/belief_store.h"
#include "saccade/beliefs/cell_set.h"
#include "saccade/scene/trial.h"

namespace saccade {

// How often the parser believes in the target where it is: of the (task, picture) pairs with a
// target's box, those whose target channel is not 0 in some cell of the box.
struct TargetCoverage {
  int pairs = 0;
  int sharp = 0;
  int blurred = 0;

  TargetCoverage& operator+=(const TargetCoverage& other) {
    pairs += other.pairs;
    sharp += other.sharp;
    blurred += other.blurred;
    return *this;
  }
  double SharpShare() const { return pairs == 0 ? 0 : static_cast<double>(sharp) / pairs; }
  double BlurredShare() const { return pairs == 0 ? 0 : static_cast<double>(blurred) / pairs; }
};

// The cells that a box touches.
CellSet CellsOfBox(const BoxInImage& box);

// By task. Throws InputError when the store lacks a picture of the trials.
std::map<std::string, TargetCoverage> MeasureTargetCoverage(const BeliefStore& store,
                                                            std::span<const TrialInImage> trials);

}  // namespace saccade
