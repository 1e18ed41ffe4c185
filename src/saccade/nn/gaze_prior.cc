#include "saccade/nn/gaze_prior.h"

namespace saccade {
namespace {

// Where in the saccade table the step from the gaze to a cell stands.
std::size_t SaccadeEntry(const Gaze& gaze, Cell to) {
  const Cell from = Grid::At(gaze.cell);
  const std::size_t table = gaze.first ? 0 : kSaccadeRows * kSaccadeColumns;
  return table + static_cast<std::size_t>(to.row - from.row + Grid::kRows - 1) * kSaccadeColumns +
         static_cast<std::size_t>(to.column - from.column + Grid::kColumns - 1);
}

std::size_t PlaceEntry(int task, int cell) {
  return static_cast<std::size_t>(task) * Grid::kCells + static_cast<std::size_t>(cell);
}

// Calls visit(cell, index into the saccade table).
template <typename Visit>
void ForEachSaccade(const Gaze& gaze, Visit visit) {
  for (int row = 0; row < Grid::kRows; ++row) {
    const std::size_t start = SaccadeEntry(gaze, {0, row});
    for (int column = 0; column < Grid::kColumns; ++column) {
      visit(static_cast<std::size_t>(row * Grid::kColumns + column), start + column);
    }
  }
}

}  // namespace

bool HasGazePrior(const NamedTensors& weights) { return weights.contains("gaze.saccade"); }

void AddEmptyGazePrior(NamedTensors& weights) {
  weights["gaze.saccade"] = {{2, kSaccadeRows, kSaccadeColumns},
                             std::vector<float>(2 * kSaccadeRows * kSaccadeColumns)};
  weights["gaze.place"] = {{kTasks, Grid::kRows, Grid::kColumns},
                           std::vector<float>(kTasks * Grid::kCells)};
}

void AddGazePrior(const NamedTensors& weights, int task, const Gaze& gaze,
                  std::span<float> logits) {
  if (gaze.cell < 0 || !HasGazePrior(weights)) return;
  const std::vector<float>& saccade = weights.at("gaze.saccade").values;
  const float* place =
      &weights.at("gaze.place").values[static_cast<std::size_t>(task) * Grid::kCells];
  ForEachSaccade(gaze, [&](std::size_t cell, std::size_t entry) {
    logits[cell] += saccade[entry] + place[cell];
  });
}

float GazePriorAt(const NamedTensors& weights, int task, const Gaze& gaze, int cell) {
  if (gaze.cell < 0 || !HasGazePrior(weights)) return 0;
  return weights.at("gaze.saccade").values[SaccadeEntry(gaze, Grid::At(cell))] +
         weights.at("gaze.place").values[PlaceEntry(task, cell)];
}

void AddGazePriorGradientAt(float gradient, int task, const Gaze& gaze, int cell,
                            NamedTensors& weight_gradient) {
  if (gaze.cell < 0) return;
  weight_gradient.at("gaze.saccade").values[SaccadeEntry(gaze, Grid::At(cell))] += gradient;
  weight_gradient.at("gaze.place").values[PlaceEntry(task, cell)] += gradient;
}

void AddGazePriorGradient(std::span<const float> logit_gradient, int task, const Gaze& gaze,
                          std::span<float> saccade, std::span<float> place) {
  if (gaze.cell < 0) return;
  float* own_place = &place[static_cast<std::size_t>(task) * Grid::kCells];
  ForEachSaccade(gaze, [&](std::size_t cell, std::size_t entry) {
    saccade[entry] += logit_gradient[cell];
    own_place[cell] += logit_gradient[cell];
  });
}

}  // namespace saccade
