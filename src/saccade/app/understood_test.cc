#include "saccade/app/understood.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/app/placement.h"
#include "saccade/base/file.h"
#include "saccade/scene/trial_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::ElementsAre;
using testing::kAside;
using testing::kStart;
using testing::kTarget;
using testing::MakeTrial;

TEST(Understood, AFileSaysItsFrameUnitsStartsAndWhatIsLeftOut) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "mine.json", R"([
    {"name": "a.jpg", "task": "cup", "X": [840, 1000, 2000], "Y": [525, 100, 10],
     "T": [100, 200, 300]},
    {"name": "b.jpg", "task": "cup", "X": ["840", 1000], "Y": [525, 100]},
    {"name": "c.jpg", "task": "cup", "X": [], "Y": []}])");
  UnderstoodTrials read = ReadUnderstood(folder / "mine.json", "mine", {.lenient = true});
  EXPECT_EQ(read.trials.size(), 2u);
  Understood& mine = read.understood;
  EXPECT_EQ(mine.frame, "display 1680x1050");
  EXPECT_EQ(mine.start, "at the centre");
  EXPECT_EQ(mine.timed, 1u);
  EXPECT_EQ(mine.mean_ms, 200);
  EXPECT_EQ(mine.outside, 1u);
  mine.file = "mine.json";
  mine.used = 1;
  std::vector<std::string> lines;
  for (const auto& row : UnderstoodTable(std::span(&mine, 1)).rows) {
    lines.push_back(row.at(0).Text(0) + "|" + row.at(1).Text(0));
  }
  EXPECT_THAT(
      lines,
      ElementsAre("mine|mine.json: display 1680x1050 (found from where scanpaths lie)",
                  "|durations in ms (200 in the mean; 1 trials without), start at the centre",
                  "|1 of 2 trials used; left out: 1 empty scanpath",
                  "|1 of 5 fixations outside the picture",
                  "|trials 1 with numbers in quotes: read as numbers"));
  const auto json = UnderstoodJson(std::span(&mine, 1));
  EXPECT_EQ(json[0]["left_out"]["empty scanpath"], 1);
  EXPECT_EQ(json[0]["used"], 1);
}

TEST(Understood, ValuesWithoutDurationsHaveNone) {
  TrialInImage trial = MakeTrial("cup", "a.jpg", 1, {kAside, kTarget});
  for (auto& fixation : trial.scanpath) fixation.duration_ms = 0;
  const Understood understood = ReadUnderstood(std::vector{trial}, "mine", {}).understood;
  EXPECT_EQ(understood.start, "0% at the centre");
  EXPECT_FALSE(UnderstoodJson(std::span(&understood, 1))[0].contains("mean_duration_ms"));
}

// People saw 1024x768 in the middle of 1280x1024; the model squeezed it into 512x320.
TEST(Placement, ASqueezedPictureIsStretchedToPeoples) {
  const Viewing people_saw = Centered(Screen{{1280, 1024}}, {1024, 768});
  const Viewing model_saw = Centered(Screen{{512, 320}}, {512, 320});
  TrialInImage person = MakeTrial("cup", "a.jpg", 1, {kStart});
  person.viewing = people_saw;
  TrialInImage model = MakeTrial("cup", "a.jpg", 1, {{512 / 4., 320 / 4.}});
  model.viewing = model_saw;
  std::vector<TrialInImage> predictions = {model, person};
  EXPECT_EQ(PlaceAsPeople(std::vector{person}, predictions), 1u);
  // A quarter of the picture: (256, 192) of 1024x768, which is fitted as 426.67x320 at 42.67.
  EXPECT_NEAR(predictions[0].scanpath[0].point.x, 256 * 320 / 768. + (512 - 1024 * 320 / 768.) / 2,
              1e-9);
  EXPECT_NEAR(predictions[0].scanpath[0].point.y, 80, 1e-9);
  EXPECT_EQ(predictions[1].scanpath[0].point, kStart);
}

}  // namespace
}  // namespace saccade::app
