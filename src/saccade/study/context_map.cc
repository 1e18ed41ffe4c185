#include "saccade/study/context_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/beliefs/fovea.h"
#include "saccade/metrics/paired_tests.h"
#include "saccade/search/hidden_channels.h"

namespace saccade {
namespace {

// The cells and all that touch them.
CellSet Around(const CellSet& cells) {
  CellSet around;
  cells.ForEach([&](int cell) { around |= ClosedCells(Grid::At(cell)); });
  return around;
}

// The probability that the map gained in these cells.
double Gained(const ContextMap& map, const CellSet& cells) {
  double sum = 0;
  cells.ForEach([&](int cell) { sum += map.difference[cell]; });
  return sum;
}

// Gained on one side of the object minus the other: `side` is 1, -1 or, between them, 0.
template <typename Side>
double Asymmetry(const ContextMap& map, Side&& side) {
  double sum = 0;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    const double dx = at.column - map.object.column, dy = at.row - map.object.row;
    if (std::abs(dx) > kReachColumns + .5 || std::abs(dy) > kReachRows + .5) continue;
    sum += side(dx, dy) * map.difference[cell];
  }
  return sum;
}

double SideOf(double offset) { return offset > .5 ? 1 : offset < -.5 ? -1 : 0; }

void FillFrame(std::span<const ContextMap> maps, MeanContextMap& mean) {
  std::vector<double> sum(kFrameColumns * kFrameRows);
  std::vector<std::size_t> count(sum.size());
  for (const ContextMap& map : maps) {
    const int column = static_cast<int>(std::lround(map.object.column));
    const int row = static_cast<int>(std::lround(map.object.row));
    for (int i = 0; i < kFrameColumns * kFrameRows; ++i) {
      const Cell cell{column + i % kFrameColumns - kReachColumns,
                      row + i / kFrameColumns - kReachRows};
      if (!Grid::Contains(cell)) continue;
      sum[i] += map.difference[Grid::Index(cell)];
      ++count[i];
    }
  }
  mean.frame.resize(sum.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (2 * count[i] >= maps.size()) mean.frame[i] = sum[i] / static_cast<double>(count[i]);
  }
}

void TestPlace(std::span<const ContextMap> maps, std::uint64_t seed, int permutations,
               MeanContextMap& mean) {
  // gained[i][j]: by picture i where picture j has its object.
  const std::size_t n = maps.size();
  std::vector<CellSet> around;
  for (const ContextMap& map : maps) around.push_back(Around(map.object.cells));
  std::vector<double> gained(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) gained[i * n + j] = Gained(maps[i], around[j]);
    mean.near += gained[i * n + i] / static_cast<double>(n);
  }
  std::vector<double> dealt(static_cast<std::size_t>(permutations));
  std::vector<std::size_t> order(n);
  Random random(seed, "context map");
  for (double& value : dealt) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.Shuffle(order);
    for (std::size_t i = 0; i < n; ++i) {
      value += gained[i * n + order[i]] / static_cast<double>(n);
    }
  }
  mean.near_elsewhere = metrics::MeanOf(dealt);
  const double distance = std::abs(mean.near - mean.near_elsewhere) - 1e-12;
  const auto as_far = std::ranges::count_if(
      dealt, [&](double value) { return std::abs(value - mean.near_elsewhere) >= distance; });
  mean.near_p = static_cast<double>(as_far + 1) / static_cast<double>(permutations + 1);
}

}  // namespace

std::optional<ContextObject> FindObject(const PictureBeliefs& beliefs, int channel) {
  CellSet left;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    if (beliefs.blurred.Value(cell, channel) > 0) left.Insert(cell);
  }
  std::optional<ContextObject> best;
  double heaviest = 0;
  while (!left.empty()) {
    // Grow from any cell to all that touch it.
    CellSet part;
    left.ForEach([&](int cell) {
      if (part.empty()) part.Insert(cell);
    });
    for (int before = 0; before != part.size();) {
      before = part.size();
      part = Around(part) - (Around(part) - left);
    }
    left -= part;
    ContextObject object{part, 0, 0};
    double weight = 0;
    part.ForEach([&](int cell) {
      const double value = beliefs.blurred.Value(cell, channel);
      weight += value;
      object.column += value * Grid::At(cell).column;
      object.row += value * Grid::At(cell).row;
    });
    if (weight <= heaviest) continue;
    heaviest = weight;
    object.column /= weight, object.row /= weight;
    best = object;
  }
  return best;
}

std::vector<ContextMap> ContextMaps(const ScanpathModel& model, std::span<const Search> searches,
                                    int channel) {
  std::vector<std::optional<ContextMap>> found(searches.size());
  const std::vector<Cell> start = {Grid::Center()};
  ParallelFor(searches.size(), [&](std::size_t i) {
    const auto object = FindObject(searches[i].Beliefs(), channel);
    if (!object) return;
    ChannelMask mask;
    mask.set(static_cast<std::size_t>(channel));
    Search less = searches[i];
    Hide(less, mask);
    const auto with = model.NextFixation(searches[i], start);
    const auto without = model.NextFixation(less, start);
    if (with.empty()) throw InputError(model.name() + " gives no map of the next fixation");
    ContextMap& map = found[i].emplace(ContextMap{searches[i].name, with, *object});
    for (int cell = 0; cell < Grid::kCells; ++cell) map.difference[cell] -= without[cell];
  });
  std::vector<ContextMap> maps;
  for (auto& map : found) {
    if (map) maps.push_back(std::move(*map));
  }
  return maps;
}

MeanContextMap MeanOf(std::span<const ContextMap> maps, std::uint64_t seed, int permutations) {
  MeanContextMap mean{.pictures = maps.size()};
  if (maps.empty()) return mean;
  std::vector<double> above, right;
  for (const ContextMap& map : maps) {
    double moved = 0;
    for (const double d : map.difference) moved += std::abs(d) / 2;
    mean.moved += moved / static_cast<double>(maps.size());
    above.push_back(Asymmetry(map, [](double, double dy) { return -SideOf(dy); }));
    right.push_back(Asymmetry(map, [](double dx, double) { return SideOf(dx); }));
  }
  mean.above = metrics::MeanOf(above), mean.above_p = metrics::SignFlipP(above);
  mean.right = metrics::MeanOf(right), mean.right_p = metrics::SignFlipP(right);
  FillFrame(maps, mean);
  TestPlace(maps, seed, permutations, mean);
  return mean;
}

}  // namespace saccade
