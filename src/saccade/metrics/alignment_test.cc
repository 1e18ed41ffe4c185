#include "saccade/metrics/alignment.h"

#include <gtest/gtest.h>

#include <vector>

namespace saccade::metrics {
namespace {

using String = std::vector<int>;

TEST(SequenceSimilarity, IsTheCommonSubsequenceOverTheLongerLength) {
  const String a = {1, 2, 3, 4};
  const String b = {2, 4, 1};
  EXPECT_EQ(LongestCommonSubsequence(a, b), 2);
  EXPECT_EQ(SequenceSimilarity(a, b), 0.5);
  EXPECT_EQ(SequenceSimilarity(b, a), 0.5);
  EXPECT_EQ(SequenceSimilarity(a, a), 1);
}

TEST(SequenceSimilarity, EmptyStringsHaveNothingInCommon) {
  EXPECT_EQ(SequenceSimilarity(String{}, String{}), 0);
  EXPECT_EQ(SequenceSimilarity(String{1}, String{}), 0);
}

TEST(EditDistance, CountsInsertionsDeletionsAndSubstitutions) {
  EXPECT_EQ(EditDistance(String{1, 2, 3}, String{1, 2, 3}), 0);
  EXPECT_EQ(EditDistance(String{1, 2, 3}, String{1, 9, 3}), 1);
  EXPECT_EQ(EditDistance(String{1, 2, 3}, String{2, 3, 4}), 2);
  EXPECT_EQ(EditDistance(String{}, String{2, 3, 4}), 3);
  EXPECT_EQ(EditDistance(String{2, 3, 4}, String{}), 3);
}

TEST(Alignment, StringsBeyondTheStackBufferAreComparedToo) {
  String a(200), b(200);
  for (int i = 0; i < 200; ++i) {
    a[i] = i;
    b[i] = i + 50;
  }
  EXPECT_EQ(LongestCommonSubsequence(a, b), 150);
  EXPECT_EQ(EditDistance(a, b), 100);
}

// ScanMatch rounds half to even, sequence scores drop what is left: 125 ms are 2 or 2 samples of
// 50, 75 are 2 or 1, 49 are 1 or none.
TEST(SampledInTime, RepeatsASymbolForItsDuration) {
  const ScanpathInImage path = {{{0, 0}, 125}, {{0, 0}, 75}, {{0, 0}, 49}, {{0, 0}, 0}};
  const String string = {5, 6, 7, 8};
  const auto sampled = [&](TimeSampling sampling) {
    return SampledInTime<Frame::kImage>(string, path, sampling);
  };
  EXPECT_EQ(sampled(TimeSampling::kRound), (String{5, 5, 6, 6, 7}));
  EXPECT_EQ(sampled(TimeSampling::kDrop), (String{5, 5, 6}));
}

TEST(CutOptions, CutThePredictionOrBothToTheFirstSymbols) {
  const String string = {5, 6, 7};
  const auto length = [&](StringCut cut, int steps) {
    const CutOptions options{cut, steps};
    return std::pair(options.Prediction(string).size(), options.Human(string).size());
  };
  EXPECT_EQ(length(StringCut::kNone, 2), std::pair(std::size_t{3}, std::size_t{3}));
  EXPECT_EQ(length(StringCut::kPrediction, 2), std::pair(std::size_t{2}, std::size_t{3}));
  EXPECT_EQ(length(StringCut::kBoth, 2), std::pair(std::size_t{2}, std::size_t{2}));
  EXPECT_EQ(length(StringCut::kBoth, 9), std::pair(std::size_t{3}, std::size_t{3}));
}

}  // namespace
}  // namespace saccade::metrics
