#include "saccade/scene/trial_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/formats/byte_source.h"
#include "saccade/scene/trial_file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

struct Imported {
  std::string format;
  std::vector<TrialOnScreen> trials;
  std::vector<TrialImport::Line> understood;
  std::map<std::string, std::size_t> left_out, notes;
  TrialImport::Totals totals;

  std::string Said(std::string_view what) const {
    std::string said;
    for (const auto& line : understood) said += line.what == what ? line.how + "\n" : "";
    return said;
  }
};

Imported Import(std::vector<std::filesystem::path> paths, const ImportOptions& options = {}) {
  Imported imported;
  TrialImport import(options,
                     [&](const TrialOnScreen& trial) { imported.trials.push_back(trial); });
  const auto files = FilesIn(paths);
  const TrialFormat& format = DetectFormat(files);
  format.read(files, import);
  imported.format = format.name;
  imported.understood = import.understood();
  imported.left_out = import.left_out();
  imported.notes = import.notes();
  imported.totals = import.totals();
  return imported;
}

Imported ImportSample(const std::string& name, const ImportOptions& options = {}) {
  return Import({testing::ProjectFile("docs/samples/" + name)}, options);
}

ImportOptions On(FrameSize screen) {
  ImportOptions options;
  options.columns.screen = screen;
  return options;
}

// A table in a file of its own.
class Table : public ::testing::Test {
 protected:
  Imported Import(const std::string& text, const ImportOptions& options = {},
                  const std::string& name = "gaze.csv") {
    WriteFileAtomically(folder_ / name, text);
    return saccade::Import({folder_ / name}, options);
  }
  std::string ErrorOf(const std::string& text, const ImportOptions& options = {}) {
    return testing::MessageOf([&] { Import(text, options); });
  }
  testing::TemporaryFolder folder_;
};

// The searches that every sample in docs/samples holds (or a part of them).
void ExpectDeskOfP01(const TrialOnScreen& trial) {
  EXPECT_EQ(trial.subject, Identifier("P01"));
  EXPECT_EQ(trial.name, "desk.jpg");
  ASSERT_EQ(trial.scanpath.size(), 3u);
  EXPECT_EQ(trial.scanpath[1].point, (PointOnScreen{402.5, 633.2}));
  EXPECT_NEAR(trial.scanpath[1].duration_ms, 188, 1e-9);
}

TEST(TrialFormats, ALaboratorysTableIsUnderstood) {
  const Imported table = ImportSample("laboratory.csv", On({1280, 1024}));
  EXPECT_EQ(table.format, "csv");
  ASSERT_EQ(table.trials.size(), 4u);
  ExpectDeskOfP01(table.trials[0]);
  EXPECT_EQ(table.trials[0].task, "scissors");
  EXPECT_EQ(table.trials[0].condition, Condition::kPresent);
  EXPECT_EQ(table.trials[0].target, (BoxOnScreen{240, 650, 110, 90}));
  EXPECT_TRUE(table.trials[0].answer_known);
  EXPECT_EQ(table.trials[1].condition, Condition::kAbsent);
  EXPECT_FALSE(table.trials[1].target);
  EXPECT_EQ(table.Said("numbers"), "with decimal commas\n");
  EXPECT_THAT(table.Said("durations"), HasSubstr("in s (column Start (s)): half are over 219 ms"));
  EXPECT_THAT(table.Said("columns"),
              AllOf(HasSubstr("subject = Participant"), HasSubstr("x = FixX"),
                    HasSubstr("by their usual names")));
}

TEST(TrialFormats, AnEyelinkReportIsUnderstood) {
  const Imported report = ImportSample("eyelink_report.txt", On({1280, 1024}));
  EXPECT_EQ(report.format, "eyelink-report");
  ASSERT_EQ(report.trials.size(), 4u);
  EXPECT_EQ(report.trials[0].subject, Identifier("p01"));
  EXPECT_EQ(report.trials[0].scanpath[2].point, (PointOnScreen{281.7, 702.4}));
  EXPECT_EQ(report.trials[1].task, "mug");
  EXPECT_THAT(report.left_out, ElementsAre(Pair("rows without coordinates", 4)));
}

TEST(TrialFormats, EyelinkEventsAreCutIntoTrials) {
  const Imported asc = ImportSample("eyelink.asc");
  EXPECT_EQ(asc.format, "eyelink-asc");
  ASSERT_EQ(asc.trials.size(), 2u);
  ExpectDeskOfP01(asc.trials[0]);
  EXPECT_EQ(asc.trials[0].task, "scissors");
  EXPECT_EQ(asc.trials[0].viewing->screen.size, (FrameSize{1280, 1024}));
  EXPECT_EQ(asc.trials[0].viewing->picture, (BoxOnScreen{128, 128, 1024, 768}));
  EXPECT_EQ(asc.trials[1].condition, Condition::kAbsent);
}

TEST(TrialFormats, TobiisRowsOfOneFixationAreOne) {
  const Imported tobii = ImportSample("tobii.tsv");
  EXPECT_EQ(tobii.format, "tobii");
  ASSERT_EQ(tobii.trials.size(), 4u);
  EXPECT_EQ(tobii.trials[1].scanpath.size(), 4u);
  EXPECT_EQ(tobii.trials[1].scanpath[3].point, (PointOnScreen{702, 421}));
  EXPECT_EQ(tobii.trials[1].scanpath[3].duration_ms, 198);
  EXPECT_EQ(tobii.trials[1].name, "shelf");
  EXPECT_EQ(tobii.trials[1].condition, Condition::kFree);  // nobody says what was searched
  EXPECT_EQ(tobii.trials[1].viewing->screen.size, (FrameSize{1280, 1024}));
}

TEST(TrialFormats, MultimatchFilesAreAScanpathEachInSeconds) {
  const auto folder = testing::ProjectFile("docs/samples");
  ImportOptions options = On({1280, 1024});
  options.task = "scissors";
  const Imported both = Import({folder / "desk_sub-01.tsv", folder / "desk_sub-02.tsv"}, options);
  EXPECT_EQ(both.format, "multimatch");
  ASSERT_EQ(both.trials.size(), 2u);
  EXPECT_EQ(both.trials[1].subject, Identifier("02"));
  EXPECT_EQ(both.trials[1].name, "desk");
  EXPECT_NEAR(both.trials[1].scanpath[2].duration_ms, 322, 1e-9);
}

TEST(TrialFormats, McsIsReadByItsMapping) {
  const Imported mcs = ImportSample("mcs.csv");
  EXPECT_EQ(mcs.format, "mcs");
  ASSERT_EQ(mcs.trials.size(), 4u);
  EXPECT_EQ(mcs.trials[0].task, "clock");
  EXPECT_TRUE(mcs.trials[0].correct);
  EXPECT_FALSE(mcs.trials[3].correct);  // 7 was pressed where 6 was expected
  // 640x480 in the middle of 1280x800.
  EXPECT_EQ(mcs.trials[0].viewing->picture, (BoxOnScreen{320, 160, 640, 480}));
}

TEST(TrialFormats, HatsAndGazeformersPredictionsAreReadAsTheyAre) {
  const Imported hat = ImportSample("hat_predictions.json");
  EXPECT_EQ(hat.format, "coco-search18");
  ASSERT_EQ(hat.trials.size(), 2u);
  EXPECT_FALSE(hat.trials[0].subject.known());
  EXPECT_FALSE(HasDurations(hat.trials[0].scanpath));
  const Imported gazeformer = ImportSample("gazeformer_predictions.json");
  ASSERT_EQ(gazeformer.trials.size(), 4u);
  EXPECT_EQ(gazeformer.trials[1].subject, 2);
  EXPECT_EQ(gazeformer.trials[0].scanpath[0].duration_ms, 231.4);
}

// Figures of the data's README; Interiors' second screen is 1280x1024.
TEST(TrialFormats, InteriorsAreReadWhole) {
  SACCADE_NEEDS_DATA("other/interiors");
  const Imported visions = Import({testing::SharedData("other/interiors")});
  EXPECT_EQ(visions.format, "visions");
  EXPECT_EQ(visions.trials.size(), 7313u);
  EXPECT_EQ(visions.totals.subjects.size(), 57u);
  EXPECT_EQ(visions.totals.pictures.size(), 134u);
  EXPECT_EQ(visions.totals.fixations, 43346u);
  EXPECT_EQ(visions.totals.off_screen + visions.totals.off_picture, 0u);
  const TrialOnScreen& trial = visions.trials[0];
  EXPECT_EQ(trial.name, "grayscale_11_opensource.jpg");
  // (623.5, 758.9) in the picture, which stands at (128, 96); the box [559, 228, 631, 300].
  EXPECT_EQ(trial.scanpath[0].point, (PointOnScreen{751.5, 854.9}));
  EXPECT_EQ(trial.target, (BoxOnScreen{356, 655, 72, 72}));
  EXPECT_FALSE(trial.correct);
}

TEST(TrialFormats, McsIsReadWhole) {
  SACCADE_NEEDS_DATA("other/mcs");
  const Imported mcs = Import({testing::SharedData("other/mcs")});
  EXPECT_EQ(mcs.totals.conditions.at(Condition::kPresent), 3344u);
  EXPECT_EQ(mcs.totals.conditions.at(Condition::kAbsent), 7164u);
  EXPECT_EQ(mcs.totals.tasks.size(), 2u);
}

// Every format that is written is read back: what the format has a place for is the same.
TEST(TrialFormats, WhatIsWrittenIsReadBack) {
  const std::vector<TrialOnScreen> trials = ImportSample("laboratory.csv", On({1280, 1024})).trials;
  for (const TrialFormat& format : TrialFormats()) {
    if (format.write == nullptr) continue;
    SCOPED_TRACE(format.name);
    const testing::TemporaryFolder folder;
    const auto path = folder / (std::string("out") + (format.name == "coco-search18" ? ".json"
                                                      : format.name == "csv"         ? ".csv"
                                                      : format.name == "tsv"         ? ".tsv"
                                                                                     : ""));
    format.write(path, trials);
    ImportOptions options = On({1280, 1024});
    if (format.name == "multimatch") options.task = "scissors";
    const Imported back = Import({path}, options);
    ASSERT_EQ(back.trials.size(), trials.size());
    for (std::size_t i = 0; i < trials.size(); ++i) {
      SCOPED_TRACE(i);
      // Files of single scanpaths come back in the order of their names: by picture.
      const std::size_t at = format.name == "multimatch" ? (i * 2) % 3 + (i == 3 ? 3 : 0) : i;
      ASSERT_EQ(back.trials[at].scanpath.size(), trials[i].scanpath.size());
      for (std::size_t f = 0; f < trials[i].scanpath.size(); ++f) {
        const auto& [was_at, lasted] = trials[i].scanpath[f];
        const auto& [is_at, lasts] = back.trials[at].scanpath[f];
        EXPECT_NEAR(is_at.x, was_at.x, 1e-9);
        EXPECT_NEAR(is_at.y, was_at.y, 1e-9);
        EXPECT_NEAR(lasts, lasted, 1e-6);
      }
      EXPECT_EQ(back.trials[at].subject.text().substr(back.trials[at].subject.text().size() - 2),
                trials[i].subject.text().substr(1));
      if (format.name == "multimatch") continue;  // it has no place for the rest
      EXPECT_EQ(back.trials[at].name, trials[i].name);
      EXPECT_EQ(back.trials[at].task, trials[i].task);
      if (format.name == "visions") continue;  // all of its trials are target-present
      EXPECT_EQ(back.trials[at].condition, trials[i].condition);
      EXPECT_EQ(back.trials[at].target, trials[i].target);
    }
  }
}

TEST_F(Table, UnitsAreSaidByTheNameGuessedFromTheSizeOrGiven) {
  const std::string rows = "1,2,0.2\n300,200,0.25\n500,400,0.3\n";
  EXPECT_THAT(Import("x,y,duration\n" + rows).Said("durations"),
              HasSubstr("in s (guessed from their size; --time says otherwise)"));
  EXPECT_EQ(Import("x,y,duration\n" + rows).trials[0].scanpath[1].duration_ms, 250);
  ImportOptions given;
  given.columns.time = TimeUnit::kMilliseconds;
  EXPECT_EQ(Import("x,y,duration\n" + rows, given).trials[0].scanpath[1].duration_ms, 0.25);
  EXPECT_EQ(Import("x,y,duration_ms\n1,2,0.2\n3,4,0.25\n").trials[0].scanpath[1].duration_ms, 0.25);
}

TEST_F(Table, TheScreenIsGivenOrGuessedAloud) {
  EXPECT_THAT(Import("x,y\n10,20\n1500,200\n900,880\n").Said("screen"),
              HasSubstr("1600x900 (GUESSED"));
  EXPECT_EQ(Import("x,y\n10,20\n1500,200\n", On({1920, 1080})).trials[0].viewing->screen.size,
            (FrameSize{1920, 1080}));
  EXPECT_THAT(ErrorOf("x,y\n10,20\n9000,200\n"), HasSubstr("beyond every usual screen"));
  EXPECT_THAT(ErrorOf("x,y\n1000,20\n900,200\n", On({640, 480})),
              HasSubstr("100% of the points lie beyond 640x480"));
}

TEST_F(Table, SharesOfAScreenNeedTheScreen) {
  const std::string rows = "x,y\n.5,.5\n.25,.75\n.1,.2\n.3,.3\n";
  EXPECT_THAT(ErrorOf(rows), HasSubstr("from 0 to 1"));
  EXPECT_EQ(Import(rows, On({1000, 800})).trials[0].scanpath[1].point, (PointOnScreen{250, 600}));
}

TEST_F(Table, TheOriginMayBeTheCentre) {
  const std::string rows = "x,y\n0,0\n-100,50\n200,-30\n";
  EXPECT_THAT(ErrorOf(rows, On({1000, 800})), HasSubstr("--origin center"));
  ImportOptions up = On({1000, 800});
  up.columns.origin = Origin::kCenterUp;
  EXPECT_EQ(Import(rows, up).trials[0].scanpath[1].point, (PointOnScreen{400, 350}));
  up.columns.origin = Origin::kBottomLeft;
  EXPECT_EQ(Import("x,y\n0,0\n100,50\n", up).trials[0].scanpath[1].point,
            (PointOnScreen{100, 750}));
}

TEST_F(Table, APictureStandsSomewhereOnTheScreen) {
  ImportOptions options = On({1280, 1024});
  SetPicture("1024x768+100+50", options.columns);
  EXPECT_EQ(Import("x,y\n200,100\n", options).trials[0].viewing->picture,
            (BoxOnScreen{100, 50, 1024, 768}));
  options.columns.in_picture = true;
  EXPECT_EQ(Import("x,y\n200,100\n", options).trials[0].scanpath[0].point,
            (PointOnScreen{300, 150}));
}

TEST_F(Table, RowsOfATrialMayStandApartAndOutOfOrder) {
  const Imported table = Import(
      "subject,trial,image,fix,x,y\n"
      "1,1,a.jpg,1,10,10\n2,1,a.jpg,1,50,50\n1,1,a.jpg,3,30,30\n1,1,a.jpg,2,20,20\n",
      {.columns = ParseColumns("index=fix")});
  ASSERT_EQ(table.trials.size(), 2u);
  EXPECT_EQ(table.trials[0].scanpath[1].point, (PointOnScreen{20, 20}));
  EXPECT_EQ(table.notes.size(), 1u);
}

TEST_F(Table, WithoutTrialsAFixationThatBeginsAgainIsASecondLook) {
  const Imported table = Import(
      "subject,image,fix_index,x,y\n1,a.jpg,1,10,10\n1,a.jpg,2,20,20\n1,a.jpg,1,30,30\n"
      "1,a.jpg,2,40,40\n");
  ASSERT_EQ(table.trials.size(), 2u);
  EXPECT_FALSE(table.trials[0].session.known());
  EXPECT_EQ(table.trials[1].session, 2);
}

TEST_F(Table, LinesColumnsAndWhatIsExpectedAreNamed) {
  EXPECT_THAT(ErrorOf("x,y,duration\n1,2,200\n3,four,200\n"),
              AllOf(HasSubstr("gaze.csv:line 3, column 2: y is \"four\"; a number is expected"),
                    HasSubstr("--lenient")));
  EXPECT_THAT(ErrorOf("left,up\n1,2\n"),
              HasSubstr("no column says x; name it: --columns x=COLUMN"));
  EXPECT_THAT(ErrorOf("1,2\n3,4\n"), HasSubstr("is no header (all numbers)"));
  EXPECT_THAT(ErrorOf("x,y\n1,2\n", {.columns = ParseColumns("x=FixX")}),
              HasSubstr("has no column \"FixX\" for x; it has x, y"));
  EXPECT_THAT(ErrorOf("x,y,trial\n1,2,1\n"), HasSubstr("no column says which picture was seen"));
  EXPECT_THAT(ErrorOf("x,y,duration\n1,2,-200\n"), HasSubstr("a time from 0 on is expected"));
  const Imported lenient = Import("x,y\n1,2\n3,four\n", {.lenient = true});
  EXPECT_EQ(lenient.left_out.at("rows with words where numbers are expected"), 1u);
}

TEST_F(Table, ColumnsMayBeNamedByPlaceAndWithoutAHeader) {
  const Imported table =
      Import("200 ,1,2\n300,3,4\n", {.columns = ParseColumns("x=#2,y=#3,duration=#1")});
  EXPECT_EQ(table.trials[0].scanpath[1].point, (PointOnScreen{3, 4}));
  EXPECT_EQ(table.trials[0].scanpath[1].duration_ms, 300);
  EXPECT_EQ(table.trials[0].name, "gaze");
}

TEST_F(Table, PackedFilesAndWesternLettersAreRead) {
  const Imported table = Import(Gzip("image;x;y\nB\xfc"
                                     "cher.jpg;1;2\n"),
                                {}, "gaze.csv.gz");
  EXPECT_EQ(table.trials[0].name,
            "B\xc3\xbc"
            "cher.jpg");
  EXPECT_THAT(ErrorOf(Gzip("x,y\n1,2\n").substr(0, 20)), HasSubstr("truncated"));
}

TEST_F(Table, AnswersCompareTwoColumnsOrSayRightAndWrong) {
  const std::string text = "image,x,y,pressed,expected\na,1,2,6,7\nb,1,2,6,6\n";
  const Imported table = Import(text, {.columns = ParseColumns("correct=pressed==expected")});
  EXPECT_FALSE(table.trials[0].correct);
  EXPECT_TRUE(table.trials[1].correct);
  EXPECT_FALSE(Import("image,x,y,correct\na,1,2,no\n").trials[0].correct);
}

TEST_F(Table, SomeDurationsMissingMeansNone) {
  const Imported table = Import("x,y,duration\n1,2,200\n3,4,NA\n");
  EXPECT_FALSE(HasDurations(table.trials[0].scanpath));
  EXPECT_EQ(table.notes.size(), 1u);
}

TEST_F(Table, LargeFilesPassTrialsOnAndNoticeStragglers) {
  std::string text = "subject,trial,image,x,y\n";
  for (int trial = 0; trial < 60'000; ++trial) {
    for (int i = 0; i < 10; ++i) text += "1," + std::to_string(trial) + ",a.jpg,10,20\n";
  }
  EXPECT_EQ(Import(text).trials.size(), 60'000u);
  EXPECT_THAT(ErrorOf(text + "1,3,a.jpg,10,20\n"),
              AllOf(HasSubstr("line 600002"), HasSubstr("sort the file by trial")));
}

TEST(ColumnMapping, IsWrittenAndReadBack) {
  const testing::TemporaryFolder folder;
  for (const ColumnMapping& mapping : ShippedMappings()) {
    WriteMapping(folder / "m.json", mapping);
    EXPECT_EQ(ReadMapping(folder / "m.json"), mapping) << mapping.name;
  }
  EXPECT_THAT(testing::MessageOf([] { ParseColumns("size=3"); }),
              HasSubstr("\"size\" is nothing that a column can say"));
  EXPECT_THAT(testing::MessageOf([] { ParseMapping("{}", "m.json"); }),
              HasSubstr("is no column mapping"));
}

struct Usual {
  const char* header;
  Role role;
};

TEST(ColumnMapping, UsualNamesAreFound) {
  for (const auto& [header, role] : std::vector<Usual>{{"CURRENT_FIX_X", Role::kX},
                                                       {"fixX [px]", Role::kX},
                                                       {"Fixation point Y (MCSpx)", Role::kY},
                                                       {"FPOGX", Role::kX},
                                                       {"x_pos", Role::kX},
                                                       {"fixation_duration", Role::kDuration},
                                                       {"Duration (ms)", Role::kDuration},
                                                       {"fix_start", Role::kStart},
                                                       {"RECORDING_SESSION_LABEL", Role::kSubject},
                                                       {"participant_id", Role::kSubject},
                                                       {"subjectnum", Role::kSubject},
                                                       {"stimulus", Role::kImage},
                                                       {"image_name", Role::kImage},
                                                       {"search_target", Role::kTask},
                                                       {"target_present", Role::kCondition},
                                                       {"accuracy", Role::kCorrect},
                                                       {"response_time", Role::kReaction},
                                                       {"bbox_w", Role::kBoxWidth},
                                                       {"im_h", Role::kImageHeight},
                                                       {"screen_width", Role::kScreenWidth}}) {
    const auto roles = GuessRoles(std::vector<std::string>{header});
    ASSERT_EQ(roles.size(), 1u) << header;
    EXPECT_EQ(roles.begin()->first, role) << header << " is " << NameOf(roles.begin()->first);
  }
  EXPECT_TRUE(GuessRoles(std::vector<std::string>{"pupil", "GAZE_VELOCITY", "comment"}).empty());
}

}  // namespace
}  // namespace saccade
