#include "saccade/search/bc_lstm_model.h"

#include <gtest/gtest.h>

#include <numeric>

#include "saccade/base/error.h"
#include "saccade/search/search_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

Model UntrainedModel(double later_temperature) {
  Model model;
  model.description.kind = "bc-lstm";
  model.description.preset = "default";
  model.description.calibration["later_temperature"] = later_temperature;
  NamedTensors weights = InitialConvLstm({.hidden = 4}, Random(2));
  for (float& value : weights.at("actor3.weight").values) value *= 30;  // has preferences
  model.tensors = WithPrefix(weights, "conv_lstm.");
  return model;
}

TEST(BcLstmModel, AFolderOpensByItsKindAndPredicts) {
  const testing::TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const testing::TemporaryFolder folder;
  WriteModelFolder(folder / "model", UntrainedModel(1));
  const auto model = OpenModel((folder / "model").string());
  EXPECT_EQ(model->name(), "bc-lstm");
  const auto trials = model->Predict(set.searches, {.samples = 2, .max_fixations = 3});
  ASSERT_EQ(trials.size(), 2 * set.searches.size());
  EXPECT_EQ(trials[3].subject, 2);
  EXPECT_EQ(trials[3].name, set.searches[1].name);
  EXPECT_EQ(trials[3].scanpath.size(), 4u);
  const std::vector<Cell> past = {Grid::Center(), Cell{3, 3}};
  const auto next = model->NextFixation(set.searches[0], past);
  ASSERT_EQ(next.size(), std::size_t{Grid::kCells});
  EXPECT_NEAR(std::accumulate(next.begin(), next.end(), 0.0), 1, 1e-5);
  EXPECT_TRUE(model->RewardMap(set.searches[0], past).empty());
}

TEST(BcLstmModel, TheCalibratedTemperatureIsUsedUnlessAnotherIsAskedFor) {
  const testing::TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const auto searches = std::span(set.searches).first(3);
  const BcLstmModel plain(UntrainedModel(1), "plain"), cold(UntrainedModel(0.05), "cold");
  const PredictOptions own{.samples = 3, .max_fixations = 3};
  const PredictOptions one{.samples = 3, .max_fixations = 3, .temperature = 1};
  EXPECT_NE(plain.Predict(searches, own), cold.Predict(searches, own));
  EXPECT_EQ(plain.Predict(searches, own), cold.Predict(searches, one));
}

TEST(BcLstmModel, TensorsOfAnotherNetworkAreRefusedWithTheFolder) {
  Model model = UntrainedModel(1);
  model.tensors.erase("conv_lstm.actor2.bias");
  try {
    BcLstmModel(model, "some/folder");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("some/folder:actor2.bias"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace saccade
