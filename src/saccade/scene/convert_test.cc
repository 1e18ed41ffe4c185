#include "saccade/scene/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "saccade/base/error.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TrialInDisplay Look(const std::string& name, const std::string& task, int subject) {
  TrialInDisplay trial;
  trial.name = name;
  trial.task = task;
  trial.subject = subject;
  trial.split = "train";
  trial.target = BoxInDisplay{0, 0, 100, 100};
  trial.scanpath = {{{840.1, 525.3}, 100}, {{50, 50}, 100}, {{900, 900}, 100}};
  return trial;
}

TrialFile FileOf(const std::string& path, AnyTrials trials) {
  TrialFile file;
  file.path = path;
  file.trials = std::move(trials);
  return file;
}

TEST(Convert, KeepsCoordinatesBitForBitInTheirOwnFrame) {
  const std::vector trials = {Look("a.jpg", "cup", 1)};
  EXPECT_EQ(std::get<0>(Convert({FileOf("a.json", trials)}, {})), trials);
  ConvertOptions to_image;
  to_image.frame = Frame::kImage;
  EXPECT_EQ(std::get<1>(Convert({FileOf("a.json", trials)}, to_image)),
            std::vector{ToImage(trials[0])});
}

TEST(Convert, FilesInDifferentFramesMeetInTheDisplayFrame) {
  const std::vector display = {Look("a.jpg", "cup", 1)};
  const std::vector image = {ToImage(Look("b.jpg", "cup", 1))};
  const auto merged = Convert({FileOf("a.json", display), FileOf("b.json", image)}, {});
  ASSERT_EQ(std::get<0>(merged).size(), 2u);
  EXPECT_EQ(std::get<0>(merged)[0], display[0]);
  EXPECT_EQ(std::get<0>(merged)[1].name, "b.jpg");
}

TEST(Convert, FiltersByTaskSubjectSplitAndAnswer) {
  TrialInDisplay wrong = Look("a.jpg", "cup", 2);
  wrong.correct = false;
  TrialInDisplay test = Look("a.jpg", "tv", 2);
  test.split = "test";
  const std::vector trials = {Look("a.jpg", "cup", 1), wrong, test};
  const auto kept = [&trials](const TrialFilter& filter) {
    ConvertOptions options;
    options.filter = filter;
    return std::get<0>(Convert({FileOf("a.json", trials)}, options)).size();
  };
  EXPECT_EQ(kept({}), 3u);
  EXPECT_EQ(kept({.tasks = {"cup"}, .subjects = {}, .splits = {}}), 2u);
  EXPECT_EQ(kept({.tasks = {}, .subjects = {2}, .splits = {}}), 2u);
  EXPECT_EQ(kept({.tasks = {}, .subjects = {}, .splits = {"test"}}), 1u);
  EXPECT_EQ(kept({.tasks = {}, .subjects = {}, .splits = {}, .correct_only = true}), 2u);
  EXPECT_THAT([&] { kept({.tasks = {"fork"}, .subjects = {}, .splits = {}}); },
              ThrowsMessage<InputError>(HasSubstr("no trial is left")));
}

TEST(Convert, CutsAfterTheFirstFixationOnTarget) {
  ConvertOptions options;
  options.cut_at_target = true;
  const auto cut = Convert({FileOf("a.json", std::vector{Look("a.jpg", "cup", 1)})}, options);
  EXPECT_EQ(std::get<0>(cut)[0].scanpath.size(), 2u);
}

TEST(Convert, ATrialInTwoFilesIsAnErrorUnlessAllowed) {
  const std::vector trials = {Look("a.jpg", "cup", 1)};
  const std::vector files = {FileOf("a.json", trials), FileOf("b.json", trials)};
  EXPECT_THAT([&] { Convert(files, {}); },
              ThrowsMessage<InputError>(HasSubstr("b.json: repeats a trial of a.json")));
  ConvertOptions options;
  options.allow_repeats = true;
  EXPECT_EQ(std::get<0>(Convert(files, options)).size(), 2u);
}

std::vector<TrialInDisplay> HundredPictures() {
  std::vector<TrialInDisplay> trials;
  for (int picture = 0; picture < 100; ++picture) {
    for (const char* task : {"cup", "tv"}) {
      if (std::string(task) == "tv" && picture >= 10) continue;
      for (int subject = 1; subject <= 3; ++subject) {
        trials.push_back(Look(std::to_string(picture) + ".jpg", task, subject));
      }
    }
  }
  return trials;
}

TEST(RandomSplits, Hold70And10And20PercentOfEachTasksPictures) {
  const AnyTrials split = AssignRandomSplits(HundredPictures(), kPaperShares, 7);
  std::map<std::string, std::size_t> trials;
  for (const auto& trial : std::get<0>(split)) ++trials[trial.task + " " + trial.split];
  EXPECT_EQ(trials["cup train"], 70u * 3);
  EXPECT_EQ(trials["cup valid"], 10u * 3);
  EXPECT_EQ(trials["cup test"], 20u * 3);
  EXPECT_EQ(trials["tv train"], 7u * 3);
  EXPECT_EQ(trials["tv valid"], 1u * 3);
  EXPECT_EQ(trials["tv test"], 2u * 3);
}

TEST(RandomSplits, KeepAPairsTrialsTogether) {
  const AnyTrials split = AssignRandomSplits(HundredPictures(), kPaperShares, 7);
  std::map<std::string, std::set<std::string>> splits_of_pair;
  for (const auto& trial : std::get<0>(split)) {
    splits_of_pair[trial.task + trial.name].insert(trial.split);
  }
  for (const auto& [pair, splits] : splits_of_pair) EXPECT_EQ(splits.size(), 1u) << pair;
}

TEST(RandomSplits, DependOnTheSeedAndNotOnTheOrder) {
  auto trials = HundredPictures();
  const AnyTrials first = AssignRandomSplits(trials, kPaperShares, 7);
  EXPECT_NE(first, AssignRandomSplits(trials, kPaperShares, 8));
  std::ranges::reverse(trials);
  AnyTrials reversed = AssignRandomSplits(trials, kPaperShares, 7);
  std::ranges::reverse(std::get<0>(reversed));
  EXPECT_EQ(first, reversed);
}

TEST(RandomSplits, SharesMustAddUpToOne) {
  EXPECT_THROW(AssignRandomSplits(HundredPictures(), {.7, .1, .1}, 0), InputError);
  EXPECT_THROW(AssignRandomSplits(HundredPictures(), {1.2, -.2, 0}, 0), InputError);
}

TEST(RandomSplits, AreTakenApartBySplit) {
  const AnyTrials split = AssignRandomSplits(HundredPictures(), kPaperShares, 7);
  std::size_t total = 0;
  for (const std::string_view name : kSplitNames) {
    total += std::get<0>(OfSplit(split, name)).size();
  }
  EXPECT_EQ(total, std::get<0>(split).size());
}

}  // namespace
}  // namespace saccade
