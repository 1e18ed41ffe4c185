#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "saccade/metrics/multimatch.h"

namespace saccade::metrics {
namespace {

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  if (values.size() % 2 == 1) return values[middle];
  return (values[middle - 1] + values[middle]) / 2;
}

// The cheapest way from the first to the last node of a rows x columns grid through moves right,
// down and diagonal, each costing the node that it enters. Nodes are numbered row by row.
std::vector<std::size_t> ShortestPath(const std::vector<double>& costs, std::size_t rows,
                                      std::size_t columns) {
  const std::size_t nodes = rows * columns;
  std::vector<double> distance(nodes, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> predecessor(nodes, 0);
  std::vector<bool> settled(nodes, false);
  distance[0] = 0;
  for (std::size_t step = 0; step < nodes; ++step) {
    std::size_t nearest = nodes;
    for (std::size_t node = 0; node < nodes; ++node) {
      if (!settled[node] && (nearest == nodes || distance[node] < distance[nearest])) {
        nearest = node;
      }
    }
    settled[nearest] = true;
    const std::size_t row = nearest / columns;
    const std::size_t column = nearest % columns;
    for (const auto& [down, right] : {std::pair{0, 1}, std::pair{1, 0}, std::pair{1, 1}}) {
      if (row + down >= rows || column + right >= columns) continue;
      const std::size_t node = (row + down) * columns + column + right;
      if (distance[nearest] + costs[node] < distance[node]) {
        distance[node] = distance[nearest] + costs[node];
        predecessor[node] = nearest;
      }
    }
  }
  std::vector<std::size_t> path{nodes - 1};
  while (path.back() != 0) path.push_back(predecessor[path.back()]);
  return path;
}

}  // namespace

MultiMatchScores MultiMatchPlain(std::span<const Saccade> a, std::span<const Saccade> b,
                                 double diagonal) {
  std::vector<double> costs;
  for (const Saccade& s : a) {
    for (const Saccade& t : b) {
      const double dx = s.dx - t.dx;
      const double dy = s.dy - t.dy;
      costs.push_back(std::sqrt(dx * dx + dy * dy));
    }
  }
  std::vector<double> shape, direction, length, position, duration;
  for (const std::size_t node : ShortestPath(costs, a.size(), b.size())) {
    const Saccade& s = a[node / b.size()];
    const Saccade& t = b[node % b.size()];
    const double dx = s.x - t.x;
    const double dy = s.y - t.y;
    shape.push_back(costs[node]);
    direction.push_back(AngleDifference(s, t));
    length.push_back(std::abs(s.length - t.length));
    position.push_back(std::sqrt(dx * dx + dy * dy));
    duration.push_back(DurationDifference(s, t));
  }
  return {1 - Median(shape) / (2 * diagonal), 1 - Median(direction) / std::numbers::pi,
          1 - Median(length) / diagonal, 1 - Median(position) / diagonal, 1 - Median(duration)};
}

}  // namespace saccade::metrics
