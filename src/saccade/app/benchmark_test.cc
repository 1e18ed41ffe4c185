#include "saccade/app/benchmark.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"

namespace saccade::app {
namespace {

// What is measured differs from machine to machine; that every figure has a name does not.
TEST(Benchmark, MeasuresTrialsInMemoryAndGivesOneObjectOfNumbers) {
  std::vector<TrialInImage> trials(2);
  for (int i = 0; i < 2; ++i) {
    TrialInImage& trial = trials[i];
    trial.name = "a.jpg";
    trial.task = "cup";
    trial.subject = i + 1;
    trial.target = BoxInImage{200, 100, 60, 40};
    trial.scanpath = {{{256, 160}, 200}, {{100, 50.0 + i}, 200}, {{220, 120}, 300}};
  }
  const BenchmarkResult result = Benchmark({.fixations = trials, .seed = 7});
  EXPECT_TRUE(result.learning.empty());  // no beliefs
  EXPECT_TRUE(result.scoring.scale.empty());
  const auto json = ToJson(result);
  EXPECT_EQ(json["seed"], 7);
  EXPECT_GT(json["multimatch_pairs_per_second"], 0);
  EXPECT_FALSE(json.contains("human_row_seconds_1x"));
}

TEST(Benchmark, BeliefsWithoutTrialsAreRefused) {
  EXPECT_THROW(Benchmark({.beliefs = "s.beliefs"}), InputError);
}

}  // namespace
}  // namespace saccade::app
