#include "saccade/scene/dataset_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/scene/trial_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TrialInImage Look(const std::string& name, const std::string& task, const std::string& split,
                  ScanpathInImage scanpath, bool correct = true) {
  TrialInImage trial;
  trial.name = name;
  trial.task = task;
  trial.split = split;
  trial.scanpath = std::move(scanpath);
  trial.correct = correct;
  return trial;
}

std::vector<TrialInImage> ThreeLooks() {
  return {Look("a.jpg", "cup", "train", {{{256, 160}, 100}, {{512.5, 10}, 100}}),
          Look("a.jpg", "tv", "valid", {{{256, 160}, 100}}, false),
          Look("b.jpg", "tv", "train", {{{256, 160}, 100}, {{10, -1}, 100}, {{10, 10}, 100}})};
}

TEST(DatasetSummary, CountsTrialsPairsPicturesAndFixationsOutside) {
  EXPECT_EQ(TallyOf(ThreeLooks()), (Tally{3, 3, 2, 6, 2, 3, 2}));
  EXPECT_DOUBLE_EQ(TallyOf(ThreeLooks()).Accuracy(), 2.0 / 3);
  EXPECT_EQ(TallyOf({}), Tally{});
}

TEST(DatasetSummary, GroupsAreSortedByTheirKey) {
  const auto trials = ThreeLooks();
  EXPECT_THAT(
      TallyBy(trials, [](const TrialInImage& trial) { return trial.task; }),
      ElementsAre(Pair("cup", Tally{1, 1, 1, 2, 1, 1, 1}), Pair("tv", Tally{2, 2, 2, 4, 1, 2, 1})));
}

TEST(DatasetSummary, PicturesSharedBetweenSplitsAreNamed) {
  const auto shared = FindSharedPictures(ThreeLooks());
  ASSERT_EQ(shared.size(), 1u);
  EXPECT_EQ(shared[0].first_split, "train");
  EXPECT_EQ(shared[0].second_split, "valid");
  EXPECT_THAT(shared[0].names, ElementsAre("a.jpg"));
}

TEST(DatasetSummary, TrainingAndValidationShareEightPictures) {
  SACCADE_NEEDS_DATA("coco_search18");
  auto trials = ReadTrialsInImage(
      testing::SharedData("coco_search18/coco_search18_fixations_TP_train_split1.json"));
  const auto validation = ReadTrialsInImage(
      testing::SharedData("coco_search18/coco_search18_fixations_TP_validation_split1.json"));
  EXPECT_EQ(TallyOf(trials).fixations_outside, 90u);
  EXPECT_EQ(TallyOf(validation).fixations_outside, 5u);
  trials.insert(trials.end(), validation.begin(), validation.end());
  const auto shared = FindSharedPictures(trials);
  ASSERT_EQ(shared.size(), 1u);
  EXPECT_EQ(shared[0].names.size(), 8u);
}

}  // namespace
}  // namespace saccade
