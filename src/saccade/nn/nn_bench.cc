#include <benchmark/benchmark.h>

#include <algorithm>

#include "saccade/base/parallel.h"
#include "saccade/nn/adam.h"
#include "saccade/nn/conv_lstm.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/nn/golden_formula.h"
#include "saccade/nn/policy_inference.h"

namespace saccade {
namespace {

// All on one thread. SACCADE_WIDTH chooses the width.

void BM_PolicyOfANewState(benchmark::State& state) {
  SetThreads(1);
  const PolicyInference network(golden::FormulaWeights(EmptyPolicy({})));
  const SparseState belief = golden::FormulaState(1);
  PolicyActivations activations;
  const bool with_value = state.range(0) != 0;
  for (auto _ : state) network.Evaluate(belief, 3, with_value, activations);
}
BENCHMARK(BM_PolicyOfANewState)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void BM_PolicyAfterAFixation(benchmark::State& state) {
  const PolicyInference network(golden::FormulaWeights(EmptyPolicy({})));
  const SparseState belief = golden::FormulaState(1);
  PolicyActivations activations;
  network.Evaluate(belief, 3, true, activations);
  CellSet changed;
  for (int row = 8; row < 13; ++row) {
    for (int column = 14; column < 19; ++column) changed.Insert(Grid::Index({column, row}));
  }
  for (auto _ : state) network.Update(belief, 3, changed, true, activations);
}
BENCHMARK(BM_PolicyAfterAFixation)->Unit(benchmark::kMicrosecond);

void BM_PolicyGradientOf16(benchmark::State& state) {
  SetThreads(1);
  const NamedTensors weights = golden::FormulaWeights(EmptyPolicy({}));
  const golden::FormulaBatch batch(100, 16);
  PolicyGradient network{PolicyShape{}};
  NamedTensors gradient = ZerosLike(weights);
  const auto loss = [](PolicyGradient::Sample& sample) {
    std::ranges::copy(sample.logits, sample.logit_gradient.begin());
    sample.value_gradient = sample.value;
  };
  for (auto _ : state) network.Compute(weights, batch.inputs, true, loss, gradient);
}
BENCHMARK(BM_PolicyGradientOf16)->Unit(benchmark::kMillisecond);

void BM_DiscriminatorGradientOf32And32(benchmark::State& state) {
  SetThreads(1);
  const NamedTensors weights = golden::FormulaWeights(EmptyDiscriminator({}));
  const golden::FormulaBatch real(100, 32), fake(200, 32);
  DiscriminatorGradient network{DiscriminatorShape{}};
  NamedTensors gradient = ZerosLike(weights);
  for (auto _ : state) network.Compute(weights, real.pairs, fake.pairs, {}, gradient);
}
BENCHMARK(BM_DiscriminatorGradientOf32And32)->Unit(benchmark::kMillisecond);

void BM_RewardMap(benchmark::State& state) {
  const Discriminator network(golden::FormulaWeights(EmptyDiscriminator({})));
  const SparseState belief = golden::FormulaState(1);
  for (auto _ : state) benchmark::DoNotOptimize(network.LogitMap(belief, 3));
}
BENCHMARK(BM_RewardMap)->Unit(benchmark::kMicrosecond);

void BM_ConvLstmStepOf4(benchmark::State& state) {
  const ConvLstm network(golden::FormulaWeights(EmptyConvLstm({})));
  const std::vector<SparseState> beliefs(4, golden::FormulaState(1));
  const std::vector<int> parents(4, 0);
  const ConvLstm::Beliefs start = network.Start(beliefs[0], 3);
  const std::vector<Gaze> gazes(4);
  for (auto _ : state) {
    benchmark::DoNotOptimize(network.Logits(network.Step(start, parents, beliefs, 3), 3, gazes));
  }
}
BENCHMARK(BM_ConvLstmStepOf4)->Unit(benchmark::kMicrosecond);

void BM_AdamStepOfThePolicy(benchmark::State& state) {
  SetThreads(1);
  NamedTensors weights = golden::FormulaWeights(EmptyPolicy({}));
  const NamedTensors gradient = weights;
  Adam adam(weights);
  for (auto _ : state) adam.Step(gradient, {}, weights);
}
BENCHMARK(BM_AdamStepOfThePolicy)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace saccade
