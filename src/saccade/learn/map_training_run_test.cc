#include "saccade/search/feature_map_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/learn/map_training_run.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/map_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kMaker = "tiny features";

// Two thirds of the tiny world to learn from, one third to validate with.
class FeatureMapModelTest : public ::testing::Test {
 protected:
  FeatureMapModelTest() {
    std::vector<TrialInImage> train, validation;
    for (std::size_t i = 0; i < world_.trials.size(); ++i) {
      (i / 4 % 8 < 5 ? train : validation).push_back(world_.trials[i]);
    }
    WriteTrials(folder_ / "train.json", train);
    WriteTrials(folder_ / "valid.json", validation);
    held_out_ = MakeSearchSet(validation, {});
  }

  MapRunOptions RunOptions(const std::string& kind, const std::string& out) const {
    MapRunOptions options;
    options.kind = kind;
    options.fixations = folder_ / "train.json";
    options.validation = folder_ / "valid.json";
    options.features = testing::TinyFeatures(world_);
    options.feature_maker = kMaker;
    options.out = folder_ / out;
    options.seed = 3;
    options.map.hidden = 8;
    options.map.epochs = 25;
    options.map.batch = 5;
    options.map.rate = 2e-2;
    options.map.dropout = 0.2;
    options.temperatures = {1.0, 0.5};
    return options;
  }

  // Cut before its last blocks, this network gives the same features as whole: whether a model asks
  // for the right ones shows in `asked`.
  ModelInputs Inputs(int* asked = nullptr) const {
    const FeatureSource features = testing::TinyFeatures(world_);
    return {.features = features, .feature_maker = kMaker, .cut = [features, asked](int blocks) {
              if (asked != nullptr) *asked = blocks;
              return CutNetwork{features, testing::TinyBlocks(blocks)};
            }};
  }

  // Of scanpaths of two fixations after the start.
  double FoundShare(const ScanpathModel& model) const {
    const auto trials = model.Predict(held_out_.searches, {.samples = 10, .max_fixations = 2});
    int found = 0;
    for (const TrialInImage& trial : trials) found += FirstOnTarget(trial).has_value();
    return static_cast<double>(found) / static_cast<double>(trials.size());
  }

  static std::string ErrorOf(const std::string& folder, const ModelInputs& inputs) {
    try {
      OpenModel(folder, inputs);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  testing::TemporaryFolder folder_;
  testing::TinyWorld world_;
  SearchSet held_out_;
};

// Chance finds one of 4 cells of 640 with two looks in 1.3% of scanpaths.
TEST_F(FeatureMapModelTest, ADetectorFindsTargetsInPicturesItHasNotSeen) {
  const MapRunReport report = TrainMapRun(RunOptions(kDetectorKind, "run"));
  EXPECT_LT(report.validation_loss, 3);  // no knowledge: ln(640 / 4) = 5.08 nats
  const auto model = OpenModel((folder_ / "run/model").string(), Inputs());
  EXPECT_EQ(model->name(), "detector");
  EXPECT_FALSE(model->NeedsBeliefs());
  EXPECT_GT(FoundShare(*model), 0.3);
  const std::vector<Cell> start = {Grid::Center()};
  double total = 0;
  for (const double p : model->NextFixation(held_out_.searches[0], start)) total += p;
  EXPECT_NEAR(total, 1, 1e-9);
}

TEST_F(FeatureMapModelTest, AFixationHeuristicLooksWherePeopleLook) {
  TrainMapRun(RunOptions(kFixationHeuristicKind, "run"));
  const auto model = OpenModel((folder_ / "run/model").string(), Inputs());
  EXPECT_EQ(model->name(), "fixation-heuristic");
  EXPECT_GT(FoundShare(*model), 0.2);
}

TEST_F(FeatureMapModelTest, ARunThatIsResumedEndsWithTheSameBits) {
  MapRunOptions options = RunOptions(kDetectorKind, "whole");
  options.map.epochs = 4;
  options.map.patience = 0;
  TrainMapRun(options);
  // The state after the second epoch of the same run: what a killed one leaves.
  options.out = folder_ / "killed";
  fs::create_directories(options.out / "checkpoints");
  fs::copy(folder_ / "whole/config.json", options.out / "config.json");
  const SearchSet train = MakeSearchSet(ReadTrialsInImage(options.fixations), {});
  MapLearner learner(TargetBoxMaps(train.searches), TargetBoxMaps(held_out_.searches),
                     {options.features}, options.map, options.seed);
  double best = std::numeric_limits<double>::infinity();
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (int i = 0; i < learner.steps_per_epoch(); ++i) learner.Step();
    best = std::min(best, learner.ValidationLoss());
  }
  WriteMapCheckpoint(options.out / "checkpoints/last.safetensors", learner.state(),
                     {{"best_loss", best}, {"since_best", 0}, {"stopped_early", 0}});
  options.resume = true;
  TrainMapRun(options);
  EXPECT_EQ(
      ReadMapCheckpoint(folder_ / "whole/checkpoints/last.safetensors", learner.state()).state.head,
      ReadMapCheckpoint(options.out / "checkpoints/last.safetensors", learner.state()).state.head);
  EXPECT_EQ(ReadModelFolder(folder_ / "whole/model").tensors,
            ReadModelFolder(options.out / "model").tensors);
}

TEST_F(FeatureMapModelTest, SaysWhichOptionsGiveFeaturesAndRefusesThoseOfAnotherNetwork) {
  MapRunOptions options = RunOptions(kDetectorKind, "run");
  options.map.epochs = 1;
  TrainMapRun(options);
  const std::string model = (folder_ / "run/model").string();
  EXPECT_THAT(ErrorOf(model, {}), HasSubstr("--images DIR and --features-from WEIGHTS"));
  EXPECT_THAT(ErrorOf(model, {.features = Inputs().features, .feature_maker = "another"}),
              HasSubstr("was trained on features of tiny features"));
}

TEST_F(FeatureMapModelTest, AModelWithFineTunedBlocksPredictsWhatItsTrainingScored) {
  MapRunOptions options = RunOptions(kDetectorKind, "run");
  options.map.epochs = 8;
  options.map.fine_tune = 2;
  options.map.fine_tune_rate = 2e-3;
  options.cut = Inputs().cut;
  const MapRunReport report = TrainMapRun(options);
  const std::string folder = (folder_ / "run/model").string();
  const NamedTensors blocks = WithoutPrefix(ReadModelFolder(folder).tensors, "blocks.");
  EXPECT_EQ(CountResidualBlocks(blocks, folder), 2);
  EXPECT_NE(blocks.at("1.conv2.weight"), testing::TinyBlocks(2).at("1.conv2.weight"));

  int asked = 0;
  const auto model = OpenModel(folder, Inputs(&asked));
  EXPECT_EQ(asked, 2);
  const std::vector<Cell> start = {Grid::Center()};
  double loss = 0;
  const auto targets = TargetBoxMaps(held_out_.searches);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    ASSERT_EQ(targets[i].name, held_out_.searches[i].name);
    // Logits as good as those of the model: the logarithm of its map.
    std::vector<float> logits;
    for (const double p : model->NextFixation(held_out_.searches[i], start)) {
      logits.push_back(static_cast<float>(std::log(p)));
    }
    loss += MapDivergence(logits, targets[i].map) / static_cast<double>(targets.size());
  }
  EXPECT_NEAR(loss, report.validation_loss, 0.01);  // weights are kept in half precision
  EXPECT_THAT(ErrorOf(folder, {.features = Inputs().features, .feature_maker = kMaker}),
              HasSubstr("has fine-tuned the last 2 blocks of tiny features"));
}

TEST_F(FeatureMapModelTest, ANetworkThatCannotBeCutIsRefusedBeforeTraining) {
  MapRunOptions options = RunOptions(kDetectorKind, "run");
  options.map.fine_tune = 1;
  EXPECT_THROW(TrainMapRun(options), InputError);
  EXPECT_FALSE(fs::exists(folder_ / "run"));
}

TEST_F(FeatureMapModelTest, ATargetThatIsNeverTrainedIsAnErrorBeforeTraining) {
  std::vector<TrialInImage> without_bowls = ReadTrialsInImage(folder_ / "train.json");
  std::erase_if(without_bowls, [](const TrialInImage& trial) { return trial.task == "bowl"; });
  WriteTrials(folder_ / "train.json", without_bowls);
  EXPECT_THROW(TrainMapRun(RunOptions(kDetectorKind, "run")), InputError);
  EXPECT_FALSE(fs::exists(folder_ / "run"));
}

TEST_F(FeatureMapModelTest, ASearchWithoutBeliefsIsAClearErrorForModelsThatNeedThem) {
  const auto model = OpenModel("target-sharp");
  EXPECT_TRUE(model->NeedsBeliefs());
  EXPECT_THROW(model->Predict(held_out_.searches, {}), InputError);
}

TEST_F(FeatureMapModelTest, TheTemperatureOfTheModelIsUsedUnlessAnotherIsAskedFor) {
  MapRunOptions options = RunOptions(kDetectorKind, "run");
  options.map.epochs = 3;
  options.temperatures = {0.05};
  TrainMapRun(options);
  const auto model = OpenModel((folder_ / "run/model").string(), Inputs());
  const auto own = model->Predict(held_out_.searches, {.samples = 3});
  EXPECT_EQ(own, model->Predict(held_out_.searches, {.samples = 3, .temperature = 0.05}));
  EXPECT_NE(own, model->Predict(held_out_.searches, {.samples = 3, .temperature = 1}));
}

}  // namespace
}  // namespace saccade
