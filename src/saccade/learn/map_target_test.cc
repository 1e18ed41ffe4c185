#include "saccade/learn/map_target.h"

#include <gtest/gtest.h>

#include <numeric>

namespace saccade {
namespace {

float At(const std::vector<float>& map, int column, int row) {
  return map[Grid::Index({column, row})];
}

// A box of 24x16 pixels from (24, 16): half of cell (1, 1), all of cell (2, 1).
TEST(TargetBoxMap, SharesTheBoxByArea) {
  const std::vector<float> map = TargetBoxMap({24, 16, 24, 16});
  EXPECT_FLOAT_EQ(At(map, 1, 1), 1.0f / 3);
  EXPECT_FLOAT_EQ(At(map, 2, 1), 2.0f / 3);
  EXPECT_FLOAT_EQ(std::accumulate(map.begin(), map.end(), 0.0f), 1);
}

// Sigma 16 pixels is one cell. A fixation at a cell's centre leaves within half a sigma of it
// erf(.5 / sqrt 2) = .3829249 of each axis, and between .5 and 1.5 sigma .2417303.
TEST(FixationDensityMap, IsTheGaussiansShareOfEachCell) {
  const std::vector<PointInImage> fixations = {Grid::PointOf({16, 10})};
  const std::vector<float> map = FixationDensityMap(fixations, 16);
  EXPECT_NEAR(At(map, 16, 10), 0.3829249 * 0.3829249, 1e-6);
  EXPECT_NEAR(At(map, 17, 10), 0.2417303 * 0.3829249, 1e-6);
  EXPECT_NEAR(At(map, 15, 9), 0.2417303 * 0.2417303, 1e-6);
}

// In the corner (0, 0) three quarters of the Gaussian are outside; what is left sums to one, so the
// first cell has (erf(1 / sqrt 2))^2 = .6826895^2.
TEST(FixationDensityMap, IsCutAtTheBorderAndNormalised) {
  const std::vector<PointInImage> fixations = {{0, 0}};
  const std::vector<float> map = FixationDensityMap(fixations, 16);
  EXPECT_NEAR(At(map, 0, 0), 0.6826895 * 0.6826895, 1e-6);
  EXPECT_NEAR(std::accumulate(map.begin(), map.end(), 0.0), 1, 1e-5);
}

TEST(FixationDensityMap, LeavesOutFixationsOutsideThePicture) {
  const std::vector<PointInImage> both = {{100, 100}, {-3, 50}};
  const std::vector<PointInImage> inside = {{100, 100}};
  EXPECT_EQ(FixationDensityMap(both, 10), FixationDensityMap(inside, 10));
  const std::vector<PointInImage> none = {{600, 100}};
  EXPECT_TRUE(FixationDensityMap(none, 10).empty());
}

TrialInImage TrialOf(int subject, bool correct, std::vector<PointInImage> points) {
  TrialInImage trial;
  trial.name = "a.jpg";
  trial.task = "cup";
  trial.subject = subject;
  trial.correct = correct;
  trial.target = BoxInImage{90, 90, 30, 30};
  for (const PointInImage& point : points) trial.scanpath.push_back({point, 200});
  return trial;
}

TEST(FixationDensityMaps, CountAllFixationsButTheFirstOfPeopleWhoAnsweredCorrectly) {
  const std::vector<TrialInImage> trials = {
      TrialOf(1, true, {{256, 160}, {100, 100}, {300, 200}}), TrialOf(2, true, {{256, 160}}),
      TrialOf(3, false, {{256, 160}, {400, 50}}), TrialOf(4, true, {{256, 160}, {50, 60}})};
  const auto all = FixationDensityMaps(trials, {.sigma = 8});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].task, *TaskIndex("cup"));
  const std::vector<PointInImage> counted = {{100, 100}, {300, 200}, {50, 60}};
  EXPECT_EQ(all[0].map, FixationDensityMap(counted, 8));
  // The first searcher finds the target at (100, 100).
  const auto cut = FixationDensityMaps(trials, {.sigma = 8, .cut_at_target = true});
  const std::vector<PointInImage> until_target = {{100, 100}, {50, 60}};
  EXPECT_EQ(cut[0].map, FixationDensityMap(until_target, 8));
}

}  // namespace
}  // namespace saccade
