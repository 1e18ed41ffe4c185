#include "saccade/learn/map_target.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace saccade {
namespace {

// The share of a normal distribution that falls between two places.
double NormalShare(double mean, double sigma, double from, double to) {
  const double scale = 1 / (sigma * std::numbers::sqrt2);
  return (std::erf((to - mean) * scale) - std::erf((from - mean) * scale)) / 2;
}

std::vector<float> Normalised(const std::vector<double>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<float> map;
  for (const double weight : weights) map.push_back(static_cast<float>(weight / total));
  return map;
}

}  // namespace

std::vector<float> TargetBoxMap(const BoxInImage& box) {
  std::vector<double> weights(Grid::kCells);
  for (int i = 0; i < Grid::kCells; ++i) {
    const Cell cell = Grid::At(i);
    const double left = cell.column * Grid::kCellPixels, top = cell.row * Grid::kCellPixels;
    const double width =
        std::min(left + Grid::kCellPixels, box.x + box.width) - std::max(left, box.x);
    const double height =
        std::min(top + Grid::kCellPixels, box.y + box.height) - std::max(top, box.y);
    weights[i] = std::max(0.0, width) * std::max(0.0, height);
  }
  return Normalised(weights);
}

std::vector<float> FixationDensityMap(std::span<const PointInImage> fixations, double sigma) {
  std::vector<double> weights(Grid::kCells);
  bool any = false;
  for (const PointInImage& point : fixations) {
    if (!Grid::CellOf(point)) continue;
    any = true;
    std::array<double, Grid::kColumns> across{};
    std::array<double, Grid::kRows> down{};
    for (int c = 0; c < Grid::kColumns; ++c) {
      across[c] = NormalShare(point.x, sigma, c * Grid::kCellPixels, (c + 1) * Grid::kCellPixels);
    }
    for (int r = 0; r < Grid::kRows; ++r) {
      down[r] = NormalShare(point.y, sigma, r * Grid::kCellPixels, (r + 1) * Grid::kCellPixels);
    }
    for (int i = 0; i < Grid::kCells; ++i) {
      weights[i] += across[Grid::At(i).column] * down[Grid::At(i).row];
    }
  }
  if (!any) return {};
  return Normalised(weights);
}

std::vector<MapTarget> TargetBoxMaps(std::span<const Search> searches) {
  std::vector<MapTarget> targets;
  for (const Search& search : searches) {
    if (search.target) {
      targets.push_back({search.task, search.name, TargetBoxMap(*search.target)});
    }
  }
  return targets;
}

std::vector<MapTarget> FixationDensityMaps(std::span<const TrialInImage> trials,
                                           const DensityOptions& options) {
  std::map<std::pair<int, std::string>, std::vector<PointInImage>> fixations;
  for (const TrialInImage& trial : trials) {
    const auto task = TaskIndex(trial.task);
    if (!task || trial.condition != Condition::kPresent || !trial.correct) continue;
    std::size_t end = trial.scanpath.size();
    if (const auto found = FirstOnTarget(trial); found && options.cut_at_target) {
      end = static_cast<std::size_t>(*found);
    }
    auto& points = fixations[{*task, trial.name}];
    for (std::size_t i = 1; i < end; ++i) points.push_back(trial.scanpath[i].point);
  }
  std::vector<MapTarget> targets;
  for (const auto& [search, points] : fixations) {
    std::vector<float> map = FixationDensityMap(points, options.sigma);
    if (!map.empty()) targets.push_back({search.first, search.second, std::move(map)});
  }
  return targets;
}

}  // namespace saccade
