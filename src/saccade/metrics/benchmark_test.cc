#include "saccade/metrics/benchmark.h"

#include <gtest/gtest.h>

#include "saccade/base/error.h"

namespace saccade::metrics {
namespace {

TrialInImage Search(int subject) {
  TrialInImage trial;
  trial.task = "cup";
  trial.name = "a.jpg";
  trial.subject = subject;
  trial.target = BoxInImage{300, 100, 50, 50};
  trial.scanpath = {{{256, 160}, 200}, {{100.0 + subject, 50}, 180}, {{320, 120}, 250}};
  return trial;
}

TEST(MeasureMetrics, GivesEveryFigure) {
  const MetricBenchmark benchmark = MeasureMetrics(std::vector{Search(1), Search(2), Search(3)});
  EXPECT_GT(benchmark.multimatch_pairs_per_second, 0);
  EXPECT_GT(benchmark.human_row_seconds, 0);
  ASSERT_EQ(benchmark.scale.size(), 4u);
  EXPECT_EQ(benchmark.scale.back().factor, 8);
  EXPECT_EQ(benchmark.scale.back().trials, 24u);
  double sum = 0;
  for (const MetricTime& time : benchmark.times) sum += time.fraction;
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(MeasureMetrics, RefusesTrialsThatNothingCanBeScoredOn) {
  EXPECT_THROW(MeasureMetrics({}), InputError);
}

TEST(MeasureMetrics, ALonelySearcherHasNothingToCompare) {
  EXPECT_EQ(MeasureMetrics(std::vector{Search(1)}).multimatch_pairs_per_second, 0);
}

}  // namespace
}  // namespace saccade::metrics
