#include "saccade/scene/search_measures.h"

#include <gtest/gtest.h>

#include "saccade/scene/trial_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

// A search for `task` that looks at the centre and then, `looks` fixations later, at the target.
TrialInImage Search(const std::string& task, int subject, int looks, bool correct = true) {
  TrialInImage trial;
  trial.name = "a.jpg";
  trial.task = task;
  trial.subject = subject;
  trial.target = BoxInImage{0, 0, 20, 20};
  trial.scanpath = {{{256, 160}, 100}};
  for (int i = 1; i < looks; ++i) trial.scanpath.push_back({{200, 100}, 50});
  trial.scanpath.push_back({{10, 10}, 300});
  trial.correct = correct;
  trial.reaction_ms = 100.0 * looks;
  return trial;
}

std::optional<double> Raw(const CategoryMeasures& category, SearchMeasure measure) {
  return category.raw[static_cast<std::size_t>(measure)];
}

TEST(SearchMeasures, EverySubjectCountsTheSame) {
  // Subject 1: three trials, one wrong; subject 2: one trial.
  const auto categories = MeasureSearch(std::vector{
      Search("cup", 1, 1), Search("cup", 1, 3), Search("cup", 1, 9, false), Search("cup", 2, 4)});
  ASSERT_EQ(categories.size(), 1u);
  // (1/3 + 0) / 2
  EXPECT_DOUBLE_EQ(*Raw(categories[0], SearchMeasure::kResponseError), 1.0 / 6);
  // ((100 + 300) / 2 + 400) / 2; the wrong answer has no part in it
  EXPECT_DOUBLE_EQ(*Raw(categories[0], SearchMeasure::kReactionTime), 300);
  // ((2 + 4) / 2 + 5) / 2
  EXPECT_DOUBLE_EQ(*Raw(categories[0], SearchMeasure::kFixations), 4);
  EXPECT_DOUBLE_EQ(*Raw(categories[0], SearchMeasure::kFixationsToTarget), 4);
  // Before the target: 100, 200, 250 ms -> ((100 + 200) / 2 + 250) / 2
  EXPECT_DOUBLE_EQ(*Raw(categories[0], SearchMeasure::kTimeToTarget), 200);
}

TEST(SearchMeasures, NormalisedFromEasiestToHardest) {
  const auto categories =
      MeasureSearch(std::vector{Search("cup", 1, 2), Search("tv", 1, 1), Search("fork", 1, 5)});
  ASSERT_EQ(categories.size(), 3u);
  const auto fixations = static_cast<std::size_t>(SearchMeasure::kFixations);
  EXPECT_EQ(categories[0].task, "cup");
  EXPECT_DOUBLE_EQ(*categories[0].normalized[fixations], 0.25);
  EXPECT_DOUBLE_EQ(*categories[1].normalized[fixations], 1);  // fork
  EXPECT_DOUBLE_EQ(*categories[2].normalized[fixations], 0);  // tv
  const auto error = static_cast<std::size_t>(SearchMeasure::kResponseError);
  EXPECT_DOUBLE_EQ(*categories[1].normalized[error], 0);  // all equal
}

TEST(SearchMeasures, WhatTheTrialsDoNotHaveIsAbsent) {
  TrialInImage trial = Search("cup", 1, 1);
  trial.reaction_ms.reset();
  trial.target.reset();
  TrialInImage absent = Search("tv", 1, 1);
  absent.condition = Condition::kAbsent;
  const auto categories = MeasureSearch(std::vector{trial, absent});
  ASSERT_EQ(categories.size(), 1u);
  EXPECT_FALSE(Raw(categories[0], SearchMeasure::kReactionTime));
  EXPECT_FALSE(Raw(categories[0], SearchMeasure::kTimeToTarget));
  EXPECT_FALSE(categories[0].normalized[static_cast<std::size_t>(SearchMeasure::kReactionTime)]);
}

// Values of a separate calculation in Python on the validation file in the display frame.
TEST(SearchMeasures, OfValidationAgreeWithASecondCalculation) {
  const std::string file = "coco_search18/coco_search18_fixations_TP_validation_split1.json";
  SACCADE_NEEDS_DATA(file);
  const auto categories = MeasureSearch(ReadTrialsInImage(testing::SharedData(file)));
  ASSERT_EQ(categories.size(), 18u);
  const CategoryMeasures& bowl = categories[1];
  ASSERT_EQ(bowl.task, "bowl");
  EXPECT_NEAR(*Raw(bowl, SearchMeasure::kResponseError), 0.2733333333333333, 1e-12);
  EXPECT_NEAR(*Raw(bowl, SearchMeasure::kReactionTime), 1259.464625097125, 1e-9);
  EXPECT_NEAR(*Raw(bowl, SearchMeasure::kFixations), 5.044955322455323, 1e-12);
  EXPECT_NEAR(*Raw(bowl, SearchMeasure::kTimeToTarget), 507.0341896991897, 1e-9);
  EXPECT_NEAR(*Raw(bowl, SearchMeasure::kFixationsToTarget), 3.7733877233877235, 1e-12);
}

}  // namespace
}  // namespace saccade
