#include "saccade/beliefs/target_coverage.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"

namespace saccade {
namespace {

bool Covers(const BeliefLayer& layer, const CellSet& cells, int channel) {
  bool found = false;
  cells.ForEach([&](int cell) { found = found || layer.Value(cell, channel) > 0; });
  return found;
}

}  // namespace

CellSet CellsOfBox(const BoxInImage& box) {
  CellSet cells;
  const auto cell_at = [](double pixel) {
    return static_cast<int>(std::floor(pixel / Grid::kCellPixels));
  };
  const auto cell_before = [](double pixel) {
    return static_cast<int>(std::ceil(pixel / Grid::kCellPixels)) - 1;
  };
  const int last_row = std::min(Grid::kRows - 1, cell_before(box.y + box.height));
  const int last_column = std::min(Grid::kColumns - 1, cell_before(box.x + box.width));
  for (int row = std::max(0, cell_at(box.y)); row <= last_row; ++row) {
    for (int column = std::max(0, cell_at(box.x)); column <= last_column; ++column) {
      cells.Insert(Grid::Index({column, row}));
    }
  }
  return cells;
}

std::map<std::string, TargetCoverage> MeasureTargetCoverage(const BeliefStore& store,
                                                            std::span<const TrialInImage> trials) {
  std::map<std::pair<std::string, std::string>, const TrialInImage*> pairs;
  for (const TrialInImage& trial : trials) {
    if (trial.target) pairs.try_emplace({trial.task, trial.name}, &trial);
  }
  std::vector<const TrialInImage*> list;
  for (const auto& [key, trial] : pairs) list.push_back(trial);
  std::vector<TargetCoverage> found(list.size());
  ParallelFor(list.size(), [&](std::size_t i) {
    const TrialInImage& trial = *list[i];
    const auto channel = ChannelOfName(trial.task);
    if (!channel) throw InputError(fmt::format("task \"{}\" is no class of COCO", trial.task));
    const PictureBeliefs beliefs = store.Load(trial.name);
    const CellSet cells = CellsOfBox(*trial.target);
    found[i] = {1, Covers(beliefs.sharp, cells, *channel) ? 1 : 0,
                Covers(beliefs.blurred, cells, *channel) ? 1 : 0};
  });
  std::map<std::string, TargetCoverage> by_task;
  for (std::size_t i = 0; i < list.size(); ++i) by_task[list[i]->task] += found[i];
  return by_task;
}

}  // namespace saccade
