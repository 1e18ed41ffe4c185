#include "saccade/metrics/efficiency.h"

#include <gtest/gtest.h>

namespace saccade::metrics {
namespace {

const BoxInImage kTarget{300, 0, 100, 100};  // centre (350, 50)

ScanpathInImage Path(std::vector<PointInImage> points) {
  ScanpathInImage path;
  for (const PointInImage& point : points) path.push_back({point, 0});
  return path;
}

TEST(ScanpathRatio, IsTheDirectDistanceOverThePathUpToTheTarget) {
  // To the centre 300; the path goes 40 down, then 300 across.
  EXPECT_DOUBLE_EQ(*ScanpathRatio(Path({{50, 50}, {50, 90}, {350, 90}, {0, 0}}), kTarget),
                   300.0 / 340);
}

TEST(ScanpathRatio, IsAtMostOne) {
  EXPECT_EQ(ScanpathRatio(Path({{50, 50}, {301, 50}}), kTarget), 1);
}

TEST(ScanpathRatio, NeedsTheTargetBetweenTheSecondAndTheSeventhPoint) {
  EXPECT_FALSE(ScanpathRatio(Path({{350, 50}, {360, 50}}), kTarget));
  EXPECT_FALSE(ScanpathRatio(Path({{50, 50}, {60, 50}}), kTarget));
  ScanpathInImage late(6, {{50, 50}, 0});
  late.push_back({{350, 50}, 0});
  EXPECT_TRUE(ScanpathRatio(late, kTarget));
  late.insert(late.begin(), {{40, 50}, 0});
  EXPECT_FALSE(ScanpathRatio(late, kTarget));
  EXPECT_FALSE(ScanpathRatio({}, kTarget));
}

TEST(FoundCurve, CountsFromTheFirstFixationOnTargetOn) {
  FoundCounts counts;
  counts.Add(1);
  counts.Add(7);
  counts.Add(8);
  counts.Add(std::nullopt);
  EXPECT_EQ(MeanCurve({&counts, 1}), (FoundCurve{.25, .25, .25, .25, .25, .25, .5}));
}

TEST(FoundCurve, IsTheMeanOverGroupsThatHaveScanpaths) {
  std::vector<FoundCounts> groups(3);
  groups[0].Add(2);
  for (int i = 0; i < 3; ++i) groups[1].Add(std::nullopt);
  const FoundCurve curve = MeanCurve(groups);
  EXPECT_EQ(curve, (FoundCurve{0, .5, .5, .5, .5, .5, .5}));
  EXPECT_EQ(TfpAuc(curve), 3);
  EXPECT_EQ(ProbabilityMismatch(curve, FoundCurve{1, 1, 1, 1, 1, 1, 1}), 4);
}

// Two searchers with curves 1 and 0 at every step: mean .5, deviation sqrt(.5), error .5.
TEST(FoundBySubject, GivesMeanAndStandardErrorOverSearchers) {
  const std::vector<SearchOutcome> outcomes = {{0, 4, 1}, {1, 4, 1}, {1, 9, std::nullopt}};
  const CurveBySubject curve = FoundBySubject(outcomes);
  EXPECT_EQ(curve.subjects, (std::vector<Identifier>{4, 9}));
  for (int i = 0; i < kScoredPoints; ++i) {
    EXPECT_DOUBLE_EQ(curve.mean[i], .5);
    EXPECT_DOUBLE_EQ(curve.standard_error[i], .5);
  }
}

}  // namespace
}  // namespace saccade::metrics
