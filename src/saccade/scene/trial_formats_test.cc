#include "saccade/scene/trial_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/scene/trial_file.h"
#include "saccade/scene/trial_import_fixture.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

using testing::Import;
using testing::Imported;
using testing::ImportSample;
using testing::On;

// The searches that every sample in samples/formats holds (or a part of them).
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
  const auto folder = testing::ProjectFile("samples/formats");
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

}  // namespace
}  // namespace saccade
