#include "saccade/search/map_scanpath.h"

#include <algorithm>
#include <cmath>

#include "saccade/beliefs/fovea.h"

namespace saccade {

std::vector<Cell> DrawCells(Cell start, const CellSet& beside, const MapWeights& weights_after,
                            const MapSamplingOptions& options, Random random) {
  std::vector<Cell> past = {start};
  CellSet closed_by_past = ClosedCells(start);
  for (int step = 0; step < options.max_fixations; ++step) {
    std::vector<double> weights = weights_after(past);
    const CellSet both = beside | closed_by_past;
    const CellSet closed = both.size() < Grid::kCells ? both : beside;
    closed.ForEach([&](int cell) { weights[cell] = 0; });
    if (options.temperature != 1) {
      // Relative to the heaviest, so that a low temperature does not push all of them under the
      // smallest number there is.
      const double most = *std::ranges::max_element(weights);
      for (double& w : weights) w = w > 0 ? std::pow(w / most, 1 / options.temperature) : 0;
    }
    if (std::ranges::none_of(weights, [](double w) { return w > 0; })) {
      for (int cell = 0; cell < Grid::kCells; ++cell) weights[cell] = !closed.Contains(cell);
    }
    const std::size_t action =
        options.greedy
            ? static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin())
            : random.Choose(weights);
    past.push_back(Grid::At(static_cast<int>(action)));
    closed_by_past |= ClosedCells(past.back());
  }
  return past;
}

TrialInImage DrawFromMap(const Search& search, int sample, const MapWeights& weights_after,
                         const MapSamplingOptions& options, Random random) {
  TrialInImage trial;
  trial.name = search.name;
  trial.subject = sample + 1;
  trial.task = std::string(kTaskNames[search.task]);
  trial.target = search.target;
  trial.split = search.split;
  trial.scanpath.push_back({{kImageSize.width / 2, kImageSize.height / 2}, 0});
  const auto cells = DrawCells(Grid::Center(), search.closed, weights_after, options, random);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    trial.scanpath.push_back({Grid::PointOf(cells[i]), 0});
  }
  return options.until_target ? CutAtTarget(std::move(trial)) : trial;
}

}  // namespace saccade
