#pragma once

#include <span>

#include "saccade/formats/named_tensors.h"
#include "saccade/nn/network_shape.h"

namespace saccade {

// What people do whatever they see: saccades of some sizes and directions are likelier than others,
// and so are some places for some targets. The paper's policy sees neither where it looks now nor
// where in the picture a cell is (its window is 9x9 cells); the default preset therefore adds two
// learned tables to its logits:
//   gaze.saccade [2][39][63]: by the step in rows and columns from the current fixation, for the
//                             first saccade and for later ones
//   gaze.place   [18][20][32]: by the target and the cell
// A saccade's cost is thus learned, and can be read off the table.
struct Gaze {
  int cell = -1;  // where the searcher looks now; -1: unknown, no prior is added
  bool first = true;
};

inline constexpr int kSaccadeRows = 2 * Grid::kRows - 1;
inline constexpr int kSaccadeColumns = 2 * Grid::kColumns - 1;

bool HasGazePrior(const NamedTensors& weights);
void AddEmptyGazePrior(NamedTensors& weights);

void AddGazePrior(const NamedTensors& weights, int task, const Gaze& gaze, std::span<float> logits);
// The same for one cell alone, and its backward.
float GazePriorAt(const NamedTensors& weights, int task, const Gaze& gaze, int cell);
void AddGazePriorGradientAt(float gradient, int task, const Gaze& gaze, int cell,
                            NamedTensors& weight_gradient);

// Backward of AddGazePrior: gives 640 logit gradients to the tables.
void AddGazePriorGradient(std::span<const float> logit_gradient, int task, const Gaze& gaze,
                          std::span<float> saccade, std::span<float> place);

}  // namespace saccade
