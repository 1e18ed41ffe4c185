#include "saccade/scene/trial_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/scene/category.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr const char* kTrain = "coco_search18/coco_search18_fixations_TP_train_split1.json";
constexpr const char* kValidation =
    "coco_search18/coco_search18_fixations_TP_validation_split1.json";

Json DisplayTrial() {
  return {{"name", "000000000001.jpg"},
          {"subject", 2},
          {"task", "cup"},
          {"condition", "present"},
          {"bbox", {1200, 700, 168, 105}},
          {"X", {840.5, 1250.25}},
          {"Y", {525.0, 750.0}},
          {"T", {150, 300}},
          {"length", 2},
          {"correct", 1},
          {"RT", 900},
          {"split", "train"}};
}

Json ImageTrial() {
  Json trial = DisplayTrial();
  trial["bbox"] = {365, 213, 52, 32};
  trial["X"] = {256.15238095238095, 381.0};
  trial["Y"] = {160.0, 228.6};
  return trial;
}

TrialFile Parse(const Json& document, const TrialFileOptions& options = {}) {
  return ParseTrialFile(document.dump(), "F.json", options);
}

std::string ErrorOf(const std::string& text, const TrialFileOptions& options = {}) {
  return testing::MessageOf([&] { ParseTrialFile(text, "F.json", options); });
}

std::string ErrorOfJson(const Json& document, const TrialFileOptions& options = {}) {
  return ErrorOf(document.dump(), options);
}

// A list of one good trial and one with `field` set to `value`.
Json WithBad(const char* field, const Json& value) {
  Json bad = DisplayTrial();
  bad["subject"] = 3;
  bad[field] = value;
  return Json::array({DisplayTrial(), bad});
}

TEST(TrialFile, AllPublishedFieldsAreRead) {
  Json json = DisplayTrial();
  json["fixOnTarget"] = true;
  const TrialFile file = Parse(Json::array({json}));
  ASSERT_EQ(file.frame(), Frame::kDisplay);
  const TrialInDisplay& trial = std::get<0>(file.trials).at(0);
  EXPECT_EQ(trial.name, "000000000001.jpg");
  EXPECT_EQ(trial.subject, 2);
  EXPECT_EQ(trial.task, "cup");
  EXPECT_EQ(trial.condition, Condition::kPresent);
  EXPECT_EQ(trial.target, (BoxInDisplay{1200, 700, 168, 105}));
  EXPECT_EQ(trial.scanpath, (ScanpathInDisplay{{{840.5, 525}, 150}, {{1250.25, 750}, 300}}));
  EXPECT_TRUE(trial.correct);
  EXPECT_EQ(trial.reaction_ms, 900);
  EXPECT_EQ(trial.fixated_target, true);
  EXPECT_EQ(trial.split, "train");
}

TEST(TrialFile, APredictionNeedsNoBoxNoDurationsNoAnswer) {
  Json json = ImageTrial();
  for (const char* field : {"bbox", "T", "RT", "correct", "condition", "length", "split"}) {
    json.erase(field);
  }
  const TrialFile file = Parse(Json::array({json}));
  ASSERT_EQ(file.frame(), Frame::kImage);
  const TrialInImage& trial = std::get<1>(file.trials).at(0);
  EXPECT_FALSE(trial.target);
  EXPECT_TRUE(trial.correct);
  EXPECT_FALSE(trial.answer_known);
  EXPECT_EQ(trial.condition, Condition::kPresent);
  EXPECT_EQ(trial.scanpath[1].duration_ms, 0);
  EXPECT_EQ(file.without_durations, 1);
}

TEST(TrialFile, LongerDurationsAreCutAndCounted) {
  Json json = DisplayTrial();
  json["T"] = {150, 300, 200, 10};
  const TrialFile file = Parse(Json::array({json}));
  EXPECT_EQ(file.longer_durations, 1);
  EXPECT_EQ(std::get<0>(file.trials)[0].scanpath.back().duration_ms, 300);
}

TEST(TrialFile, TheFolderSpellingOfATaskIsTheTask) {
  Json json = DisplayTrial();
  json["task"] = "stop_sign";
  EXPECT_EQ(std::get<0>(Parse(Json::array({json})).trials)[0].task, "stop sign");
}

TEST(TrialFile, AnyTargetIsATaskAndCocosAreFoundInAnyCase) {
  const auto task_of = [](const char* text) {
    Json json = DisplayTrial();
    json["task"] = text;
    return std::get<0>(Parse(Json::array({json})).trials)[0].task;
  };
  EXPECT_EQ(task_of("Bottle"), "bottle");
  EXPECT_EQ(task_of("TEDDY_BEAR"), "teddy bear");
  EXPECT_EQ(task_of(" red scissors "), "red scissors");
  Json json = DisplayTrial();
  json["task"] = "botle";
  const TrialFile file = Parse(Json::array({json}));
  EXPECT_THAT(file.other_tasks, ElementsAre(Pair("botle", 1)));
  EXPECT_EQ(NearestThing("botle"), "bottle");
  EXPECT_EQ(NearestThing("mug"), "");
}

TEST(TrialFile, ASubjectIsANumberOrATextOrMissing) {
  const auto subject_of = [](const Json& value) {
    Json json = DisplayTrial();
    json["subject"] = value;
    return std::get<0>(Parse(Json::array({json})).trials)[0].subject;
  };
  EXPECT_EQ(subject_of(3.0), 3);
  EXPECT_EQ(subject_of("3.0"), 3);
  EXPECT_EQ(subject_of("P07"), Identifier("P07"));
  EXPECT_FALSE(subject_of(nullptr).known());
}

TEST(TrialFile, FilesFromSpreadsheetsHaveNumbersInQuotesAndAMarkOfUtf8) {
  Json json = DisplayTrial();
  json["X"] = {"840.5", "1250.25"};
  json["T"] = {"150", 300};
  const TrialFile file = ParseTrialFile("\xEF\xBB\xBF" + Json::array({json}).dump(), "F.json", {});
  EXPECT_EQ(std::get<0>(file.trials)[0].scanpath[1].point.x, 1250.25);
  EXPECT_EQ(std::get<0>(file.trials)[0].scanpath[0].duration_ms, 150);
  EXPECT_EQ(file.notes.size(), 1u);
}

TEST(TrialFile, APersonWhoSawAPictureTwiceHasTwoSessions) {
  Json again = DisplayTrial();
  again["X"] = {840.5, 1300.0};
  const TrialFile file = Parse(Json::array({DisplayTrial(), again}));
  const auto& trials = std::get<0>(file.trials);
  EXPECT_FALSE(trials[0].session.known());
  EXPECT_EQ(trials[1].session, 2);
}

TEST(TrialFile, WithoutATargetItIsFreeViewing) {
  Json json = DisplayTrial();
  json.erase("condition");
  json["task"] = "none";
  EXPECT_EQ(std::get<0>(Parse(Json::array({json})).trials)[0].condition, Condition::kFree);
  json.erase("task");
  EXPECT_EQ(std::get<0>(Parse(Json::array({json})).trials)[0].condition, Condition::kFree);
  json["condition"] = "freeview";
  EXPECT_EQ(std::get<0>(Parse(Json::array({json})).trials)[0].condition, Condition::kFree);
}

TEST(TrialFile, ATargetAbsentTrialHasNoBoxWhateverStandsThere) {
  Json json = DisplayTrial();
  json["condition"] = "absent";
  json["bbox"] = {0, 0, 0, 0};
  EXPECT_FALSE(std::get<0>(Parse(Json::array({json})).trials)[0].target);
}

TEST(TrialFile, PairsNeedNoScanpath) {
  const Json pair = {{"name", "a.jpg"}, {"task", "cup"}};
  EXPECT_THAT(ErrorOfJson(Json::array({pair})), HasSubstr("has no field \"X\""));
  const TrialFile file = Parse(Json::array({pair}), {.scanpaths_optional = true});
  EXPECT_EQ(file.frame(), Frame::kImage);
  Json with_box = pair;
  with_box["bbox"] = {1200, 700, 168, 105};
  EXPECT_EQ(Parse(Json::array({with_box}), {.scanpaths_optional = true}).frame(), Frame::kDisplay);
}

Json ScreenTrial() {
  Json trial = DisplayTrial();
  trial["screen"] = {1280, 1024};
  trial["picture"] = {128, 128, 1024, 768};
  trial["bbox"] = {640, 512, 80, 60};
  trial["X"] = {640, 128.5};
  trial["Y"] = {512, 896};
  return trial;
}

TEST(TrialFile, ATrialOnAnotherScreenIsFittedIntoTheImageByItsPicture) {
  const TrialFile file = Parse(Json::array({ScreenTrial()}));
  ASSERT_EQ(file.frame(), Frame::kScreen);
  const TrialInImage trial = TrialsInImage(file)[0];
  // 1024x768 into 512x320: 320/768 of its size, 426.67 wide, 42.67 from the left.
  EXPECT_DOUBLE_EQ(trial.scanpath[0].point.x, 256);
  EXPECT_DOUBLE_EQ(trial.scanpath[0].point.y, 160);
  EXPECT_NEAR(trial.scanpath[1].point.x, 42 + 2. / 3 + .5 * 320 / 768, 1e-9);
  EXPECT_NEAR(trial.scanpath[1].point.y, 320, 1e-9);
  EXPECT_NEAR(trial.target->width, 80 * 320. / 768, 1e-9);
  EXPECT_TRUE(IsInPicture(trial, {43, 160}));
  EXPECT_FALSE(IsInPicture(trial, {42, 160}));
  const TrialOnScreen back = ToScreen(trial);
  EXPECT_NEAR(back.scanpath[1].point.x, 128.5, 1e-9);
  EXPECT_NEAR(back.target->y, 512, 1e-9);
}

TEST(TrialFile, TheScreenCanBeGivenOrMustStandInEveryTrial) {
  Json trial = ScreenTrial();
  trial.erase("screen");
  const TrialFile file = Parse(Json::array({trial}), {.screen = FrameSize{1280, 1024}});
  EXPECT_EQ(std::get<2>(file.trials)[0].viewing->screen.size, (FrameSize{1280, 1024}));
  trial["subject"] = 3;
  EXPECT_THAT(ErrorOfJson(Json::array({ScreenTrial(), trial})),
              HasSubstr("trial 1: has no field \"screen\""));
  Json far = ScreenTrial();
  far["bbox"] = {1250, 512, 80, 60};
  EXPECT_THAT(ErrorOfJson(Json::array({far})), HasSubstr("does not fit the 1280x1024 screen"));
}

TEST(TrialFile, ADegreeNeedsMillimetresAndADistance) {
  Json trial = ScreenTrial();
  trial["screen_mm"] = {376, 301};
  trial["distance_mm"] = 700;
  const TrialFile file = Parse(Json::array({trial}));
  // 2 * 700 tan(0.5 degrees) = 12.2175 mm; 1280/376 pixels a millimetre.
  EXPECT_NEAR(*std::get<2>(file.trials)[0].viewing->screen.PixelsPerDegree(), 41.592, 1e-3);
  EXPECT_FALSE((Screen{{1280, 1024}}.PixelsPerDegree()));
}

TEST(TrialFile, DisplayCoordinatesBecomeImageCoordinatesWithoutRounding) {
  const auto trials = TrialsInImage(Parse(Json::array({DisplayTrial()})));
  // 1250.25 * 512 / 1680 = 381.028571...; 750 * 320 / 1050 = 228.571428...
  EXPECT_DOUBLE_EQ(trials[0].scanpath[1].point.x, 381.02857142857141);
  EXPECT_DOUBLE_EQ(trials[0].scanpath[1].point.y, 228.57142857142858);
  EXPECT_DOUBLE_EQ(trials[0].target->width, 51.2);
}

TEST(TrialFile, ImageCoordinatesAreKeptBitForBit) {
  const auto trials = TrialsInImage(Parse(Json::array({ImageTrial()})));
  EXPECT_EQ(trials[0].scanpath[0].point.x, 256.15238095238095);
}

TEST(TrialFile, FixationsOffTheScreenAreKeptAndDoNotChangeTheFrame) {
  Json image = ImageTrial();
  image["X"] = {256, 540.0, 100};
  image["Y"] = {160, 441.0, 100};
  image["T"] = {1, 2, 3};
  const TrialFile file = Parse(Json::array({image}));
  ASSERT_EQ(file.frame(), Frame::kImage);
  EXPECT_EQ(std::get<1>(file.trials)[0].scanpath.size(), 3u);
}

TEST(TrialFile, OneTrialInTheDisplaysTopLeftIsStillADisplayTrial) {
  Json trial = DisplayTrial();
  trial["bbox"] = {10, 10, 200, 200};
  trial["X"] = {840, 400, 300, 100};
  trial["Y"] = {525, 300, 200, 100};
  trial["T"] = {1, 2, 3, 4};
  EXPECT_EQ(Parse(Json::array({trial})).frame(), Frame::kDisplay);
}

TEST(TrialFile, TheFrameCanBeGiven) {
  Json trial = ImageTrial();
  EXPECT_EQ(Parse(Json::array({trial}), {.frame = Frame::kDisplay}).frame(), Frame::kDisplay);
  EXPECT_THAT(ErrorOfJson(Json::array({DisplayTrial()}), {.frame = Frame::kImage}),
              HasSubstr("does not fit the 512x320 image frame"));
}

TEST(TrialFile, BoxesLeftAtDisplaySizeAreNamedRefusedAndRepaired) {
  Json trial = ImageTrial();
  trial["bbox"] = {1200, 700, 168, 105};
  EXPECT_THAT(ErrorOfJson(Json::array({trial})),
              AllOf(HasSubstr("boxes were left at 1680x1050"), HasSubstr("--scale-boxes")));
  const TrialFile repaired = Parse(Json::array({trial}), {.scale_boxes = true});
  EXPECT_EQ(std::get<1>(repaired.trials)[0].target, ToImage(BoxInDisplay{1200, 700, 168, 105}));
  EXPECT_THAT(ErrorOfJson(Json::array({ImageTrial()}), {.scale_boxes = true}),
              HasSubstr("leave out --scale-boxes"));
}

TEST(TrialFile, ARoundedBoxMayPassTheBorderByAPixel) {
  Json trial = ImageTrial();
  trial["bbox"] = {461, 213, 52, 108};
  EXPECT_EQ(Parse(Json::array({trial})).size(), 1u);
}

struct BadInput {
  const char* name;
  const char* field;
  Json value;
  const char* reason;   // what lenient reading counts it as
  const char* message;  // part of the line
};

class BadTrials : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadTrials, AreRefusedWithOneLineOrSkippedAndCounted) {
  const auto& [name, field, value, reason, message] = GetParam();
  const Json document = WithBad(field, value);
  const std::string error = ErrorOfJson(document);
  EXPECT_THAT(error, AllOf(HasSubstr("F.json:trial 1: "), HasSubstr(message)));
  EXPECT_EQ(error.find('\n'), std::string::npos);
  const TrialFile file = Parse(document, {.lenient = true});
  EXPECT_EQ(file.size(), 1u);
  EXPECT_THAT(file.skipped, ElementsAre(Pair(reason, 1)));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadTrials,
    ::testing::Values(
        BadInput{"Lengths",
                 "X",
                 {1, 2, 3},
                 "X and Y of different length",
                 "X has 3 entries and Y has 2"},
        BadInput{"ShortT", "T", {1}, "T shorter than X", "T has 1 entries"},
        BadInput{"NegativeT", "T", {1, -5}, "negative duration", "T[1] is -5"},
        BadInput{"HugeT", "T", {1, 4294967296.0}, "implausible duration", "T[1] is 4294967296"},
        BadInput{"HugeX", "X", {1, 1e300}, "implausible point", "fixation 1 is at (1e+300"},
        BadInput{"Null", "Y", {1, nullptr}, "wrong type", "Y[1] is null"},
        BadInput{"XIsText", "X", "840", "wrong type", "X is a string; a list is expected"},
        BadInput{"NameIsNumber", "name", 3, "wrong type", "name is a number"},
        BadInput{"NoName", "name", nullptr, "missing field", "has no field \"name\""},
        BadInput{"SubjectIsAHalf", "subject", 2.5, "wrong type",
                 "subject is a number; a name or a whole number is expected"},
        BadInput{"Correct", "correct", 2, "wrong type", "0 or 1 is expected"},
        BadInput{"Condition", "condition", "maybe", "unknown condition",
                 "condition is \"maybe\"; \"present\", \"absent\" or \"free\""},
        BadInput{"NoTask", "task", nullptr, "missing field", "has no field \"task\""},
        BadInput{"BoxOfThree", "bbox", {1, 2, 3}, "wrong type", "bbox has 3 entries"},
        BadInput{"NegativeBox", "bbox", {10, 10, -5, 20}, "negative box", "[10, 10, -5, 20]"},
        BadInput{"NegativeCorner", "bbox", {-10, 10, 5, 20}, "negative box", "[-10, 10, 5, 20]"},
        BadInput{"FarBox",
                 "bbox",
                 {1600, 10, 100, 20},
                 "box outside the frame",
                 "does not fit the 1680x1050 display frame"},
        BadInput{"Duplicate", "subject", 2, "duplicate trial",
                 "repeats trial 0: cup, 000000000001.jpg, subject 2"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(TrialFile, AnEmptyScanpathIsRefused) {
  Json bad = DisplayTrial();
  bad["subject"] = 3;
  bad["X"] = bad["Y"] = bad["T"] = Json::array();
  const Json document = Json::array({DisplayTrial(), bad});
  EXPECT_THAT(ErrorOfJson(document), HasSubstr("X and Y are empty"));
  EXPECT_THAT(Parse(document, {.lenient = true}).skipped, ElementsAre(Pair("empty scanpath", 1)));
}

TEST(TrialFile, ATablesReaderIsNamed) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "gaze.csv", "subject,x,y\n1,2,3\n1,4,5\n");
  EXPECT_THAT(testing::MessageOf([&] { ReadTrialFile(folder / "gaze.csv"); }),
              HasSubstr("saccade dataset import"));
}

TEST(TrialFile, PythonsNaNIsRefusedOrSkippedWithItsTrial) {
  for (const std::string token : {"NaN", "Infinity", "-Infinity"}) {
    SCOPED_TRACE(token);
    std::string text = WithBad("name", "NaN.jpg").dump();
    const std::size_t at = text.rfind("1250.25");
    text.replace(at, 7, token);
    EXPECT_THAT(ErrorOf(text), HasSubstr("F.json:trial 1: X[1] is not finite (NaN"));
    const TrialFile file = ParseTrialFile(text, "F.json", {.lenient = true});
    EXPECT_EQ(file.size(), 1u);
    EXPECT_THAT(file.skipped, ElementsAre(Pair("NaN", 1)));
  }
}

TEST(TrialFile, RepeatsAreAllowedWhenAskedFor) {
  EXPECT_EQ(Parse(WithBad("subject", 2), {.allow_repeats = true}).size(), 2u);
}

TEST(TrialFile, TruncatedJsonIsCalledTruncatedAtEveryLength) {
  const std::string text = Json::array({DisplayTrial()}).dump();
  for (std::size_t length = 1; length < text.size(); ++length) {
    SCOPED_TRACE(length);
    EXPECT_THAT(ErrorOf(text.substr(0, length)), HasSubstr("F.json: the JSON is truncated"));
  }
}

TEST(TrialFile, BrokenJsonIsLocated) {
  EXPECT_THAT(ErrorOf("[\n{\"name\": oops}]"), HasSubstr("F.json:line 2, column 10: is not JSON"));
  EXPECT_THAT(ErrorOf(" \n"), HasSubstr("F.json: is empty"));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("holds an object; a list of trials is expected"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("holds no trials"));
  EXPECT_THAT(ErrorOf("[1]"), HasSubstr("trial 0: is a number; an object is expected"));
}

TEST(TrialFile, AFileWithoutAGoodTrialSaysWhyEvenWhenLenient) {
  Json bad = DisplayTrial();
  bad["condition"] = "maybe";
  EXPECT_THAT(ErrorOfJson(Json::array({bad}), {.lenient = true}),
              HasSubstr("holds no trials; skipped unknown condition: 1"));
}

TEST(TrialFile, WhatIsWrittenIsReadBackBitForBit) {
  const testing::TemporaryFolder folder;
  Json absent = DisplayTrial();
  absent["condition"] = "absent";
  absent["subject"] = 4;
  absent["correct"] = 0;
  absent["fixOnTarget"] = false;
  absent.erase("bbox");
  absent.erase("RT");
  const TrialFile file = Parse(Json::array({DisplayTrial(), absent}));
  WriteTrials(folder / "display.json", std::get<0>(file.trials));
  EXPECT_EQ(ReadTrialsInDisplay(folder / "display.json"), std::get<0>(file.trials));
  const auto in_image = TrialsInImage(file);
  WriteTrials(folder / "image.json", in_image);
  EXPECT_EQ(ReadTrialsInImage(folder / "image.json"), in_image);
  Json free = ScreenTrial();
  free["session"] = "second";
  free["screen_mm"] = {376, 301};
  free["distance_mm"] = 700;
  for (const char* field : {"task", "condition", "bbox", "T", "correct", "RT"}) free.erase(field);
  const auto on_screen = TrialsOnScreen(Parse(Json::array({free})));
  WriteTrials(folder / "screen.json", on_screen);
  EXPECT_EQ(TrialsOnScreen(ReadTrialFile(folder / "screen.json")), on_screen);
}

TEST(TrialFile, WrittenFilesKeepTheFormOfThePublishedOnes) {
  const testing::TemporaryFolder folder;
  WriteTrials(folder / "f.json", std::get<0>(Parse(Json::array({DisplayTrial()})).trials));
  EXPECT_EQ(ReadFile(folder / "f.json"), "[\n" + DisplayTrial().dump() + "\n]\n");
}

struct Published {
  const char* file;
  std::size_t trials, pairs, pictures, fixations, outside;
};

class PublishedFiles : public ::testing::TestWithParam<Published> {};

// Figures of the data's README.
TEST_P(PublishedFiles, HaveTheirPublishedCounts) {
  SACCADE_NEEDS_DATA(GetParam().file);
  const TrialFile file = ReadTrialFile(testing::SharedData(GetParam().file));
  ASSERT_EQ(file.frame(), Frame::kDisplay);
  std::set<std::string> pairs, pictures;
  std::size_t fixations = 0, outside = 0;
  for (const TrialInDisplay& trial : std::get<0>(file.trials)) {
    pairs.insert(trial.task + '|' + trial.name);
    pictures.insert(trial.name);
    fixations += trial.scanpath.size();
    for (const auto& [point, duration] : trial.scanpath) {
      outside += point.x < 0 || point.y < 0 || point.x > 1680 || point.y > 1050;
    }
  }
  EXPECT_EQ(file.size(), GetParam().trials);
  EXPECT_EQ(pairs.size(), GetParam().pairs);
  EXPECT_EQ(pictures.size(), GetParam().pictures);
  EXPECT_EQ(fixations, GetParam().fixations);
  EXPECT_EQ(outside, GetParam().outside);
}

INSTANTIATE_TEST_SUITE_P(Splits, PublishedFiles,
                         ::testing::Values(Published{kTrain, 21622, 2163, 1934, 81712, 90},
                                           Published{kValidation, 3258, 326, 315, 12111, 5}));

}  // namespace
}  // namespace saccade
