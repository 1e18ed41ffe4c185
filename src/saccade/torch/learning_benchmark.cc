#include "saccade/torch/learning_benchmark.h"

#include <algorithm>

#include "saccade/base/log.h"
#include "saccade/base/memory.h"
#include "saccade/base/parallel.h"
#include "saccade/base/stopwatch.h"
#include "saccade/kernels/dense_conv.h"
#include "saccade/learn/irl_learner.h"
#include "saccade/nn/softmax.h"
#include "saccade/search/prediction.h"
#include "saccade/torch/plain_networks.h"

namespace saccade {
namespace {

struct PlainStep {
  std::size_t search = 0;
  SharedState state;
  int action = 0;
  float log_probability = 0;
  float value = 0;
};

// Every state of every scanpath through the whole dense network, 128 at a time.
std::vector<PlainStep> PlainRollouts(const NamedTensors& policy, std::span<const Search> searches,
                                     int scanpaths, bool with_value, bool stop_on_target,
                                     std::uint64_t seed) {
  constexpr std::size_t kBatch = 128;
  struct Path {
    std::size_t search;
    BeliefState state;
    Random random;
    bool done = false;
  };
  std::vector<Path> paths;
  for (std::size_t i = 0; i < searches.size(); ++i) {
    for (int k = 0; k < scanpaths; ++k) {
      paths.push_back(
          {i, BeliefState::Start(searches[i].Beliefs()), Random(seed, "plain", paths.size())});
    }
  }
  std::vector<PlainStep> steps;
  for (int step = 0; step < 6; ++step) {
    std::vector<Path*> active;
    for (Path& path : paths) {
      if (!path.done) active.push_back(&path);
    }
    for (std::size_t first = 0; first < active.size(); first += kBatch) {
      const std::size_t count = std::min(kBatch, active.size() - first);
      std::vector<PolicyInput> inputs;
      for (std::size_t i = 0; i < count; ++i) {
        const Path& path = *active[first + i];
        inputs.push_back({std::make_shared<SparseState>(EncodeState(path.state)),
                          searches[path.search].task,
                          {}});
      }
      const auto out = plain::EvaluatePolicy(policy, inputs, with_value);
      for (std::size_t i = 0; i < count; ++i) {
        Path& path = *active[first + i];
        const auto logits = std::span(out.logits).subspan(i * Grid::kCells, Grid::kCells);
        const auto p = FixationDistribution(logits, path.state.closed());
        const int action = static_cast<int>(path.random.Choose(p));
        path.state.Fixate(Grid::At(action));
        const Search& search = searches[path.search];
        path.done =
            stop_on_target && search.target && CellsOverlapping(*search.target).Contains(action);
        steps.push_back({path.search, std::move(inputs[i].state), action,
                         LogSoftmaxAt(logits, action), with_value ? out.values[i] : 0});
      }
    }
  }
  return steps;
}

double PlainDiscriminatorSeconds(const SearchSet& set, std::span<const Search> searches,
                                 std::span<const PlainStep> steps, const IrlOptions& options,
                                 NamedTensors weights) {
  const std::vector<HumanStep> human = AllSteps(set);
  const std::size_t batch = static_cast<std::size_t>(options.discriminator_batch);
  Adam adam(weights);
  return SecondsOf([&] {
    for (std::size_t first = 0; first + batch <= steps.size(); first += batch) {
      std::vector<EncodedHumanStep> shown;
      std::vector<StateAction> real, fake;
      for (std::size_t i = 0; i < batch; ++i) {
        shown.push_back(EncodeStep(set, human[(first + i) * 7919 % human.size()], 0,
                                   {.convention = options.human_disc}));
        const PlainStep& step = steps[first + i];
        fake.push_back({step.state, searches[step.search].task, step.action});
      }
      for (const EncodedHumanStep& step : shown) real.push_back(step.AsPair());
      const auto result = plain::DiscriminatorGradient(weights, real, fake, options.penalty);
      adam.Step(result.gradient, {.learning_rate = options.discriminator_rate}, weights);
    }
  });
}

double PlainRewardSeconds(std::span<const Search> searches, std::span<const PlainStep> steps,
                          const NamedTensors& weights) {
  constexpr std::size_t kBatch = 128;
  return SecondsOf([&] {
    for (std::size_t first = 0; first < steps.size(); first += kBatch) {
      std::vector<PolicyInput> inputs;
      for (std::size_t i = first; i < std::min(steps.size(), first + kBatch); ++i) {
        inputs.push_back({steps[i].state, searches[steps[i].search].task, {}});
      }
      plain::EvaluateDiscriminator(weights, inputs);
    }
  });
}

double PlainPolicySeconds(std::span<const Search> searches, std::span<const PlainStep> steps,
                          const IrlOptions& options, NamedTensors weights) {
  const std::size_t batch = static_cast<std::size_t>(options.policy_batch);
  Adam adam(weights);
  return SecondsOf([&] {
    for (std::size_t first = 0; first + batch <= steps.size(); first += batch) {
      std::vector<PpoSample> samples;
      for (std::size_t i = first; i < first + batch; ++i) {
        samples.push_back({.input = {steps[i].state, searches[steps[i].search].task, {}},
                           .action = steps[i].action,
                           .old_log_probability = steps[i].log_probability,
                           .advantage = i % 2 == 0 ? 1.0f : -1.0f,
                           .target_value = -1});
      }
      const auto result = plain::PpoGradient(weights, samples, options.ppo);
      adam.Step(result.gradient, {.learning_rate = options.policy_rate}, weights);
    }
  });
}

struct Peak {
  double seconds_per_part = 0;
  double gflops = 0;
};

// Forward and both backward passes of the four dense convolutions, nothing else, on all threads at
// once; the best of several rounds.
Peak MeasurePeak(const PolicyShape& shape) {
  constexpr int kSamples = PolicyGradient::kPartSize;
  Peak peak;
  double flops = 0;
  for (const ConvShape& conv : {shape.Actor1(), shape.Actor2(), shape.Critic0(), shape.Critic1()}) {
    const DenseConv dense(conv, kSamples);
    struct Buffers {
      AlignedFloats in, out, sums;
      DenseConv::Scratch scratch;
    };
    std::vector<Buffers> buffers(static_cast<std::size_t>(Threads()));
    for (Buffers& b : buffers) {
      b.in.resize(static_cast<std::size_t>(kSamples) * conv.in * conv.in_rows * conv.in_columns, 1);
      b.out.resize(
          static_cast<std::size_t>(kSamples) * conv.out * conv.OutRows() * conv.OutColumns(), 1);
      b.sums.resize(dense.WeightGradientSize());
    }
    constexpr int kRounds = 6;
    double best = 1e9;
    for (int round = 0; round < kRounds; ++round) {
      best = std::min(best, SecondsOf([&] {
                        ParallelForWithWorker(buffers.size(), [&](std::size_t i, int) {
                          Buffers& b = buffers[i];
                          dense.Forward(b.in.data(), b.out.data(), b.scratch);
                          dense.BackwardData(b.out.data(), b.in.data(), b.scratch);
                          dense.BackwardWeights(b.in.data(), b.out.data(), b.sums, b.scratch);
                        });
                      }));
    }
    peak.seconds_per_part += best / Threads();
    flops += 3 * dense.Flops();
  }
  peak.gflops = flops / peak.seconds_per_part / 1e9;
  return peak;
}

}  // namespace

LearningBenchmark MeasureLearning(std::span<const TrialInImage> trials,
                                  const BeliefLibrary& library, int pictures, std::uint64_t seed) {
  IrlOptions options = IrlPreset("reference");
  const SearchSet whole = MakeSearchSet(trials, library, options.demonstrations);
  LearningBenchmark result;
  // A set of just these searches, so that one iteration is one epoch.
  SearchSet set;
  const std::size_t count = std::min<std::size_t>(pictures, whole.searches.size());
  set.searches.assign(whole.searches.begin(),
                      whole.searches.begin() + static_cast<std::ptrdiff_t>(count));
  for (const Demonstration& demonstration : whole.demonstrations) {
    if (demonstration.search >= count) continue;
    set.pairs += demonstration.cells.size() - 1;
    set.demonstrations.push_back(demonstration);
  }
  options.pictures_per_batch = static_cast<int>(count);
  result.pictures = count;

  IrlLearner learner(set, options, seed);
  const NamedTensors policy = learner.policy();
  const NamedTensors discriminator = learner.discriminator();
  LogInfo("fast iteration, {} pictures x {} scanpaths", count, options.scanpaths);
  StepReport fast;
  result.iteration_seconds = SecondsOf([&] { fast = learner.Step(); });
  result.states = static_cast<std::size_t>(fast.numbers.at("rollout/states"));
  result.rollout_seconds = fast.numbers.at("time/rollout");
  result.discriminator_seconds = fast.numbers.at("time/discriminator");
  result.reward_seconds = fast.numbers.at("time/reward");
  result.policy_update_seconds = fast.numbers.at("time/policy");

  LogInfo("plain iteration on the same searches");
  std::vector<PlainStep> steps;
  const double rollout = SecondsOf(
      [&] { steps = PlainRollouts(policy, set.searches, options.scanpaths, true, true, seed); });
  const double discriminating =
      PlainDiscriminatorSeconds(set, set.searches, steps, options, discriminator);
  const double reward = PlainRewardSeconds(set.searches, steps, discriminator);
  const double updating = PlainPolicySeconds(set.searches, steps, options, policy);
  // Both drew their own scanpaths: compare time per state.
  const double same_states = static_cast<double>(result.states) /
                             static_cast<double>(std::max<std::size_t>(1, steps.size()));
  result.rollout_ratio = same_states * rollout / result.rollout_seconds;
  result.discriminator_ratio = same_states * discriminating / result.discriminator_seconds;
  result.policy_update_ratio = same_states * updating / result.policy_update_seconds;
  result.iteration_ratio =
      same_states * (rollout + discriminating + reward + updating) / result.iteration_seconds;

  LogInfo("prediction, fast and plain");
  const std::size_t predicted = std::min<std::size_t>(count, 64);
  const std::span<const Search> searches(set.searches.data(), predicted);
  const PolicyInference inference(policy);
  const double fast_predict =
      SecondsOf([&] { PredictScanpaths(inference, searches, 10, {}, {}, seed); });
  result.predict_pictures_per_second = static_cast<double>(predicted) / fast_predict;
  const std::size_t plain_predicted = std::min<std::size_t>(predicted, 16);
  const double plain_predict = SecondsOf(
      [&] { PlainRollouts(policy, searches.first(plain_predicted), 10, false, false, seed); });
  result.predict_ratio =
      plain_predict / static_cast<double>(plain_predicted) * result.predict_pictures_per_second;

  const Peak peak = MeasurePeak({});
  const double parts = static_cast<double>(result.states / options.policy_batch) *
                       (static_cast<double>(options.policy_batch) / PolicyGradient::kPartSize);
  result.peak_fraction = parts * peak.seconds_per_part / result.policy_update_seconds;
  result.peak_gflops = peak.gflops;
  result.peak_memory_mb = PeakMemoryMb();
  return result;
}

}  // namespace saccade
