#include "saccade/metrics/fixation_density.h"

#include <cmath>
#include <numbers>

namespace saccade::metrics {
namespace {

// Mass of a Gaussian at `center` in each cell along one side, reflected at both ends.
template <std::size_t N>
std::array<double, N> MassAlong(double center) {
  constexpr double kScale = 1 / (kDensitySigma * std::numbers::sqrt2);
  constexpr double kLength = N * Grid::kCellPixels;
  std::array<double, N> mass{};
  for (const double at : {center, -center, 2 * kLength - center}) {
    double below = std::erf((0 - at) * kScale);
    for (std::size_t i = 0; i < N; ++i) {
      const double above = std::erf(((i + 1.0) * Grid::kCellPixels - at) * kScale);
      mass[i] += (above - below) / 2;
      below = above;
    }
  }
  return mass;
}

}  // namespace

void FixationDensity::Add(const PointInImage& point) {
  if (!Grid::CellOf(point)) return;
  fixations += 1;
  const auto columns = MassAlong<Grid::kColumns>(point.x);
  const auto rows = MassAlong<Grid::kRows>(point.y);
  for (int row = 0; row < Grid::kRows; ++row) {
    for (int column = 0; column < Grid::kColumns; ++column) {
      cells[Grid::Index({column, row})] += rows[row] * columns[column];
    }
  }
}

void FixationDensity::Add(const FixationDensity& other, double times) {
  fixations += times * other.fixations;
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += times * other.cells[i];
}

void FixationDensity::AddEvenly() {
  fixations += 1;
  for (double& cell : cells) cell += 1.0 / Grid::kCells;
}

double FixationDensity::ShareOf(std::size_t cell, const FixationDensity& prior) const {
  const double before = prior.cells[cell] / prior.fixations;
  if (fixations == 0) return before;
  return (1 - kPriorShare) * cells[cell] / fixations + kPriorShare * before;
}

FixationDensity DensityOf(std::span<const FixationInImage> scanpath) {
  FixationDensity density;
  for (std::size_t i = 1; i < scanpath.size(); ++i) density.Add(scanpath[i].point);
  return density;
}

}  // namespace saccade::metrics
