// Every fast path against the plain module that defines it, where no golden value reaches: other
// shapes, borders, changed cells, thread counts.

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/base/parallel.h"
#include "saccade/beliefs/fovea.h"
#include "saccade/nn/adam.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/nn/golden_formula.h"
#include "saccade/nn/policy_inference.h"
#include "saccade/nn/ppo_loss.h"
#include "saccade/torch/plain_networks.h"

namespace saccade {
namespace {

using golden::FormulaBatch;
using golden::FormulaWeights;

void ExpectSame(const NamedTensors& found, const NamedTensors& expected, double tolerance) {
  for (const auto& [name, tensor] : expected) {
    SCOPED_TRACE(name);
    double largest = 0;
    for (const float value : tensor.values) largest = std::max(largest, std::abs(double{value}));
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      ASSERT_NEAR(found.at(name).values[i], tensor.values[i], tolerance * largest + 1e-9)
          << "element " << i;
    }
  }
}

// The corners, the edges and the middle: every border case of a 9x9 window.
const std::vector<int> kBorderActions = {0,   31,  608, 639, 1,   33,  66,  606,
                                         573, 320, 351, 16,  624, 335, 300, 211};

struct Shape {
  int channels;
  int kernel;
};

class DiscriminatorShapes : public ::testing::TestWithParam<Shape> {};

TEST_P(DiscriminatorShapes, FastAndPlainAgreeInLossesAndGradients) {
  const DiscriminatorShape shape{GetParam().channels, GetParam().kernel};
  const NamedTensors weights = FormulaWeights(EmptyDiscriminator(shape), 2);
  const FormulaBatch real(500, 16, kBorderActions), fake(600, 11);
  for (const GradientPenalty penalty :
       {GradientPenalty::kSquaredNorm, GradientPenalty::kNormMinusOne}) {
    const DiscriminatorGradient::Options options{.penalty = penalty, .penalty_factor = 100};
    const auto expected = plain::DiscriminatorGradient(weights, real.pairs, fake.pairs, options);
    NamedTensors gradient = ZerosLike(weights);
    const auto losses =
        DiscriminatorGradient(shape).Compute(weights, real.pairs, fake.pairs, options, gradient);
    EXPECT_NEAR(losses.real, expected.losses.real, 1e-5);
    EXPECT_NEAR(losses.fake, expected.losses.fake, 1e-5);
    EXPECT_NEAR(losses.penalty, expected.losses.penalty, 1e-5 * expected.losses.penalty);
    EXPECT_EQ(losses.real_accuracy, expected.losses.real_accuracy);
    ExpectSame(gradient, expected.gradient, 1e-4);
  }
}

// Saccade costs, a state's promise and the policy's own probability enter as an offset; the slopes
// that go back are those of the losses alone and of the penalty.
TEST_P(DiscriminatorShapes, FastAndPlainAgreeWithOffsetsToo) {
  const DiscriminatorShape shape{GetParam().channels, GetParam().kernel};
  const NamedTensors weights = FormulaWeights(EmptyDiscriminator(shape), 2);
  const FormulaBatch real(500, 16, kBorderActions), fake(600, 11);
  std::vector<float> real_offsets, fake_offsets;
  for (int i = 0; i < 16; ++i) real_offsets.push_back(0.7f * static_cast<float>(i % 5) - 1.5f);
  for (int i = 0; i < 11; ++i) fake_offsets.push_back(0.9f * static_cast<float>(i % 4) - 2);
  std::vector<float> real_slopes(16), fake_slopes(11);
  const DiscriminatorGradient::Options options{.penalty = GradientPenalty::kSquaredNorm,
                                               .penalty_factor = 100};
  const auto expected = plain::DiscriminatorGradient(weights, {real.pairs, real_offsets},
                                                     {fake.pairs, fake_offsets}, options);
  NamedTensors gradient = ZerosLike(weights);
  const auto losses = DiscriminatorGradient(shape).Compute(
      weights, {real.pairs, real_offsets, real_slopes}, {fake.pairs, fake_offsets, fake_slopes},
      options, gradient);
  EXPECT_NEAR(losses.real, expected.losses.real, 1e-5);
  EXPECT_NEAR(losses.fake, expected.losses.fake, 1e-5);
  EXPECT_NEAR(losses.penalty, expected.losses.penalty, 1e-5 * expected.losses.penalty);
  EXPECT_NEAR(losses.real_mean, expected.losses.real_mean, 1e-6);
  EXPECT_NEAR(losses.fake_mean, expected.losses.fake_mean, 1e-6);
  ExpectSame(gradient, expected.gradient, 1e-4);
  // The last layer's bias has the same slope as all offsets together.
  double sum = 0;
  for (const float slope : real_slopes) sum += slope;
  for (const float slope : fake_slopes) sum += slope;
  EXPECT_NEAR(sum, expected.gradient.at("conv4.bias").values[0], 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Shapes, DiscriminatorShapes,
                         ::testing::Values(Shape{134, 3}, Shape{134, 5}, Shape{136, 3},
                                           Shape{136, 5}));

TEST(Discriminator, LogitMapIsThePlainOneAndAgreesWithTheWindows) {
  const NamedTensors weights = FormulaWeights(EmptyDiscriminator({134, 5}));
  const FormulaBatch batch(700, 16, kBorderActions);
  const std::vector<float> expected = plain::EvaluateDiscriminator(weights, batch.inputs);
  const Discriminator discriminator(weights);
  const std::vector<float> at_actions = discriminator.Logits(batch.pairs);
  for (std::size_t i = 0; i < batch.pairs.size(); ++i) {
    const auto map = discriminator.LogitMap(*batch.pairs[i].state, batch.pairs[i].task);
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      ASSERT_NEAR(map[cell], expected[i * 640 + cell], 2e-6) << "cell " << cell;
    }
    EXPECT_NEAR(at_actions[i], map[batch.pairs[i].action], 2e-6);
  }
}

TEST(DiscriminatorGradient, SameBitsForAnyNumberOfThreads) {
  const NamedTensors weights = FormulaWeights(EmptyDiscriminator({}));
  const FormulaBatch real(500, 16, kBorderActions), fake(600, 16);
  std::vector<NamedTensors> gradients;
  for (const int threads : {1, 2, 3}) {
    SetThreads(threads);
    gradients.push_back(ZerosLike(weights));
    DiscriminatorGradient({}).Compute(weights, real.pairs, fake.pairs, {}, gradients.back());
  }
  SetThreads(0);
  EXPECT_EQ(gradients[0], gradients[1]);
  EXPECT_EQ(gradients[0], gradients[2]);
}

std::vector<PpoSample> SomeSteps(const FormulaBatch& batch) {
  std::vector<PpoSample> steps;
  for (std::size_t i = 0; i < batch.pairs.size(); ++i) {
    steps.push_back({.input = batch.inputs[i],
                     .action = batch.pairs[i].action,
                     .old_log_probability = -6.46f + 0.1f * static_cast<float>(i % 7) - 0.3f,
                     .advantage = 1.5f - 0.2f * static_cast<float>(i),
                     .target_value = -0.3f * static_cast<float>(i % 5)});
  }
  return steps;
}

class PolicyShapes : public ::testing::TestWithParam<PolicyShape> {};

TEST_P(PolicyShapes, FastAndPlainPpoAgreeAlsoOnAPartThatIsNotFull) {
  const PolicyShape shape = GetParam();
  const NamedTensors weights = FormulaWeights(EmptyPolicy(shape));
  FormulaBatch batch(800, 21);
  for (std::size_t i = 0; i < batch.inputs.size(); ++i) {
    batch.inputs[i].gaze = {.cell = kBorderActions[i % kBorderActions.size()], .first = i % 3 == 0};
  }
  std::vector<PpoSample> steps = SomeSteps(batch);
  for (std::size_t i = 0; i < steps.size(); i += 2) {  // some with inhibition of return
    steps[i].closed = ClosedCells(Grid::At(steps[i].action)) | ClosedCells(Grid::Center());
    steps[i].closed.Erase(steps[i].action);
  }
  const auto expected = plain::PpoGradient(weights, steps, {}, plain::Arithmetic::kDouble);
  NamedTensors gradient = ZerosLike(weights);
  PolicyGradient network(shape);
  const PpoLosses losses = AddPpoGradient(network, weights, steps, {}, gradient);
  EXPECT_NEAR(losses.policy, expected.losses.policy, 1e-5);
  EXPECT_NEAR(losses.value, expected.losses.value, 1e-5);
  EXPECT_NEAR(losses.clipped, expected.losses.clipped, 1e-7);
  // Max-pool windows that tie in float may flip, as in the golden case.
  for (const auto& [name, tensor] : expected.gradient) {
    if (name == "actor3.bias") continue;
    const bool tied = name.starts_with("feat_enc") || name.starts_with("critic0");
    NamedTensors one{{name, tensor}};
    if (name == "actor3.weight") {  // the task's share: true gradient 0
      for (std::size_t i = 32; i < 50; ++i) one.at(name).values[i] = gradient.at(name).values[i];
    }
    ExpectSame(gradient, one, tied ? 3e-3 : 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PolicyShapes,
                         ::testing::Values(PolicyShape{134}, PolicyShape{136},
                                           PolicyShape{134, true}));

// Weights so large that the map holds probabilities below the floor and, in some states, one that
// is almost 1.
TEST(PpoGradient, ProbabilitiesBelowTheFloorHaveNoGradientAsInTheReleasedCode) {
  NamedTensors weights = FormulaWeights(EmptyPolicy({}));
  Scale(weights, 6);
  const FormulaBatch batch(800, 12);
  std::vector<PpoSample> steps = SomeSteps(batch);
  const PpoOptions options{.entropy_weight = 1, .probability_floor = kReleasedFloor};
  const auto expected = plain::PpoGradient(weights, steps, options, plain::Arithmetic::kDouble);
  NamedTensors gradient = ZerosLike(weights), free = ZerosLike(weights);
  PolicyGradient network({});
  const PpoLosses losses = AddPpoGradient(network, weights, steps, options, gradient);
  AddPpoGradient(network, weights, steps, {.entropy_weight = 1}, free);
  EXPECT_NEAR(losses.policy, expected.losses.policy, 1e-4 * std::abs(expected.losses.policy));
  EXPECT_NEAR(losses.entropy, expected.losses.entropy, 1e-4);
  EXPECT_NE(gradient.at("actor2.weight"), free.at("actor2.weight"));
  for (const std::string name : {"actor1.weight", "actor2.weight", "actor2.bias"}) {
    ExpectSame(gradient, {{name, expected.gradient.at(name)}}, 1e-3);
  }
}

TEST(PolicyGradient, SameBitsForAnyNumberOfThreads) {
  const NamedTensors weights = FormulaWeights(EmptyPolicy({}));
  const FormulaBatch batch(800, 40);
  std::vector<NamedTensors> gradients;
  for (const int threads : {1, 2, 3}) {
    SetThreads(threads);
    gradients.push_back(ZerosLike(weights));
    PolicyGradient network({});
    AddPpoGradient(network, weights, SomeSteps(batch), {}, gradients.back());
  }
  SetThreads(0);
  EXPECT_EQ(gradients[0], gradients[1]);
  EXPECT_EQ(gradients[0], gradients[2]);
}

TEST(PolicyGradient, WithoutCriticItsParametersGetNoGradient) {
  const NamedTensors weights = FormulaWeights(EmptyPolicy({}));
  const FormulaBatch batch(800, 4);
  NamedTensors gradient = ZerosLike(weights);
  PolicyGradient network({});
  network.Compute(
      weights, batch.inputs, false,
      [](PolicyGradient::Sample& sample) { sample.logit_gradient[7] = 1; }, gradient);
  EXPECT_EQ(gradient.at("critic0.weight"), EmptyPolicy({}).at("critic0.weight"));
  EXPECT_NE(gradient.at("feat_enc.weight"), EmptyPolicy({}).at("feat_enc.weight"));
}

// A state that differs from `from` in some cells, taken from `other`.
SparseState WithCellsOf(const SparseState& from, const SparseState& other, const CellSet& cells) {
  SparseState state;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const auto& entry : (cells.Contains(cell) ? other : from).At(cell)) {
      state.entries.push_back(entry);
    }
    state.offsets[cell + 1] = static_cast<std::uint16_t>(state.entries.size());
  }
  return state;
}

class ChangedCells : public ::testing::TestWithParam<std::vector<int>> {};

TEST_P(ChangedCells, UpdateGivesTheSameBitsAsTheWholeState) {
  CellSet changed;
  for (const int cell : GetParam()) changed.Insert(cell);
  const SparseState before = golden::FormulaState(900);
  const SparseState after = WithCellsOf(before, golden::FormulaState(901), changed);
  const PolicyInference policy(FormulaWeights(EmptyPolicy({})));
  PolicyActivations updated, whole;
  policy.Evaluate(before, 5, true, updated);
  policy.Update(after, 5, changed, true, updated);
  policy.Evaluate(after, 5, true, whole);
  EXPECT_EQ(updated.logits, whole.logits);
  EXPECT_EQ(updated.value, whole.value);
}

INSTANTIATE_TEST_SUITE_P(Places, ChangedCells,
                         ::testing::Values(std::vector<int>{}, std::vector<int>{0},
                                           std::vector<int>{31}, std::vector<int>{608, 609},
                                           std::vector<int>{639}, std::vector<int>{336, 337, 368},
                                           std::vector<int>{20, 300, 638}));

class WinogradShapes : public ::testing::TestWithParam<ConvShape> {};

TEST_P(WinogradShapes, TilesAgreeWithTheDirectSumAtEveryCellAndBorder) {
  const ConvShape conv = GetParam();
  NamedTensors weights;
  weights["w"] = {{conv.out, conv.in + kTasks, 3, 3},
                  std::vector<float>(static_cast<std::size_t>(conv.out) * (conv.in + kTasks) * 9)};
  weights["b"] = {{conv.out}, std::vector<float>(static_cast<std::size_t>(conv.out))};
  weights = FormulaWeights(std::move(weights));
  std::vector<float> in(static_cast<std::size_t>(conv.in_rows * conv.in_columns * conv.in));
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(golden::U(i));
  const MapView from{in.data(), conv.in_rows, conv.in_columns, conv.in};
  const std::size_t size = static_cast<std::size_t>(conv.OutRows() * conv.OutColumns() * conv.out);
  std::vector<float> direct(size), fast(size);
  const TaskBias bias(conv, weights.at("w"), weights.at("b"));
  TileSet tiles(conv.OutRows(), conv.OutColumns());
  PlaceList places;
  for (int row = 0; row < conv.OutRows(); ++row) {
    for (int column = 0; column < conv.OutColumns(); ++column) {
      tiles.AddCell(row, column);
      places.Add(row, column);
    }
  }
  ConvAt(places, CellWeightsOf(conv, weights.at("w")), bias, 4, conv.padding, from,
         {direct.data(), conv.OutRows(), conv.OutColumns(), conv.out});
  WinogradConv(conv, weights.at("w"))
      .Run(tiles, bias, 4, from, {fast.data(), conv.OutRows(), conv.OutColumns(), conv.out});
  // Sums of some 1,000 terms below 1 in size: 1e-5 is a hundred roundings.
  for (std::size_t i = 0; i < size; ++i) ASSERT_NEAR(fast[i], direct[i], 1e-5) << i;
}

INSTANTIATE_TEST_SUITE_P(Layers, WinogradShapes,
                         ::testing::Values(PolicyShape{}.Actor1(), PolicyShape{}.Actor2(),
                                           PolicyShape{}.Critic0(), PolicyShape{}.Critic1()),
                         [](const auto& shape) { return shape.param.name; });

}  // namespace
}  // namespace saccade
