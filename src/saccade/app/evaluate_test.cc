#include "saccade/app/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "saccade/base/error.h"
#include "saccade/scene/trial_fixture.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kAside;
using testing::kStart;
using testing::kTarget;
using testing::MakeTrial;
using testing::MessageOf;

std::vector<TrialInImage> Humans() {
  return {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
          MakeTrial("cup", "a.jpg", 2, {kStart, kTarget}),
          MakeTrial("cup", "b.jpg", 1, {kStart, kAside, kTarget}),
          MakeTrial("cup", "b.jpg", 2, {kStart, kTarget})};
}

std::vector<TrialInImage> Direct() {
  return {MakeTrial("cup", "a.jpg", 1, {kStart, kTarget}),
          MakeTrial("cup", "b.jpg", 1, {kStart, kTarget})};
}

TEST(Evaluate, ScoresValuesAsItDoesFiles) {
  const testing::TemporaryFolder folder;
  WriteTrials(folder / "humans.json", Humans());
  WriteTrials(folder / "direct.json", Direct());
  const EvaluateResult values = Evaluate({.fixations = Humans(),
                                          .models = {"random", "human"},
                                          .predictions = {{"direct", Direct()}},
                                          .bootstrap = 20});
  const EvaluateResult files = Evaluate({.fixations = folder / "humans.json",
                                         .models = {"human", "random"},
                                         .predictions = {{"direct", folder / "direct.json"}},
                                         .bootstrap = 20});
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = values.evaluation.rows.at(i);
    names.push_back(row.name);
    EXPECT_EQ(row.scores.value[metrics::kTfpAuc],
              files.evaluation.rows.at(i).scores.value[metrics::kTfpAuc]);
    EXPECT_EQ(row.scores.low[metrics::kSequenceScore],
              files.evaluation.rows.at(i).scores.low[metrics::kSequenceScore]);
  }
  EXPECT_THAT(names, ElementsAre("human", "random", "direct"));
  // Found by the second point, in both pictures: present in 6 of the curve's 7 values.
  EXPECT_EQ(values.evaluation.rows[2].scores.value[metrics::kTfpAuc], 6);
  EXPECT_EQ(values.rows[2].scanpaths.size(), 2u);
}

// All of its probability where both people look second.
TEST(Evaluate, ScoresMapsInMemory) {
  MapArray maps{.keys = {{"cup", "a.jpg", 1, 1}, {"cup", "a.jpg", 2, 1}}};
  maps.values.resize(2 * Grid::kCells);
  const int cell = Grid::Index(*Grid::CellOf(kTarget));
  maps.values[static_cast<std::size_t>(cell)] = 1;
  maps.values[static_cast<std::size_t>(Grid::kCells + cell)] = 1;
  const auto result = Evaluate({.fixations = Humans(),
                                .maps = {{"sure", std::make_shared<const FixationMaps>(maps)}},
                                .train = Humans(),
                                .bootstrap = 0});
  EXPECT_EQ(result.evaluation.rows.at(0).scores.value[metrics::ScoreCalled("auc")], 1);
  EXPECT_EQ(result.rows.at(0).fixations.size(), 2u);
}

// All look at (400, 100) in the end, and the middle of the frame is (256, 160).
TEST(Evaluate, TheCentreIsARowOfAnyData) {
  const auto result = Evaluate({.fixations = Humans(), .models = {"centre"}, .bootstrap = 0});
  const auto& row = result.rows.at(0);
  EXPECT_EQ(row.scanpaths.size(), 20u);  // 10 a pair
  EXPECT_EQ(row.fixations.size(), 5u);   // after the start, of four trials
  const auto& scores = result.evaluation.rows.at(0).scores.value;
  EXPECT_LT(scores[metrics::ScoreCalled("auc")], .8);
  EXPECT_FALSE(metrics::IsPresent(scores[metrics::ScoreCalled("cig")]));  // no --train, no prior
  EXPECT_THAT(MessageOf([] { Evaluate({.fixations = Humans(), .models = {"saliency"}}); }),
              HasSubstr("--images FOLDER"));
}

TEST(Evaluate, RefusesWhatCannotBeMeant) {
  const auto error = [](EvaluateOptions options) {
    options.fixations = Humans();
    return MessageOf([&] { Evaluate(options); });
  };
  EXPECT_THAT(error({}), HasSubstr("nothing to score"));
  EXPECT_THAT(error({.models = {"irl"}}),
              HasSubstr("--model irl: human, random, centre, saliency is expected"));
  EXPECT_THAT(error({.models = {"human"}, .protocol = "papr"}), HasSubstr("papr"));
  EXPECT_THAT(error({.models = {"human"}, .steps = 4}), HasSubstr("give --cut both"));
  EXPECT_THAT(error({.maps = {{"m", std::filesystem::path("maps")}}}), HasSubstr("--train"));
  EXPECT_THAT(error({.models = {"random"}, .samples = 0}), HasSubstr("--samples"));
  EXPECT_THAT(error({.predictions = {{"a", Direct()}, {"a", Direct()}}}),
              HasSubstr("two rows are called \"a\""));
}

TEST(Evaluate, TellsItsCallerHowFarItIs) {
  std::size_t last = 0, total = 0;
  std::vector<std::string> titles;
  Evaluate({.fixations = Humans(),
            .models = {"human", "random"},
            .bootstrap = 0,
            .watch = {.progress = [&](const ProgressReport& report) {
              titles.emplace_back(report.title);
              last = report.done;
              total = report.total;
              return true;
            }}});
  EXPECT_EQ(titles.front(), "rows");
  EXPECT_EQ(last, 2u);
  EXPECT_EQ(total, 2u);
}

TEST(Evaluate, StopsWhenItsCallerHasHadEnough) {
  std::stop_source stop;
  stop.request_stop();
  EvaluateOptions options{.fixations = Humans(), .models = {"human"}};
  options.watch.stop = stop.get_token();
  EXPECT_THROW(Evaluate(options), Interrupted);
  options.watch = {.progress = [](const ProgressReport&) { return false; }};
  options.models = {"human", "random"};
  EXPECT_THROW(Evaluate(options), Interrupted);
  options.watch = {};
  EXPECT_EQ(Evaluate(options).rows.size(), 2u);  // nothing of it stays behind
}

}  // namespace
}  // namespace saccade::app
