#include "saccade/scene/fixation_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/formats/byte_source.h"
#include "saccade/scene/trial_import_fixture.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::Imported;
using testing::On;
using testing::Table;

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

TEST_F(Table, TitlesCommentsAndRowNamesStandAboveOrBesideTheTable) {
  const Imported titled = Import("# made by a tracker\nMy study\n\nx;y;image\n1,5;2;a\n3;4;a\n");
  ASSERT_EQ(titled.trials.size(), 1u);
  EXPECT_EQ(titled.trials[0].scanpath[0].point, (PointOnScreen{1.5, 2}));
  // As R's write.table has it: blanks, quotes, and rows' names without a header.
  const Imported r = Import(
      "\"subject\" \"image\" \"x\" \"y\"\n\"1\" 7 \"a b.jpg\" 1.5 2\n"
      "\"2\" 7 \"a b.jpg\" 3 4\n");
  ASSERT_EQ(r.trials.size(), 1u);
  EXPECT_EQ(r.trials[0].subject, Identifier("7"));
  EXPECT_EQ(r.trials[0].name, "a b.jpg");
  EXPECT_EQ(r.trials[0].scanpath[1].point, (PointOnScreen{3, 4}));
  EXPECT_EQ(Import("# x,y\n1,2\n3,4\n").trials[0].scanpath.size(), 2u);
}

TEST_F(Table, Utf16IsRead) {
  std::string text = "\xFF\xFE";
  for (const char c : std::string("image\tx\ty\nB\xfc.jpg\t1\t2\n")) text += {c, '\0'};
  EXPECT_EQ(Import(text).trials[0].name, "B\xc3\xbc.jpg");
}

TEST_F(Table, ColumnsInOtherLanguagesAreFound) {
  const Imported german = Import(
      "Versuchsperson;Durchgang;Bild;Zielobjekt;Bedingung;Fixation;X-Koordinate;Y-Koordinate;"
      "Dauer (ms);Richtig\n"
      "3;1;a.jpg;Tasse;anwesend;1;100,5;200;210;ja\n3;1;a.jpg;Tasse;anwesend;2;300;400;190;ja\n"
      "3;2;b.jpg;Tasse;abwesend;1;100;200;250;nein\n");
  ASSERT_EQ(german.trials.size(), 2u);
  EXPECT_EQ(german.trials[0].subject, Identifier("3"));
  EXPECT_EQ(german.trials[0].task, "Tasse");
  EXPECT_EQ(german.trials[0].scanpath[0], (FixationOnScreen{{100.5, 200}, 210}));
  EXPECT_EQ(german.trials[1].condition, Condition::kAbsent);
  EXPECT_FALSE(german.trials[1].correct);
  const Imported french = Import(
      "sujet,essai,image,cible,x,y,dur\xc3\xa9"
      "e\n1,1,a,tasse,1,2,200\n");
  EXPECT_EQ(french.trials[0].task, "tasse");
  EXPECT_EQ(french.trials[0].scanpath[0].duration_ms, 200);
}

TEST_F(Table, RowsThatAreNoFixationsAreKnownByTheirWordsWhateverTheColumnIsCalled) {
  const Imported table = Import(
      "Participant,Stimulus,Category,Position X,Position Y,Duration [ms]\n"
      "P1,a.jpg,Fixation,1,2,200\nP1,a.jpg,Saccade,,,40\nP1,a.jpg,Fixation,3,4,200\n"
      "P1,a.jpg,Blink,,,90\n");
  ASSERT_EQ(table.trials.size(), 1u);
  EXPECT_EQ(table.trials[0].scanpath.size(), 2u);
  EXPECT_EQ(table.trials[0].condition, Condition::kFree);
  EXPECT_EQ(table.left_out.at("rows that are no fixations"), 2u);
}

TEST_F(Table, AColumnThatChangesWithinTrialsSaysNothingOfThem) {
  std::string text = "subject,trial,image,category,fix,x,y\n";
  for (int i = 0; i < 8; ++i) {
    text +=
        "1,1,a.jpg," + std::string(i % 2 == 0 ? "sky" : "car") + "," + std::to_string(i) + ",1,2\n";
  }
  const Imported table = Import(text);
  ASSERT_EQ(table.trials.size(), 1u);
  EXPECT_EQ(table.trials[0].scanpath.size(), 8u);
  EXPECT_THAT(table.Said("not used"), HasSubstr("category (it changes within trials)"));
}

TEST_F(Table, ATargetColumnMaySayOnlyWhetherItWasThere) {
  const Imported table = Import("image,target,x,y\na,present,1,2\nb,absent,3,4\n");
  EXPECT_EQ(table.trials[1].condition, Condition::kAbsent);
  EXPECT_EQ(table.trials[0].task, "target");
}

TEST_F(Table, ADelimiterInANameIsNoticed) {
  const std::string text = "image,x,y\na,1,2\nb, or not,3,4\nc,5,6\n";
  EXPECT_THAT(ErrorOf(text), HasSubstr("line 3: has 4 fields and the header 3; put names"));
  EXPECT_EQ(Import(text, {.lenient = true}).left_out.at("rows with more fields than the header"),
            1u);
  EXPECT_EQ(Import("image,x,y\na,1,2,\nb,3,4,\n").trials.size(), 2u);  // a delimiter at the end
}

TEST_F(Table, AFixationInSeveralRowsIsOneAndTheLongest) {
  // Gazepoint lets it grow: 0.05, 0.1, 0.2 s.
  const Imported table = Import(
      "MEDIA_NAME,FPOGX,FPOGY,FPOGS,FPOGD,FPOGID\na,.5,.5,1,.05,1\na,.5,.5,1,.1,1\na,.25,.5,1,.2,"
      "1\n"
      "a,.75,.5,2,.3,2\n",
      On({1000, 800}));
  ASSERT_EQ(table.trials.size(), 1u);
  ASSERT_EQ(table.trials[0].scanpath.size(), 2u);
  EXPECT_EQ(table.trials[0].scanpath[0].point, (PointOnScreen{250, 400}));
  EXPECT_NEAR(table.trials[0].scanpath[0].duration_ms, 200, 1e-9);
}

TEST_F(Table, OfTwoEyesOneIsRead) {
  const Imported table = Import("image,EYE_USED,x,y\na,LEFT,1,2\na,RIGHT,1,2\na,LEFT,3,4\n");
  EXPECT_EQ(table.trials[0].scanpath.size(), 2u);
  EXPECT_EQ(table.left_out.at("rows of the other eye"), 1u);
  EXPECT_EQ(table.Said("eye"), "LEFT, the first one met\n");
}

TEST_F(Table, PointsOfAMediaCoordinateSystemNeedThePicture) {
  const std::string text = "MediaName\tFixationPointX (MCSpx)\tFixationPointY (MCSpx)\na\t10\t20\n";
  EXPECT_THAT(ErrorOf(text, On({1280, 1024})), HasSubstr("--picture 1024x768"));
  ImportOptions options = On({1280, 1024});
  SetPicture("1024x768", options.columns);
  EXPECT_EQ(Import(text, options).trials[0].scanpath[0].point, (PointOnScreen{138, 148}));
}

TEST_F(Table, SamplesAreNotTakenForFixations) {
  std::string text = "image,timestamp_start,x,y\n";
  for (int i = 0; i < 200; ++i) text += "a," + std::to_string(2 * i) + ",100,200\n";
  EXPECT_THAT(ErrorOf(text, {.columns = ParseColumns("start=timestamp_start")}),
              HasSubstr("has a row every 2 ms and no durations: these are samples"));
}

TEST_F(Table, BoxesComeInManyForms) {
  const auto box = [&](const std::string& text) { return Import(text).trials[0].target; };
  const BoxOnScreen wanted{100, 200, 50, 40};
  EXPECT_EQ(box("image,target,x,y,bbox\na,cup,1,2,\"[100, 200, 50, 40]\"\n"), wanted);
  EXPECT_EQ(box("image,target,x,y,target_left,target_top,target_right,target_bottom\n"
                "a,cup,1,2,100,200,150,240\n"),
            wanted);
  EXPECT_EQ(box("image,target,x,y,bbox_x1,bbox_y1,bbox_x2,bbox_y2\na,cup,1,2,100,200,150,240\n"),
            wanted);
}

TEST_F(Table, BoxesAreCutAtTheBorderOfTheScreenAndDurationsThatCannotBeAreNone) {
  const Imported table = Import(
      "image,target,x,y,duration,bbox_x,bbox_y,bbox_w,bbox_h\n"
      "a,cup,1,2,200,600,400,100,100\nb,cup,1,2,900000,10,10,20,20\nc,cup,1,2,200,10,10,20,20\n",
      On({640, 480}));
  EXPECT_EQ(table.trials[0].target, (BoxOnScreen{600, 400, 40, 80}));
  EXPECT_FALSE(HasDurations(table.trials[1].scanpath));
  EXPECT_EQ(table.notes.size(), 2u);
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

}  // namespace
}  // namespace saccade
