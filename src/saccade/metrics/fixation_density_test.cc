#include "saccade/metrics/fixation_density.h"

#include <gtest/gtest.h>

#include <numeric>

#include "saccade/metrics/row_on_pair.h"

namespace saccade::metrics {
namespace {

double Mass(const FixationDensity& density) {
  return std::accumulate(density.cells.begin(), density.cells.end(), 0.0);
}

// scipy.special.erf, summed by hand: 8 pixels to either side are erf(8 / (12 sqrt 2)) = .495 of a
// side, so .2450 of both.
TEST(FixationDensity, OfOneFixationIsAGaussianSummedToCells) {
  FixationDensity density;
  density.Add(PointInImage{264, 168});  // the middle of cell (16, 10)
  EXPECT_NEAR(density.cells[Grid::Index({16, 10})], 0.24503977587984535, 1e-12);
  EXPECT_NEAR(density.cells[Grid::Index({15, 10})], density.cells[Grid::Index({17, 10})], 1e-12);
  EXPECT_NEAR(Mass(density), 1, 1e-12);
}

// Half of it would lie outside in each direction: reflected, it is four times as dense.
TEST(FixationDensity, LosesNothingAtTheBorder) {
  FixationDensity corner;
  corner.Add(PointInImage{0, 0});
  EXPECT_NEAR(Mass(corner), 1, 1e-9);
  EXPECT_GT(corner.cells[0], .6);
}

TEST(FixationDensity, LeavesOutTheStartAndWhatIsOutside) {
  const ScanpathInImage path = {{{256, 160}, 1}, {{-1, 5}, 1}, {{512, 5}, 1}, {{100, 100}, 1}};
  EXPECT_EQ(DensityOf(path).fixations, 1);
}

// .85 of its own and .15 of the prior's.
TEST(FixationDensity, IsMixedWithThePrior) {
  FixationDensity none, sure, even;
  even.AddEvenly();
  sure.fixations = 2;
  sure.cells[3] = 2;
  EXPECT_DOUBLE_EQ(none.ShareOf(3, even), 1.0 / 640);
  EXPECT_DOUBLE_EQ(sure.ShareOf(3, even), .85 + .15 / 640);
  EXPECT_DOUBLE_EQ(sure.ShareOf(4, even), .15 / 640);
}

// Samples 1, 2 and 4, observed 3: mean distance (2 + 1 + 1) / 3, half the mean of 1, 3 and 2 is 1.
TEST(SampleCrps, IsTheFairFormOfSamples) {
  EXPECT_NEAR(SampleCrps(std::vector<double>{4, 1, 2}, 3), 4.0 / 3 - 1, 1e-12);
  EXPECT_DOUBLE_EQ(SampleCrps(std::vector<double>{5}, 3), 2);
  EXPECT_DOUBLE_EQ(SampleCrps(std::vector<double>{3, 3}, 3), 0);
}

}  // namespace
}  // namespace saccade::metrics
