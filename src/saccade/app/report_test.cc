#include "saccade/app/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/scene/trial_fixture.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::kAside;
using testing::kStart;
using testing::kTarget;
using testing::MakeTrial;
using testing::MessageOf;

std::vector<TrialInImage> Trials() {
  return {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
          MakeTrial("cup", "a.jpg", 2, {kStart, kAside, kTarget}),
          MakeTrial("cup", "b.jpg", 1, {kStart, kTarget}),
          MakeTrial("cup", "b.jpg", 2, {kStart, kAside, kTarget})};
}

TEST(Report, HasARowForPredictionsInMemory) {
  const testing::TemporaryFolder folder;
  WriteTrials(folder / "fixations_valid.json", Trials());
  const Page page = Report({.data = folder.path(),
                            .predictions = {{"Mine", Trials()}},
                            .bootstrap = 0,
                            .title = "Two cups",
                            .command = "made by hand"});
  EXPECT_THAT(PageHtml(page), HasSubstr("Two cups"));
  EXPECT_THAT(PageHtml(page), HasSubstr("Mine"));
  EXPECT_THAT(PageHtml(page), HasSubstr("made by hand"));
}

TEST(Report, RefusesWhatIsNotThere) {
  const testing::TemporaryFolder folder;
  WriteTrials(folder / "fixations_valid.json", Trials());
  EXPECT_THAT(MessageOf([&] { Report({.data = folder.path(), .split = "test"}); }),
              HasSubstr("holds no fixations of the test split"));
  EXPECT_THAT(MessageOf([&] { Report({.data = folder.path(), .model = "m"}); }),
              HasSubstr("--model needs the belief store"));
  EXPECT_THAT(MessageOf([&] { Report({.data = folder.path(), .protocol = "papr"}); }),
              HasSubstr("papr"));
}

}  // namespace
}  // namespace saccade::app
