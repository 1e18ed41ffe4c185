#include "saccade/learn/training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/learn/checkpoint.h"
#include "saccade/learn/map_learner.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/feature_map_model.h"
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

  TrainingOptions RunOptions(const std::string& kind, const std::string& out,
                             std::vector<std::string> settings = {}) const {
    TrainingOptions options;
    options.kind = kind;
    options.fixations = folder_ / "train.json";
    options.validation = folder_ / "valid.json";
    options.inputs = {.features = testing::TinyFeatures(world_), .feature_maker = kMaker};
    options.out = folder_ / out;
    options.seed = 3;
    options.settings = {"hidden=8", "epochs=25", "batch=5", "rate=2e-2", "dropout=0.2"};
    options.settings.insert(options.settings.end(), settings.begin(), settings.end());
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
  const TrainingReport report = Train(RunOptions(kDetectorKind, "run"));
  EXPECT_LT(*report.validation_loss, 3);  // no knowledge: ln(640 / 4) = 5.08 nats
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
  Train(RunOptions(kFixationHeuristicKind, "run"));
  const auto model = OpenModel((folder_ / "run/model").string(), Inputs());
  EXPECT_EQ(model->name(), "fixation-heuristic");
  EXPECT_GT(FoundShare(*model), 0.2);
}

TEST_F(FeatureMapModelTest, ARunThatIsResumedEndsWithTheSameBits) {
  TrainingOptions options = RunOptions(kDetectorKind, "whole", {"epochs=4", "patience=0"});
  Train(options);
  // The state after the second epoch of the same run: what a killed one leaves.
  options.out = folder_ / "killed";
  fs::create_directories(options.out / "checkpoints");
  fs::copy(folder_ / "whole/config.json", options.out / "config.json");
  const SearchSet train = MakeSearchSet(ReadTrialsInImage(options.fixations), {});
  MapOptions map;
  OptionsOf(map).Apply(options.settings, "test");
  MapLearner learner(kDetectorKind, TargetBoxMaps(train.searches),
                     TargetBoxMaps(held_out_.searches), {options.inputs.features}, map,
                     options.seed);
  ValidationRecord record;
  for (int epoch = 0; epoch < 2; ++epoch) {
    for (int i = 0; i < learner.Phases().front().steps_per_epoch; ++i) learner.Step();
    record.best = std::min(record.best, *learner.ValidationLoss());
  }
  WriteCheckpoint(options.out / "checkpoints/last.safetensors", {learner.State(), record});
  options.resume = true;
  Train(options);
  EXPECT_EQ(ReadFile(folder_ / "whole/checkpoints/last.safetensors"),
            ReadFile(options.out / "checkpoints/last.safetensors"));
  EXPECT_EQ(ReadModelFolder(folder_ / "whole/model").tensors,
            ReadModelFolder(options.out / "model").tensors);
}

TEST_F(FeatureMapModelTest, SaysWhichOptionsGiveFeaturesAndRefusesThoseOfAnotherNetwork) {
  Train(RunOptions(kDetectorKind, "run", {"epochs=1"}));
  const std::string model = (folder_ / "run/model").string();
  EXPECT_THAT(ErrorOf(model, {}), HasSubstr("--images DIR and --features-from WEIGHTS"));
  EXPECT_THAT(ErrorOf(model, {.features = Inputs().features, .feature_maker = "another"}),
              HasSubstr("was trained on features of tiny features"));
}

TEST_F(FeatureMapModelTest, AModelWithFineTunedBlocksPredictsWhatItsTrainingScored) {
  TrainingOptions options =
      RunOptions(kDetectorKind, "run", {"epochs=8", "fine_tune=2", "fine_tune_rate=2e-3"});
  options.inputs.cut = Inputs().cut;
  const TrainingReport report = Train(options);
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
  EXPECT_NEAR(loss, *report.validation_loss, 0.01);  // weights are kept in half precision
  EXPECT_THAT(ErrorOf(folder, {.features = Inputs().features, .feature_maker = kMaker}),
              HasSubstr("has fine-tuned the last 2 blocks of tiny features"));
}

TEST_F(FeatureMapModelTest, ANetworkThatCannotBeCutIsRefusedBeforeTraining) {
  EXPECT_THROW(Train(RunOptions(kDetectorKind, "run", {"fine_tune=1"})), InputError);
  EXPECT_FALSE(fs::exists(folder_ / "run"));
}

TEST_F(FeatureMapModelTest, ATargetThatIsNeverTrainedIsAnErrorBeforeTraining) {
  std::vector<TrialInImage> without_bowls = ReadTrialsInImage(folder_ / "train.json");
  std::erase_if(without_bowls, [](const TrialInImage& trial) { return trial.task == "bowl"; });
  WriteTrials(folder_ / "train.json", without_bowls);
  EXPECT_THROW(Train(RunOptions(kDetectorKind, "run")), InputError);
  EXPECT_FALSE(fs::exists(folder_ / "run"));
}

TEST_F(FeatureMapModelTest, ASearchWithoutBeliefsIsAClearErrorForModelsThatNeedThem) {
  const auto model = OpenModel("target-sharp");
  EXPECT_TRUE(model->NeedsBeliefs());
  EXPECT_THROW(model->Predict(held_out_.searches, {}), InputError);
}

TEST_F(FeatureMapModelTest, TheTemperatureOfTheModelIsUsedUnlessAnotherIsAskedFor) {
  const TrainingReport report = Train(RunOptions(kDetectorKind, "run", {"epochs=3"}));
  const auto model = OpenModel((folder_ / "run/model").string(), Inputs());
  const double own = report.calibration.at(kTemperature);
  const auto drawn = [&](const PredictOptions& options) {
    return model->Predict(held_out_.searches, options);
  };
  EXPECT_EQ(drawn({}), drawn({.temperature = own}));
  EXPECT_EQ(drawn({}), drawn({.calibration = {{{kTemperature, own}}}}));
  EXPECT_NE(drawn({}), drawn({.temperature = own / 2}));
  EXPECT_NE(drawn({}), drawn({.calibration = {{{kTemperature, own / 2}}}}));
}

}  // namespace
}  // namespace saccade
