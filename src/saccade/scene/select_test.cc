#include "saccade/scene/select.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/scene/trial_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr int kPerson = 1, kDog = 18, kCup = 47, kFork = 48, kKnife = 49, kOven = 79, kBook = 84;

// 640x400 fills the display: scale 2.625, no padding.
constexpr FrameSize kPhoto{640, 400};
// 4,000 of 256,000 square pixels are 1.56%.
constexpr BoxInPhoto kGoodBox{10, 10, 80, 50};

CocoInstances WithPictures(std::vector<CocoPicture> pictures) {
  CocoInstances instances;
  instances.categories = {{kPerson, "person", "person"}, {kDog, "dog", "animal"},
                          {kCup, "cup", "kitchen"},      {kFork, "fork", "kitchen"},
                          {kKnife, "knife", "kitchen"},  {kOven, "oven", "appliance"},
                          {kBook, "book", "indoor"}};
  instances.pictures = std::move(pictures);
  return instances;
}

CocoPicture Picture(std::int64_t id, std::vector<CocoObject> objects, FrameSize size = kPhoto) {
  return {id, std::to_string(id) + ".jpg", size, std::move(objects)};
}

// What happens to one picture when a cup is searched in it.
Selection SelectCup(const CocoPicture& picture, SelectOptions options = {}) {
  options.categories = {"cup"};
  return SelectPictures(WithPictures({picture}), options);
}

std::string Verdict(const CocoPicture& picture, const SelectOptions& options = {}) {
  const Selection selection = SelectCup(picture, options);
  if (!selection.target_present.empty()) return "accepted";
  for (int i = 0; i < kCriteria; ++i) {
    if (selection.removed[i] == 1) return std::string(KeyOf(static_cast<Criterion>(i)));
  }
  return "no candidate";
}

TEST(Select, AcceptsAPictureThatMeetsAllCriteria) {
  const Selection selection = SelectCup(Picture(5, {{kCup, kGoodBox, false}}));
  EXPECT_THAT(selection.target_present, ElementsAre(SelectedPicture{"cup", "5.jpg", 5, kGoodBox}));
  EXPECT_EQ(selection.candidates, 1u);
}

TEST(Select, NoPersonOrAnimal) {
  EXPECT_EQ(Verdict(Picture(1, {{kCup, kGoodBox, false}, {kPerson, kGoodBox, false}})),
            "person_or_animal");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, kGoodBox, false}, {kDog, kGoodBox, true}})),
            "person_or_animal");
}

TEST(Select, OneAndOnlyOneInstance) {
  EXPECT_EQ(Verdict(Picture(1, {{kCup, kGoodBox, false}, {kCup, kGoodBox, false}})),
            "not_one_instance");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, kGoodBox, true}})), "not_one_instance");
  EXPECT_EQ(Verdict(Picture(1, {{kFork, kGoodBox, false}})), "no candidate");
}

TEST(Select, SizeIsStrictlyBetweenOneAndTenPercent) {
  // Of 640x400: 1% is 2,560, 10% is 25,600 square pixels.
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {0, 0, 51, 50}, false}})), "size");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {0, 0, 51.5, 50}, false}})), "accepted");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {0, 0, 200, 127.9}, false}})), "accepted");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {0, 0, 200, 128.1}, false}})), "size");
}

TEST(Select, SizeIsTakenAgainstThePaddedDisplayUnlessAskedOtherwise) {
  // 640x480 is scaled by 1050/480 and fills 1400 of 1680 columns: a box of 11% of the picture is
  // 11 * 1400/1680 = 9.17% of the display.
  const CocoPicture picture = Picture(1, {{kCup, {0, 0, 240, 140.8}, false}}, {640, 480});
  SelectOptions bare;
  bare.area = SelectOptions::Area::kPicture;
  EXPECT_EQ(Verdict(picture), "accepted");
  EXPECT_EQ(Verdict(picture, bare), "size");
}

TEST(Select, TheCentreCellOfA5x5GridStaysFree) {
  // The centre cell of 640x400 is x 256..384, y 160..240.
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {200, 180, 80, 50}, false}})), "center");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {176, 180, 80, 50}, false}})), "accepted");  // touches it
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {384, 180, 80, 50}, false}})), "accepted");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {280, 110, 80, 50}, false}})), "accepted");
  EXPECT_EQ(Verdict(Picture(1, {{kCup, {280, 111, 80, 50}, false}})), "center");
}

TEST(Select, AspectIsFrom1_2To2) {
  const std::vector<CocoObject> cup = {{kCup, {10, 10, 120, 80}, false}};
  EXPECT_EQ(Verdict(Picture(1, cup, {600, 500})), "accepted");
  EXPECT_EQ(Verdict(Picture(1, cup, {599, 500})), "aspect");
  EXPECT_EQ(Verdict(Picture(1, cup, {640, 320})), "accepted");
  EXPECT_EQ(Verdict(Picture(1, cup, {641, 320})), "aspect");
}

TEST(Select, ClassifierScoresMustBeOver99Percent) {
  const CocoPicture picture = Picture(5, {{kCup, kGoodBox, false}});
  SelectOptions options;
  options.classifier_scores = ClassifierScores{{{5, kCup}, .9901}};
  EXPECT_EQ(Verdict(picture, options), "accepted");
  options.classifier_scores = ClassifierScores{{{5, kCup}, .99}};
  EXPECT_EQ(Verdict(picture, options), "classifier");
  options.classifier_scores = ClassifierScores{};
  EXPECT_EQ(Verdict(picture, options), "classifier");
}

TEST(Select, ScoresAreReadAndTheBestCounts) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "s.json",
                      R"([{"image_id": 5, "category_id": 47, "score": 0.5, "bbox": [1, 2, 3, 4]},
                          {"image_id": 5, "category_id": 47, "score": 0.995},
                          {"image_id": 5, "category_id": 47, "score": 0.2}])");
  const ClassifierScores scores = ReadClassifierScores(folder / "s.json");
  ASSERT_EQ(scores.size(), 1u);
  EXPECT_EQ(scores.at({5, kCup}), .995);
  WriteFileAtomically(folder / "bad.json", R"([{"image_id": 5, "score": 0.5}])");
  EXPECT_THAT(
      [&] { ReadClassifierScores(folder / "bad.json"); },
      ThrowsMessage<InputError>(HasSubstr("bad.json:[0]: has no \"category_id\" (an integer)")));
}

TEST(Select, TheMinimumSparesThePublishedTargetsUnlessGiven) {
  // One picture of a cup (one of the 18) and one of a book (none of them).
  const CocoInstances instances =
      WithPictures({Picture(1, {{kCup, kGoodBox, false}, {kBook, kGoodBox, false}})});
  const Selection by_default = SelectPictures(instances, {});
  ASSERT_EQ(by_default.target_present.size(), 1u);
  EXPECT_EQ(by_default.target_present[0].task, "cup");
  EXPECT_EQ(by_default.removed[static_cast<std::size_t>(Criterion::kMinPictures)], 1u);
  SelectOptions options;
  options.min_pictures = 2;
  EXPECT_TRUE(SelectPictures(instances, options).target_present.empty());
  options.min_pictures = 1;
  EXPECT_EQ(SelectPictures(instances, options).target_present.size(), 2u);
}

TEST(Select, TargetAbsentPicturesShowTwoSiblingsAndNoTarget) {
  const CocoObject fork{kFork, kGoodBox, false}, knife{kKnife, kGoodBox, false};
  SelectOptions options;
  options.categories = {"cup"};
  const Selection selection =
      SelectPictures(WithPictures({Picture(1, {{kCup, kGoodBox, false}}), Picture(2, {fork, knife}),
                                   Picture(3, {fork}), Picture(4, {fork, {kOven, kGoodBox, false}}),
                                   Picture(6, {{kCup, kGoodBox, false}, fork, fork})}),
                     options);
  // Two cups are wanted (pictures 1 and 6); only picture 2 can serve without one.
  EXPECT_EQ(selection.target_present.size(), 2u);
  EXPECT_THAT(selection.target_absent, ElementsAre(SelectedPicture{"cup", "2.jpg", 2, {}}));
  EXPECT_EQ(selection.target_absent_missing.at("cup"), 1u);
}

TEST(Select, SamplesByTheSeedAndCountsWhatItLeavesOut) {
  std::vector<CocoPicture> pictures;
  for (int id = 0; id < 60; ++id) pictures.push_back(Picture(id, {{kCup, kGoodBox, false}}));
  for (int id = 60; id < 120; ++id) {
    pictures.push_back(Picture(id, {{kFork, kGoodBox, false}, {kFork, kGoodBox, false}}));
  }
  const CocoInstances instances = WithPictures(pictures);
  SelectOptions options;
  options.categories = {"cup"};
  options.max_pictures = 20;
  const Selection first = SelectPictures(instances, options);
  EXPECT_EQ(first.target_present.size(), 20u);
  EXPECT_EQ(first.target_absent.size(), 20u);
  EXPECT_EQ(first.removed[static_cast<std::size_t>(Criterion::kSample)], 40u);
  const Selection again = SelectPictures(instances, options);
  EXPECT_EQ(first.target_present, again.target_present);
  EXPECT_EQ(first.target_absent, again.target_absent);
  options.seed = 1;
  const Selection other = SelectPictures(instances, options);
  EXPECT_NE(first.target_present, other.target_present);
  EXPECT_NE(first.target_absent, other.target_absent);
}

TEST(Select, AnUnknownCategoryIsAnError) {
  SelectOptions options;
  options.categories = {"cupp"};
  EXPECT_THAT([&] { SelectPictures(WithPictures({}), options); },
              ThrowsMessage<InputError>(HasSubstr("did you mean \"cup\"?")));
}

// The data's README: all published pairs hold when sizes are taken against the padded display.
TEST(Select, EveryPublishedPairComesOutOfTheSubset) {
  SACCADE_NEEDS_DATA("coco_search18/coco_instances_subset.json");
  std::set<std::pair<std::string, std::string>> published;
  for (const char* split : {"train", "validation"}) {
    const std::string file =
        fmt::format("coco_search18/coco_search18_fixations_TP_{}_split1.json", split);
    for (const auto& trial : ReadTrialsInImage(testing::SharedData(file))) {
      published.emplace(trial.task, trial.name);
    }
  }
  ASSERT_EQ(published.size(), 2489u);
  const Selection selection = SelectPictures(
      ReadCocoInstances(testing::SharedData("coco_search18/coco_instances_subset.json")), {});
  std::size_t removed = 0;
  for (const std::size_t count : selection.removed) removed += count;
  EXPECT_EQ(selection.candidates - removed, selection.target_present.size());
  for (const SelectedPicture& picture : selection.target_present) {
    published.erase({picture.task, picture.name});
  }
  EXPECT_EQ(published.size(), 0u);
}

}  // namespace
}  // namespace saccade
