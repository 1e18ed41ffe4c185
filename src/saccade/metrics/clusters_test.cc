#include "saccade/metrics/clusters.h"

#include <gtest/gtest.h>

#include <map>

#include "saccade/metrics/alignment.h"
#include "saccade/metrics/golden_fixture.h"
#include "saccade/metrics/mean_shift.h"
#include "saccade/metrics/protocol.h"
#include "saccade/scene/trial_file.h"

namespace saccade::metrics {
namespace {

constexpr char kValidation[] = "coco_search18/coco_search18_fixations_TP_validation_split1.json";

// "task|picture" -> human trials used.
std::map<std::string, std::vector<TrialInImage>> ValidationPairs() {
  std::map<std::string, std::vector<TrialInImage>> pairs;
  const auto trials = ReadTrialsInImage(testing::SharedData(kValidation));
  for (TrialInImage& trial : HumanTrialsUsed(trials, ProtocolByName("paper"))) {
    pairs[trial.task + "|" + trial.name].push_back(std::move(trial));
  }
  return pairs;
}

void ExpectGoldenPair(const std::vector<TrialInImage>& trials, const ClusterOptions& options,
                      const nlohmann::json& golden) {
  std::vector<ScanpathInImage> scanpaths;
  for (const TrialInImage& trial : trials) scanpaths.push_back(trial.scanpath);
  const Clusters clusters = FindClusters(scanpaths, options);
  if (golden.contains("factor")) {
    EXPECT_EQ(clusters.factor, golden["factor"].get<double>());
    EXPECT_NEAR(clusters.bandwidth, golden["estimate"].get<double>() * clusters.factor, 1e-9);
  }
  ASSERT_EQ(clusters.centers.size(), golden["centers"].size());
  for (std::size_t i = 0; i < clusters.centers.size(); ++i) {
    EXPECT_NEAR(clusters.centers[i].x, golden["centers"][i][0], 1e-6);
    EXPECT_NEAR(clusters.centers[i].y, golden["centers"][i][1], 1e-6);
  }
  std::vector<std::vector<int>> strings;
  for (const TrialInImage& trial : trials) {
    strings.push_back(ClusterString(clusters, trial.scanpath));
    EXPECT_EQ(nlohmann::json(strings.back()), golden["strings"][trial.subject.text()]);
  }
  for (std::size_t i = 0; i < trials.size() && trials.size() > 1; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < trials.size(); ++j) {
      if (j != i) sum += SequenceSimilarity(strings[i], strings[j]);
    }
    EXPECT_NEAR(sum / (trials.size() - 1), golden["scores"][trials[i].subject.text()], 1e-9);
  }
}

void ExpectGoldenFile(const std::string& file, const ClusterOptions& options,
                      std::size_t pairs_in_file) {
  const auto pairs = ValidationPairs();
  const nlohmann::json golden = Golden(file);
  EXPECT_EQ(golden["pairs"].size(), pairs_in_file);
  for (const auto& [key, pair] : golden["pairs"].items()) {
    SCOPED_TRACE(key);
    ExpectGoldenPair(pairs.at(key), options, pair);
  }
}

TEST(Clusters, EqualTheGoldenOnesWithTheFixedBandwidth) {
  SACCADE_NEEDS_DATA("gold/clusters_paper.json");
  SACCADE_NEEDS_DATA(kValidation);
  ExpectGoldenFile("gold/clusters_paper.json", {ClusterRule::kFixed, 21.5}, 324);
}

TEST(Clusters, EqualTheGoldenOnesWithTheAdaptiveRule) {
  SACCADE_NEEDS_DATA("gold/clusters_adaptive.json");
  SACCADE_NEEDS_DATA(kValidation);
  ExpectGoldenFile("gold/clusters_adaptive.json", {ClusterRule::kAdaptive}, 81);
}

TEST(Clusters, AdaptiveRatesEqualTheGoldenOnes) {
  SACCADE_NEEDS_DATA("gold/clusters_adaptive.json");
  SACCADE_NEEDS_DATA(kValidation);
  const auto pairs = ValidationPairs();
  const nlohmann::json golden = Golden("gold/clusters_adaptive.json");
  for (const auto& [key, pair] : golden["pairs"].items()) {
    SCOPED_TRACE(key);
    std::vector<ScanpathInImage> scanpaths;
    std::vector<PointInImage> points;
    for (const TrialInImage& trial : pairs.at(key)) {
      scanpaths.push_back(trial.scanpath);
      for (const FixationInImage& fixation : trial.scanpath) points.push_back(fixation.point);
    }
    const double estimate = EstimateBandwidth(points);
    EXPECT_NEAR(estimate, pair["estimate"], 1e-9);
    for (std::size_t i = 0; i < std::size(kBandwidthFactors); ++i) {
      const double bandwidth = estimate * kBandwidthFactors[i];
      EXPECT_NEAR(ClusterRate({bandwidth, 1, MeanShift(points, bandwidth)}, scanpaths),
                  pair["rates"][i], 1e-9);
    }
  }
}

TEST(MeanShift, TwoHeapsGiveTwoCentersTheLargerFirst) {
  const std::vector<PointInImage> points = {{10, 10}, {12, 10}, {200, 50}, {202, 52}, {201, 48}};
  const std::vector<PointInImage> centers = MeanShift(points, 20);
  ASSERT_EQ(centers.size(), 2u);
  EXPECT_EQ(centers[0], (PointInImage{201, 50}));
  EXPECT_EQ(centers[1], (PointInImage{11, 10}));
}

TEST(MeanShift, APointAtExactlyTheBandwidthCounts) {
  const std::vector<PointInImage> points = {{0, 0}, {21.5, 0}};
  EXPECT_EQ(MeanShift(points, 21.5), (std::vector<PointInImage>{{10.75, 0}}));
}

TEST(MeanShift, EqualHeapsAreOrderedByTheirCoordinatesLargestFirst) {
  const std::vector<PointInImage> points = {{10, 90}, {300, 10}, {300, 200}};
  EXPECT_EQ(MeanShift(points, 5), (std::vector<PointInImage>{{300, 200}, {300, 10}, {10, 90}}));
}

TEST(MeanShift, WithoutBandwidthEveryDistinctPointIsACenter) {
  const std::vector<PointInImage> points = {{0.1, 5}, {7, 7}, {0.1, 5}, {0.1, 5}};
  EXPECT_EQ(MeanShift(points, 0), (std::vector<PointInImage>{{0.1, 5}, {7, 7}}));
}

TEST(EstimateBandwidth, IsZeroForUpToSixPoints) {
  std::vector<PointInImage> points;
  for (int i = 0; i < 6; ++i) points.push_back({10.0 * i, 0});
  EXPECT_EQ(EstimateBandwidth(points), 0);  // int(.3 * 6) = 1: the point itself
  points.push_back({60, 0});
  EXPECT_EQ(EstimateBandwidth(points), 10);  // int(.3 * 7) = 2: the nearest other
  EXPECT_EQ(EstimateBandwidth({}), 0);
}

TEST(NearestCenter, TheFirstWinsAmongEquals) {
  const std::vector<PointInImage> centers = {{10, 0}, {-10, 0}, {0, 30}};
  EXPECT_EQ(NearestCenter(centers, {0, 0}), 0);
  EXPECT_EQ(NearestCenter(centers, {-1, 0}), 1);
}

}  // namespace
}  // namespace saccade::metrics
