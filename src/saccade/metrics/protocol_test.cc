#include "saccade/metrics/protocol.h"

#include <gtest/gtest.h>

#include "saccade/base/error.h"

namespace saccade::metrics {
namespace {

TrialInImage Search(std::vector<PointInImage> points) {
  TrialInImage trial;
  trial.target = BoxInImage{100, 100, 50, 50};
  for (const PointInImage& point : points) trial.scanpath.push_back({point, 1});
  return trial;
}

const PointInImage kOff{10, 10};
const PointInImage kOn{120, 120};

TEST(HumanTrialsUsed, PaperTakesCorrectTrialsThatFindTheTargetAndCutsThemThere) {
  std::vector<TrialInImage> trials = {Search({kOff, kOn, kOff}), Search({kOff, kOff}),
                                      Search({kOff, kOn})};
  trials[2].correct = false;
  const auto used = HumanTrialsUsed(trials, ProtocolByName("paper"));
  ASSERT_EQ(used.size(), 1u);
  EXPECT_EQ(used[0].scanpath.size(), 2u);
}

TEST(HumanTrialsUsed, ReferenceTakesEveryTargetPresentTrial) {
  std::vector<TrialInImage> trials = {Search({kOff, kOn, kOff}), Search({kOff, kOff}),
                                      Search({kOff, kOn})};
  trials[2].correct = false;
  trials.push_back(Search({kOff}));
  trials[3].condition = Condition::kAbsent;
  const auto used = HumanTrialsUsed(trials, ProtocolByName("reference"));
  ASSERT_EQ(used.size(), 3u);
  EXPECT_EQ(used[0].scanpath.size(), 2u);
  EXPECT_EQ(used[1].scanpath.size(), 2u);
}

TEST(HumanTrialsUsed, TheBordersOfTheBoxAreNotOnTarget) {
  EXPECT_TRUE(HumanTrialsUsed(std::vector{Search({{100, 120}}), Search({{150, 120}}),
                                          Search({{120, 100}}), Search({{120, 150}})},
                              ProtocolByName("paper"))
                  .empty());
}

TEST(CutPrediction, KeepsSevenPointsUnlessTheTargetComesFirst) {
  const BoxInImage target{100, 100, 50, 50};
  EXPECT_EQ(CutPrediction(ScanpathInImage(9, {kOff, 0}), target).size(), 7u);
  EXPECT_EQ(CutPrediction(ScanpathInImage(2, {kOff, 0}), target).size(), 2u);
  EXPECT_EQ(CutPrediction(ScanpathInImage(3, {kOn, 0}), target).size(), 1u);
}

TEST(ProtocolByName, RefusesUnknownNamesAndSuggestsTheNearest) {
  EXPECT_EQ(ProtocolByName("adaptive").clusters.rule, ClusterRule::kAdaptive);
  EXPECT_EQ(ProtocolByName("reference").cut, (CutOptions{StringCut::kBoth, 6}));
  try {
    ProtocolByName("papr");
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown protocol \"papr\"; known: paper, reference, adaptive; did you mean "
                 "\"paper\"?");
  }
}

}  // namespace
}  // namespace saccade::metrics
