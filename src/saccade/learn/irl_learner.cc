#include "saccade/learn/irl_learner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/learn/advantage.h"

namespace saccade {
namespace {

class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void RequireNumber(double value, const char* what, std::int64_t iteration) {
  if (std::isfinite(value)) return;
  throw Failure(
      fmt::format("training diverged: {} is not a number in iteration {}; lower the "
                  "learning rates, or go on from an earlier checkpoint",
                  what, iteration));
}

std::vector<std::size_t> ShuffledIndices(std::size_t count, Random random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.Shuffle(order);
  return order;
}

}  // namespace

IrlLearner::IrlLearner(const SearchSet& set, const IrlOptions& options, std::uint64_t seed)
    : set_(set),
      options_(options),
      seed_(seed),
      cloner_(set, options_, seed),
      policy_gradient_({options.channels, options.gaze_prior}),
      discriminator_gradient_({options.channels, options.first_kernel}),
      human_steps_(AllSteps(set)) {
  options_.Check();
  if (set.searches.empty() || human_steps_.empty()) {
    throw InputError("the fixation file has no human search to learn from");
  }
  state_.policy = InitialPolicy({options.channels, options.gaze_prior}, Random(seed, "policy"));
  state_.discriminator =
      InitialDiscriminator({options.channels, options.first_kernel}, Random(seed, "discriminator"));
  if (options.average > 0) state_.averaged_policy = state_.policy;
  state_.policy_adam = Adam(state_.policy);
  state_.discriminator_adam = Adam(state_.discriminator);
}

std::int64_t IrlLearner::cloning_batches() const {
  return options_.cloning.epochs * static_cast<std::int64_t>(cloner_.batches_per_epoch());
}

std::int64_t IrlLearner::iterations_per_epoch() const {
  const std::int64_t pictures = static_cast<std::int64_t>(set_.searches.size());
  const std::int64_t batch = options_.pictures_per_batch;
  if (options_.drop_partial_batches) return std::max<std::int64_t>(1, pictures / batch);
  return (pictures + batch - 1) / batch;
}

std::int64_t IrlLearner::total_iterations() const {
  return options_.epochs * iterations_per_epoch();
}

void IrlLearner::StepPolicy(NamedTensors& gradient, double rate) {
  ClipGradient(options_.gradient_clip, gradient);
  DecayWeights(rate * options_.cloning.weight_decay, state_.policy);
  state_.policy_adam.Step(gradient, {.learning_rate = rate}, state_.policy);
  if (state_.averaged_policy.empty()) return;
  // Starts as a plain mean, so that the random weights are soon forgotten.
  const double steps = static_cast<double>(state_.policy_adam.steps());
  MoveTowards(state_.policy, 1 - std::min(options_.average, steps / (steps + 10)),
              state_.averaged_policy);
}

IterationReport IrlLearner::CloneBatch() {
  const Stopwatch watch;
  NamedTensors gradient = ZerosLike(state_.policy);
  const double loss =
      cloner_.AddGradient(policy_gradient_, state_.policy,
                          static_cast<std::size_t>(state_.cloning_batches), 1, gradient);
  RequireNumber(loss, "the cloning loss", state_.cloning_batches);
  const double done = static_cast<double>(state_.cloning_batches) /
                      static_cast<double>(std::max<std::int64_t>(1, cloning_batches()));
  const double rate =
      options_.cloning.rate * (0.1 + 0.9 * 0.5 * (1 + std::cos(std::numbers::pi * done)));
  StepPolicy(gradient, rate);
  ++state_.cloning_batches;
  IterationReport report;
  report.numbers = {{"cloning/loss", loss}, {"cloning/rate", rate}};
  report.policy_seconds = watch.Seconds();
  return report;
}

std::vector<RolloutRequest> IrlLearner::PicturesOf(std::int64_t iteration) const {
  const std::int64_t epoch = iteration / iterations_per_epoch();
  const auto order = ShuffledIndices(set_.searches.size(),
                                     Random(seed_, "pictures", static_cast<std::uint64_t>(epoch)));
  const std::size_t batch = static_cast<std::size_t>(options_.pictures_per_batch);
  const std::size_t first = static_cast<std::size_t>(iteration % iterations_per_epoch()) * batch;
  std::vector<RolloutRequest> requests;
  for (std::size_t i = first; i < std::min(order.size(), first + batch); ++i) {
    const Search& search = set_.searches[order[i]];
    Random random(seed_, "picture variant",
                  static_cast<std::uint64_t>(iteration) * batch + (i - first));
    const std::size_t variant = random.Below(search.variants.size());
    requests.push_back({order[i], variant, DrawHidden(options_, search.task, random)});
  }
  return requests;
}

BeliefOptions IrlLearner::HumanBeliefs(int task, Random& random) const {
  return {.convention = options_.human_disc,
          .channels = options_.channels,
          .task = task,
          .off = DrawHidden(options_, task, random)};
}

// The next pairs of an endless sequence: every human pair once, shuffled, then again.
std::vector<EncodedHumanStep> IrlLearner::NextHumanPairs(std::size_t count) {
  std::vector<EncodedHumanStep> pairs(count);
  std::vector<std::pair<HumanStep, std::uint64_t>> chosen;
  for (std::size_t i = 0; i < count; ++i, ++state_.human_pairs) {
    const std::int64_t total = static_cast<std::int64_t>(human_steps_.size());
    const std::int64_t pass = state_.human_pairs / total;
    if (pass != human_pass_) {
      human_order_ = ShuffledIndices(
          human_steps_.size(), Random(seed_, "human pairs", static_cast<std::uint64_t>(pass)));
      human_pass_ = pass;
    }
    chosen.emplace_back(
        human_steps_[human_order_[static_cast<std::size_t>(state_.human_pairs % total)]],
        static_cast<std::uint64_t>(state_.human_pairs));
  }
  ParallelFor(count, [&](std::size_t i) {
    const Search& search = set_.searches[set_.demonstrations[chosen[i].first.demonstration].search];
    Random random(seed_, "human variant", chosen[i].second);
    const std::size_t variant = random.Below(search.variants.size());
    pairs[i] = EncodeStep(set_, chosen[i].first, variant, HumanBeliefs(search.task, random));
  });
  return pairs;
}

void IrlLearner::TrainDiscriminator(std::span<const Rollout> rollouts, IterationReport& report) {
  std::vector<StateAction> fake;
  for (const Rollout& rollout : rollouts) {
    for (const RolloutStep& step : rollout.steps) {
      Random random(seed_, "uniform pairs",
                    static_cast<std::uint64_t>(state_.iterations) << 32 | fake.size());
      const bool uniform = random.Uniform() < options_.uniform_share;
      const int action = uniform ? static_cast<int>(random.Below(Grid::kCells)) : step.action;
      fake.push_back({step.state, set_.searches[rollout.search].task, action});
    }
  }
  const auto order = ShuffledIndices(
      fake.size(), Random(seed_, "fake pairs", static_cast<std::uint64_t>(state_.iterations)));
  const std::size_t batch = static_cast<std::size_t>(options_.discriminator_batch);
  DiscriminatorLosses mean;
  std::size_t updates = 0;
  for (std::size_t first = 0; first < fake.size(); first += batch) {
    const std::size_t count = std::min(batch, fake.size() - first);
    if (options_.drop_partial_batches && count < batch && first > 0) break;
    std::vector<StateAction> part;
    for (std::size_t i = 0; i < count; ++i) part.push_back(fake[order[first + i]]);
    const std::vector<EncodedHumanStep> human = NextHumanPairs(count);
    std::vector<StateAction> real;
    for (const EncodedHumanStep& step : human) real.push_back(step.AsPair());
    NamedTensors gradient = ZerosLike(state_.discriminator);
    const DiscriminatorLosses losses = discriminator_gradient_.Compute(
        state_.discriminator, real, part, options_.penalty, gradient);
    RequireNumber(losses.real + losses.fake + losses.penalty, "the discriminator's loss",
                  state_.iterations);
    const int drop_after = options_.discriminator_rate_drop_after;
    const bool dropped = drop_after > 0 && state_.discriminator_updates >= drop_after;
    const double rate = options_.discriminator_rate * (dropped ? 0.1 : 1);
    state_.discriminator_adam.Step(gradient, {.learning_rate = rate}, state_.discriminator);
    ++state_.discriminator_updates;
    ++updates;
    mean.real += losses.real;
    mean.fake += losses.fake;
    mean.penalty += losses.penalty;
    mean.real_accuracy += losses.real_accuracy;
    mean.fake_accuracy += losses.fake_accuracy;
  }
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, updates));
  report.numbers["discriminator/real_loss"] = share * mean.real;
  report.numbers["discriminator/fake_loss"] = share * mean.fake;
  report.numbers["discriminator/penalty"] = share * mean.penalty;
  report.numbers["discriminator/real_accuracy"] = share * mean.real_accuracy;
  report.numbers["discriminator/fake_accuracy"] = share * mean.fake_accuracy;
}

std::vector<PpoSample> IrlLearner::MakePpoSamples(std::span<const Rollout> rollouts,
                                                  IterationReport& report) const {
  const Stopwatch watch;
  std::vector<StateAction> pairs;
  for (const Rollout& rollout : rollouts) {
    for (const RolloutStep& step : rollout.steps) {
      pairs.push_back({step.state, set_.searches[rollout.search].task, step.action});
    }
  }
  std::vector<float> rewards = Discriminator(state_.discriminator).Logits(pairs);
  for (float& reward : rewards) reward = LogSigmoid(reward);
  report.reward_seconds = watch.Seconds();

  std::vector<PpoSample> samples;
  std::vector<float> all_advantages;
  std::size_t first = 0;
  for (const Rollout& rollout : rollouts) {
    const std::span<const float> own(&rewards[first], rollout.steps.size());
    first += own.size();
    std::vector<float> values;
    for (const RolloutStep& step : rollout.steps) values.push_back(step.value);
    values.push_back(rollout.last_value);
    const auto returns = DiscountedReturns(own, options_.discount);
    const auto advantages =
        GeneralizedAdvantages(own, values, options_.discount, options_.gae_factor);
    for (std::size_t i = 0; i < rollout.steps.size(); ++i) {
      const RolloutStep& step = rollout.steps[i];
      samples.push_back({.input = {step.state, set_.searches[rollout.search].task, step.gaze},
                         .action = step.action,
                         .old_log_probability = step.log_probability,
                         .closed = step.closed,
                         .advantage = 0,
                         .target_value = returns[i]});
      all_advantages.push_back(advantages[i]);
    }
  }
  Normalize(all_advantages);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i].advantage = all_advantages[i];
  double total = 0;
  for (const float reward : rewards) total += reward;
  report.numbers["rollout/reward"] = total / static_cast<double>(rewards.size());
  return samples;
}

void IrlLearner::TrainPolicy(std::span<const Rollout> rollouts, IterationReport& report) {
  const std::vector<PpoSample> samples = MakePpoSamples(rollouts, report);
  const Stopwatch watch;
  const std::size_t batch = static_cast<std::size_t>(options_.policy_batch);
  PpoLosses mean;
  double imitation = 0;
  std::size_t updates = 0;
  for (int epoch = 0; epoch < options_.policy_epochs; ++epoch) {
    const auto order = ShuffledIndices(
        samples.size(),
        Random(seed_, "policy order",
               static_cast<std::uint64_t>(state_.iterations * options_.policy_epochs + epoch)));
    for (std::size_t first = 0; first < samples.size(); first += batch) {
      const std::size_t count = std::min(batch, samples.size() - first);
      if (options_.drop_partial_batches && count < batch && first > 0) break;
      std::vector<PpoSample> part;
      for (std::size_t i = 0; i < count; ++i) part.push_back(samples[order[first + i]]);
      NamedTensors gradient = ZerosLike(state_.policy);
      const PpoLosses losses =
          AddPpoGradient(policy_gradient_, state_.policy, part, options_.ppo, gradient);
      RequireNumber(losses.policy + losses.value + losses.entropy, "the policy's loss",
                    state_.iterations);
      if (options_.imitation_weight > 0) {
        imitation += cloner_.AddGradient(policy_gradient_, state_.policy,
                                         static_cast<std::size_t>(state_.imitation_batches++),
                                         options_.imitation_weight, gradient);
      }
      StepPolicy(gradient, options_.policy_rate);
      ++updates;
      mean.policy += losses.policy;
      mean.value += losses.value;
      mean.entropy += losses.entropy;
      mean.clipped += losses.clipped;
    }
  }
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, updates));
  report.numbers["policy/loss"] = share * mean.policy;
  report.numbers["policy/value_loss"] = share * mean.value;
  report.numbers["policy/entropy"] = share * mean.entropy;
  report.numbers["policy/clipped"] = share * mean.clipped;
  if (options_.imitation_weight > 0) report.numbers["policy/imitation_loss"] = share * imitation;
  report.policy_seconds = watch.Seconds();
}

IterationReport IrlLearner::Iterate() {
  IterationReport report;
  const Stopwatch rollout_watch;
  const std::vector<RolloutRequest> requests = PicturesOf(state_.iterations);
  const SamplingOptions sampling{.max_fixations = options_.max_fixations,
                                 .with_value = true,
                                 .free_probability = options_.free_probability};
  const std::vector<Rollout> rollouts =
      RollOut(PolicyInference(state_.policy), set_.searches, requests, options_.scanpaths, sampling,
              {.channels = options_.channels},
              Random(seed_, "iteration", static_cast<std::uint64_t>(state_.iterations))());
  report.rollout_seconds = rollout_watch.Seconds();
  double found = 0;
  for (const Rollout& rollout : rollouts) {
    report.states += rollout.steps.size();
    found += rollout.found;
  }
  report.numbers["rollout/found"] = found / static_cast<double>(rollouts.size());
  report.numbers["rollout/length"] =
      static_cast<double>(report.states) / static_cast<double>(rollouts.size());

  const Stopwatch discriminator_watch;
  TrainDiscriminator(rollouts, report);
  report.discriminator_seconds = discriminator_watch.Seconds();
  TrainPolicy(rollouts, report);
  ++state_.iterations;
  return report;
}

}  // namespace saccade
