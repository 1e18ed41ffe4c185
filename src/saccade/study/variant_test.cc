#include "saccade/study/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/search_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Variants : public ::testing::Test {
 protected:
  Variants() {
    const testing::TinyWorld world;
    std::map<std::string, EncodedPicture> pictures;
    for (const TrialInImage& trial : world.trials) {
      pictures[trial.name] = EncodePicture(world.library.Find(trial.name), BeliefValues::kByte);
    }
    std::vector<EncodedPicture> encoded;
    for (const auto& [name, picture] : pictures) encoded.push_back(picture);
    options_.out = folder_ / "out";
    options_.fixations = options_.validation = folder_ / "trials.json";
    options_.beliefs = {folder_ / "tiny.beliefs"};
    WriteTrials(options_.fixations, world.trials);
    WriteBeliefStore(options_.beliefs.front(), encoded, {});
    options_.seeds = 2;
    options_.samples = 2;
    options_.bootstrap = 0;
    options_.quick = true;
  }

  Experiment Computed(const std::vector<Variant>& variants) const {
    Experiment experiment(options_.out, CellsOf(variants, options_));
    experiment.Compute(experiment.All());
    return experiment;
  }
  std::string Predictions(const std::string& cell) const {
    return ReadFile(options_.out / "cells" / cell / "predictions.json");
  }
  StudyCell CellCalled(const std::vector<Variant>& variants, const std::string& name) const {
    for (StudyCell& cell : CellsOf(variants, options_)) {
      if (cell.name == name) return cell;
    }
    throw std::logic_error("no cell " + name);
  }

  testing::TemporaryFolder folder_;
  StudyOptions options_;
};

Variant Of(const std::string& name, const std::string& source) {
  return {.name = name, .title = name, .source = source};
}

TEST_F(Variants, PeopleTheRandomScanpathAndModelsAreRowsAlike) {
  const std::vector<Variant> variants = {Of("people", "human"), Of("chance", "random"),
                                         Of("detector", "target-sharp")};
  const Experiment experiment = Computed(variants);
  EXPECT_THAT(experiment.All(),
              ElementsAre("people-0", "chance-0", "chance-1", "detector-0", "detector-1"));
  const Comparison rows = RowsOf(variants, experiment, options_);
  EXPECT_TRUE(rows.methods[0].seeds[0].row.human);
  EXPECT_EQ(rows.methods[0].seed_changes, SeedChanges::kNothing);
  EXPECT_EQ(rows.methods[1].seeds.size(), 2u);
  EXPECT_FALSE(rows.methods[1].seeds[0].cost.scanpaths_per_second);
  EXPECT_TRUE(rows.methods[2].seeds[0].cost.scanpaths_per_second);
  EXPECT_EQ(rows.trials, 96u);
  EXPECT_EQ(rows.pairs, 24u);
  EXPECT_NE(Predictions("detector-0"), Predictions("detector-1"));
}

TEST_F(Variants, AreScoredOnTheirTrials) {
  Variant one = Of("of-2", "target-sharp");
  one.scored_on = {.subjects = {2}, .pictures = 3};
  const Experiment experiment = Computed({one});
  const Json result = experiment.Read("of-2-0").result;
  EXPECT_EQ(result["trials"], 9);  // 3 pictures of 3 tasks
  EXPECT_EQ(result["pairs"], 9);
}

TEST_F(Variants, DoNotSeeWhatIsHiddenFromThem) {
  Variant whole = Of("whole", "target-sharp"), blind = Of("blind", "target-sharp");
  Variant without_car = Of("without-car", "target-sharp");
  blind.hidden = {"target"};
  without_car.hidden = {"car"};
  Computed({whole, blind, without_car});
  EXPECT_NE(Predictions("blind-0"), Predictions("whole-0"));
  // Only searches for a car are other ones.
  const auto of = [&](const std::string& cell, std::string_view task) {
    std::vector<TrialInImage> kept;
    for (const auto& trial :
         ReadTrialsInImage(options_.out / "cells" / cell / "predictions.json")) {
      if (trial.task == task) kept.push_back(trial);
    }
    return kept;
  };
  EXPECT_EQ(of("without-car-0", "bowl"), of("whole-0", "bowl"));
  EXPECT_EQ(of("without-car-0", "car"), of("blind-0", "car"));
  blind.hidden = {"unicorn"};
  EXPECT_THROW(Computed({blind}), InputError);
}

TEST_F(Variants, GreedyOnesHaveOneSeed) {
  Variant greedy = Of("greedy", "target-sharp");
  greedy.sampling = {.samples = 1, .greedy = true};
  const Experiment experiment = Computed({greedy});
  EXPECT_THAT(experiment.All(), ElementsAre("greedy-0"));
  EXPECT_EQ(ReadTrialsInImage(options_.out / "cells/greedy-0/predictions.json").size(), 24u);
}

Variant Learned(const std::string& name, const std::function<void(const MethodTraining&)>& train) {
  Variant variant = Of(name, "");
  variant.training = Training{.name = "stub",
                              .method = {"stub", "stub", "", "", train},
                              .settings = {"epochs=3"},
                              .learns_from = {.without_subjects = {4}, .pictures = 2},
                              .hidden = {"target", "stuff"}};
  return variant;
}

TEST_F(Variants, LearnFromTheirTrialsWithoutWhatIsHidden) {
  std::vector<std::string> seen;
  const auto train = [&](const MethodTraining& training) {
    seen = training.settings;
    const auto trials = ReadTrialsInImage(training.fixations);
    EXPECT_EQ(trials.size(), 3 * 2 * 3u);                               // tasks, pictures, people
    EXPECT_EQ(ReadTrialsInImage(training.validation).size(), 24 * 3u);  // of the same people
    const BeliefStore store = BeliefStore::Open(training.beliefs.front());
    EXPECT_EQ(store.size(), 24u);
    for (const TrialInImage& trial : trials) {
      EXPECT_NE(trial.subject, 4);
      EXPECT_TRUE(store.Load(trial.name).sharp.entries.empty()) << trial.name;
    }
  };
  const std::vector<Variant> variants = {Learned("learned", train)};
  const Experiment experiment(options_.out, CellsOf(variants, options_));
  experiment.Compute({"train-stub-0"});
  EXPECT_THAT(seen, ElementsAre("epochs=3"));
}

TEST_F(Variants, ShareATrainingThatHasOneName) {
  Variant total = Learned("total", [](const MethodTraining&) {}), reward = total;
  reward.name = "reward";
  reward.source = "reward:";
  const Experiment experiment(options_.out, CellsOf({total, reward}, options_));
  EXPECT_THAT(experiment.All(), ElementsAre("train-stub-0", "train-stub-1", "total-0", "total-1",
                                            "reward-0", "reward-1"));
  reward.training->hidden = {};
  EXPECT_THROW(CellsOf({total, reward}, options_), std::logic_error);
  options_.trainings = 1;
  const Experiment once(options_.out, CellsOf({total}, options_));
  EXPECT_THAT(once.All(), ElementsAre("train-stub-0", "total-0", "total-1"));
}

// A change of anything that a result depends on must show in the inputs of its cell.
TEST_F(Variants, EverythingThatCountsIsInTheInputs) {
  const Variant plain = Learned("v", [](const MethodTraining&) {});
  const auto differs = [&](const std::string& cell, auto change) {
    Variant other = plain;
    change(other);
    return CellCalled({plain}, cell).inputs != CellCalled({other}, cell).inputs;
  };
  EXPECT_TRUE(differs("train-stub-0", [](Variant& v) { v.training->settings = {"epochs=4"}; }));
  EXPECT_TRUE(differs("train-stub-0", [](Variant& v) { v.training->learns_from.draw = 1; }));
  EXPECT_TRUE(differs("train-stub-0", [](Variant& v) { v.training->hidden.pop_back(); }));
  EXPECT_TRUE(differs("train-stub-0", [](Variant& v) { v.training->preset = "paper"; }));
  EXPECT_FALSE(differs("train-stub-0", [](Variant& v) { v.sampling.samples = 4; }));
  EXPECT_TRUE(differs("v-0", [](Variant& v) { v.sampling.samples = 4; }));
  EXPECT_TRUE(differs("v-0", [](Variant& v) { v.sampling.temperature = .5; }));
  EXPECT_TRUE(differs("v-0", [](Variant& v) { v.sampling.until_target = true; }));
  EXPECT_TRUE(differs("v-0", [](Variant& v) { v.hidden = {"cup"}; }));
  EXPECT_TRUE(differs("v-0", [](Variant& v) { v.scored_on.subjects = {1}; }));
  EXPECT_TRUE(differs("v-0", [](Variant& v) { v.source = "reward:"; }));
}

TEST_F(Variants, RefuseAModelThatIsNotThereBeforeAnythingIsComputed) {
  EXPECT_THAT(
      [&] {
        CellsOf({Of("people", "human"), Of("x", "models/none")}, options_);
      },
      ::testing::ThrowsMessage<InputError>(HasSubstr("models/none: is no model")));
}

}  // namespace
}  // namespace saccade
