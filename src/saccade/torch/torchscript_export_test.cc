#include "saccade/torch/torchscript_export.h"

#include <gtest/gtest.h>
#include <torch/script.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/nn/authors_checkpoint.h"
#include "saccade/nn/golden_formula.h"
#include "saccade/testing/shared_data.h"
#include "saccade/torch/plain_networks.h"

namespace saccade {
namespace {

using nlohmann::json;

std::vector<torch::jit::IValue> FormulaInputs(int first_state, int count) {
  const golden::FormulaBatch batch(first_state, count);
  torch::Tensor beliefs = torch::zeros({count, kBeliefChannels, Grid::kCells});
  torch::Tensor task = torch::zeros({count, kTasks});
  for (int i = 0; i < count; ++i) {
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      for (const auto& entry : batch.inputs[i].state->At(cell)) {
        beliefs[i][entry.channel][cell] = entry.value;
      }
    }
    task[i][batch.inputs[i].task] = 1;
  }
  return {beliefs.view({count, kBeliefChannels, Grid::kRows, Grid::kColumns}), task};
}

json Gold() { return json::parse(ReadFile(testing::SharedData("gold_net/networks.json"))); }

// Within 1e-5 of the largest golden value.
void ExpectGold(const torch::Tensor& found, const json& gold) {
  ASSERT_EQ(static_cast<std::size_t>(found.numel()), gold.size());
  const auto expected = torch::tensor(gold.get<std::vector<double>>());
  const auto difference = (found.flatten().to(torch::kFloat64) - expected).abs().max();
  EXPECT_LT(difference.item<double>(), 1e-5 * expected.abs().max().item<double>());
}

TEST(TorchScript, TheTrainedDiscriminatorGivesTheGoldenRewardMaps) {
  SACCADE_NEEDS_DATA("official/trained_discriminator.pkg");
  const testing::TemporaryFolder folder;
  WriteTorchScript(
      folder / "d.pt",
      ReadAuthorsCheckpoint(testing::SharedData("official/trained_discriminator.pkg")).tensors);
  auto module = torch::jit::load((folder / "d.pt").string());
  const auto outputs = module.forward(FormulaInputs(1, 6)).toTuple();
  const json gold = Gold()["official"];
  const torch::Tensor logits = outputs->elements()[0].toTensor();
  for (std::size_t i = 0; i < gold["maps"].size(); ++i) {
    SCOPED_TRACE(i);
    ExpectGold(logits[static_cast<std::int64_t>(i)], gold["maps"][i]);
  }
  const auto actions = torch::tensor(gold["actions"].get<std::vector<std::int64_t>>()).unsqueeze(1);
  ExpectGold(outputs->elements()[1].toTensor().gather(1, actions), gold["reward"]);
}

TEST(TorchScript, APolicyGivesTheGoldenProbabilitiesAndValues) {
  SACCADE_NEEDS_DATA("gold_net/networks.json");
  const testing::TemporaryFolder folder;
  WriteTorchScript(folder / "p.pt", golden::FormulaWeights(EmptyPolicy({})));
  auto module = torch::jit::load((folder / "p.pt").string());
  const json gold = Gold()["policy"];
  const auto outputs = module.forward(FormulaInputs(gold["first_state"], gold["count"])).toTuple();
  ASSERT_EQ(outputs->elements().size(), 3u);
  const torch::Tensor probabilities = outputs->elements()[1].toTensor();
  for (std::size_t i = 0; i < gold["probabilities"].size(); ++i) {
    SCOPED_TRACE(i);
    ExpectGold(probabilities[static_cast<std::int64_t>(i)], gold["probabilities"][i]);
  }
  ExpectGold(outputs->elements()[2].toTensor(), gold["values"]);
}

TEST(TorchScript, APolicyWithoutCriticHasNoValue) {
  const testing::TemporaryFolder folder;
  NamedTensors policy = golden::FormulaWeights(EmptyPolicy({}));
  std::erase_if(policy, [](const auto& entry) { return entry.first.starts_with("critic"); });
  WriteTorchScript(folder / "p.pt", policy);
  auto module = torch::jit::load((folder / "p.pt").string());
  EXPECT_EQ(module.forward(FormulaInputs(1, 1)).toTuple()->elements().size(), 2u);
  for (const auto& parameter : module.named_parameters()) {
    EXPECT_TRUE(policy.contains(parameter.name)) << parameter.name;
  }
}

TEST(TorchScript, TheGazePriorIsThatOfThePlainNetwork) {
  const testing::TemporaryFolder folder;
  const NamedTensors policy = golden::FormulaWeights(EmptyPolicy({.gaze_prior = true}));
  WriteTorchScript(folder / "p.pt", policy);
  auto module = torch::jit::load((folder / "p.pt").string());
  // A corner at the first saccade, a cell inside later, an unknown place.
  golden::FormulaBatch batch(1, 3);
  batch.inputs[0].gaze = {Grid::kCells - 1, true};
  batch.inputs[1].gaze = {Grid::Index({5, 17}), false};
  torch::Tensor gaze = torch::zeros({3, 2, Grid::kRows, Grid::kColumns});
  gaze[0][0][Grid::kRows - 1][Grid::kColumns - 1] = 1;
  gaze[1][1][17][5] = 1;
  auto inputs = FormulaInputs(1, 3);
  inputs.emplace_back(gaze);
  const auto outputs = module.forward(inputs).toTuple();
  NamedTensors goals = policy;
  goals.erase("gaze.gain");  // the landing is not part of the graph
  const std::vector<float> expected = plain::EvaluatePolicy(goals, batch.inputs).logits;
  ExpectGold(outputs->elements()[0].toTensor(), json(expected));
}

TEST(TorchScript, CalibrationIsAnAttribute) {
  const testing::TemporaryFolder folder;
  WriteTorchScript(folder / "d.pt", EmptyDiscriminator({}), {{"first_temperature", 0.75}});
  const auto module = torch::jit::load((folder / "d.pt").string());
  EXPECT_EQ(module.attr("first_temperature").toDouble(), 0.75);
}

TEST(TorchScript, OtherTensorsAreRefused) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(WriteTorchScript(folder / "p.pt", {{"fc.weight", {{1}, {1}}}}), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace saccade
