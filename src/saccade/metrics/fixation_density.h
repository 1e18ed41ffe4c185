#pragma once

#include <array>
#include <span>

#include "saccade/scene/grid.h"
#include "saccade/scene/trial.h"

namespace saccade::metrics {

// Where fixations lie on the grid, whatever their order: a Gaussian around each, its mass summed to
// cells, reflected at the picture's border so that nothing is lost. docs/metrics/likelihood.md
//
// Both values are those under which people foresee one another best in the training split of
// COCO-Search18 (2.53 bits a fixation; 8 or 24 pixels cost .1 or .3 of them).
inline constexpr double kDensitySigma = 12;  // pixels
inline constexpr double kPriorShare = .15;   // of the prior, mixed into every density

struct FixationDensity {
  double fixations = 0;                      // that it was made from
  std::array<double, Grid::kCells> cells{};  // sums to `fixations`

  // One outside the picture is left out.
  void Add(const PointInImage& point);
  void Add(const FixationDensity& other, double times = 1);
  void AddEvenly();  // one fixation that may lie anywhere

  // The share of `cell`, mixed with the prior's; the prior's alone where there are no fixations.
  double ShareOf(std::size_t cell, const FixationDensity& prior) const;
};

// Of the fixations after the start.
FixationDensity DensityOf(std::span<const FixationInImage> scanpath);

}  // namespace saccade::metrics
