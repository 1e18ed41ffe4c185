#include "saccade/search/map_scanpath.h"

#include <algorithm>
#include <cmath>

#include "saccade/beliefs/fovea.h"

namespace saccade {

TrialInImage DrawFromMap(const Search& search, int sample, const MapWeights& weights_after,
                         const MapSamplingOptions& options, Random random) {
  TrialInImage trial;
  trial.name = search.name;
  trial.subject = sample + 1;
  trial.task = std::string(kTaskNames[search.task]);
  trial.target = search.target;
  trial.split = search.split;
  trial.scanpath.push_back({{kImageSize.width / 2, kImageSize.height / 2}, 0});
  std::vector<Cell> past = {Grid::Center()};
  CellSet closed_by_past = ClosedCells(past.front());
  for (int step = 0; step < options.max_fixations; ++step) {
    std::vector<double> weights = weights_after(past);
    const CellSet closed = search.ClosedAfter(closed_by_past);
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
    trial.scanpath.push_back({Grid::PointOf(past.back()), 0});
  }
  return options.until_target ? CutAtTarget(std::move(trial)) : trial;
}

}  // namespace saccade
