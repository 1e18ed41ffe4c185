#include "saccade/learn/irl_learner.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/base/stopwatch.h"
#include "saccade/learn/advantage.h"
#include "saccade/learn/goals.h"
#include "saccade/nn/torch_weights.h"
#include "saccade/search/model_folder.h"

namespace saccade {
namespace {

// A clear word when adversarial training has gone wrong, before the numbers are lost in a log.
void WarnOfCollapse(const std::map<std::string, double>& numbers, std::int64_t iteration) {
  if (numbers.contains("policy/entropy") && numbers.at("policy/entropy") < 0.05) {
    LogWarning(
        "iteration {}: the policy's entropy is {:.3f} nats: it looks at one place only; "
        "raise entropy_weight or lower policy_rate",
        iteration, numbers.at("policy/entropy"));
  }
  if (numbers.contains("discriminator/real_accuracy") &&
      numbers.at("discriminator/real_accuracy") > 0.999 &&
      numbers.at("discriminator/fake_accuracy") > 0.999) {
    LogWarning(
        "iteration {}: the discriminator tells people and policy apart always; raise "
        "penalty_factor or lower discriminator_rate",
        iteration);
  }
}

TorchWeights TorchWeightsOf(const IrlOptions& options, std::uint64_t seed) {
  return DrawTorchWeights({options.channels, options.first_kernel},
                          {options.channels, options.gaze_prior}, seed);
}

RewardWeights FirstReward(const IrlOptions& options, std::uint64_t seed) {
  if (options.reward_from.empty()) {
    return {options.torch_weights ? TorchWeightsOf(options, seed).discriminator
                                  : InitialDiscriminator({options.channels, options.first_kernel},
                                                         Random(seed, "discriminator")),
            options.reward_form == RewardForm::kAdversarial ? EmptyRewardTerms(options.channels)
                                                            : NamedTensors()};
  }
  const Model model = ReadModelFolder(options.reward_from);
  RewardWeights reward{WithoutPrefix(model.tensors, "discriminator."),
                       WithoutPrefix(model.tensors, "reward.")};
  if (reward.network.empty()) {
    throw InputError(options.reward_from, "", "has learned no reward; give a model of train irl");
  }
  const RewardForm form =
      HasRewardTerms(reward.terms) ? RewardForm::kAdversarial : RewardForm::kLogD;
  if (form != options.reward_form || model.description.channels != options.channels) {
    throw InputError(options.reward_from, "",
                     "is a reward of the form {} over {} channels; set reward_form and channels "
                     "so",
                     form == RewardForm::kAdversarial ? "adversarial" : "log-d",
                     model.description.channels);
  }
  return reward;
}

}  // namespace

IrlLearner::IrlLearner(const SearchSet& set, const IrlOptions& options, std::uint64_t seed)
    : set_(set),
      options_(options),
      seed_(seed),
      clone_(set, options, seed,
             options.torch_weights ? TorchWeightsOf(options, seed).policy : NamedTensors()),
      reward_(FirstReward(options, seed)),
      discriminator_adam_(reward_.network),
      terms_adam_(reward_.terms),
      discriminator_gradient_(DiscriminatorShapeOf(reward_.network, "discriminator")),
      human_steps_(AllSteps(set)) {
  options_.Check();
  // Every gradient of the policy passes the hook of this learner.
  clone_.SetGradientHook(
      [this](std::string_view network, NamedTensors& gradient) { SeeGradient(network, gradient); });
}

std::vector<LearningPhase> IrlLearner::Phases() const {
  LearningPhase cloning = clone_.Phases().front();
  cloning.gives_model = false;  // there is no reward yet
  const std::int64_t per_epoch = IterationsPerEpoch();
  return {cloning,
          {"training", options_.epochs * per_epoch, per_epoch},
          {"reward", options_.reward_epochs * per_epoch, per_epoch}};
}

StepReport IrlLearner::Step() {
  if (clone_.steps_done() < clone_.Phases().front().steps) return clone_.Step();
  StepReport report = Iterate();
  WarnOfCollapse(report.numbers, iterations_);
  return report;
}

Model IrlLearner::Learned() const {
  Model model = clone_.Learned();
  model.description.kind = "irl";
  model.tensors.merge(WithPrefix(reward_.network, "discriminator."));
  model.tensors.merge(WithPrefix(reward_.terms, "reward."));
  return model;
}

std::vector<StatePart> IrlLearner::Parts() {
  std::vector<StatePart> parts = clone_.Parts();
  parts.insert(parts.end(), {{"discriminator", &reward_.network},
                             {"discriminator", &discriminator_adam_},
                             {"reward_terms", &reward_.terms},
                             {"reward_terms", &terms_adam_},
                             {"iterations", &iterations_},
                             {"human_pairs", &human_pairs_},
                             {"discriminator_updates", &discriminator_updates_},
                             {"imitation_batches", &imitation_batches_}});
  return parts;
}

std::int64_t IrlLearner::IterationsPerEpoch() const {
  const std::int64_t pictures = static_cast<std::int64_t>(set_.searches.size());
  const std::int64_t batch = options_.pictures_per_batch;
  return (pictures + batch - 1) / batch;
}

bool IrlLearner::PolicyRests() const {
  return iterations_ >= options_.epochs * IterationsPerEpoch();
}

std::vector<RolloutRequest> IrlLearner::PicturesOf(std::int64_t iteration) const {
  const std::int64_t epoch = iteration / IterationsPerEpoch();
  const auto order = ShuffledIndices(set_.searches.size(),
                                     Random(seed_, "pictures", static_cast<std::uint64_t>(epoch)));
  const std::size_t batch = static_cast<std::size_t>(options_.pictures_per_batch);
  const std::size_t first = static_cast<std::size_t>(iteration % IterationsPerEpoch()) * batch;
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
  const std::int64_t total = static_cast<std::int64_t>(human_steps_.size());
  if (options_.human_pairs_anew) human_pairs_ = iterations_ * total;
  for (std::size_t i = 0; i < count; ++i, ++human_pairs_) {
    const std::int64_t pass = human_pairs_ / total;
    if (pass != human_pass_) {
      human_order_ = ShuffledIndices(
          human_steps_.size(), Random(seed_, "human pairs", static_cast<std::uint64_t>(pass)));
      human_pass_ = pass;
    }
    chosen.emplace_back(human_steps_[human_order_[static_cast<std::size_t>(human_pairs_ % total)]],
                        static_cast<std::uint64_t>(human_pairs_));
  }
  ParallelFor(count, [&](std::size_t i) {
    const Search& search = set_.searches[set_.demonstrations[chosen[i].first.demonstration].search];
    Random random(seed_, "human variant", chosen[i].second);
    const std::size_t variant = random.Below(search.variants.size());
    pairs[i] = EncodeStep(set_, chosen[i].first, variant, HumanBeliefs(search.task, random));
  });
  return pairs;
}

DiscriminatorLosses IrlLearner::UpdateDiscriminator(const RewardPairs& real,
                                                    const RewardPairs& fake) {
  RewardWeights gradient = ZerosLike(reward_);
  const DiscriminatorLosses losses =
      AddRewardGradient(discriminator_gradient_, reward_, real, fake, options_.penalty, gradient);
  RequireNumber(losses.real + losses.fake + losses.penalty, "the discriminator's loss",
                iterations_);
  SeeGradient("discriminator", gradient.network);
  SeeGradient("reward_terms", gradient.terms);
  const int drop_after = options_.discriminator_rate_drop_after;
  const bool dropped = drop_after > 0 && discriminator_updates_ >= drop_after;
  const double rate = options_.discriminator_rate * (dropped ? 0.1 : 1);
  discriminator_adam_.Step(gradient.network, {.learning_rate = rate}, reward_.network);
  if (!reward_.terms.empty()) {
    terms_adam_.Step(gradient.terms, {.learning_rate = options_.terms_rate}, reward_.terms);
  }
  ++discriminator_updates_;
  return losses;
}

void IrlLearner::TrainDiscriminator(std::span<const Rollout> landed, const PolicyInference* known,
                                    StepReport& report) {
  std::optional<GoalReader> reader;
  std::vector<Rollout> aimed;
  if (options_.reward_goals && PolicyRests()) {
    reader.emplace(policy());
    aimed =
        reader->Aimed(landed, set_.searches, seed_, static_cast<std::uint64_t>(iterations_) << 32);
  }
  const std::span<const Rollout> rollouts = reader ? std::span<const Rollout>(aimed) : landed;
  const RewardPairs drawn =
      PairsOf(rollouts, set_.searches, options_.reward_form, options_.uniform_share);
  const std::size_t batch = static_cast<std::size_t>(options_.discriminator_batch);
  const bool drops = options_.drop_partial_batches && drawn.size() > batch;
  const std::size_t used = drops ? drawn.size() / batch * batch : drawn.size();
  const auto shown = static_cast<std::uint64_t>(human_pairs_);
  const std::vector<EncodedHumanStep> people = NextHumanPairs(used);
  const RewardPairs human = reader ? reader->PairsOf(people, options_.uniform_share, seed_, shown)
                                   : PairsOf(people, known, options_.uniform_share);
  DiscriminatorLosses mean;
  std::size_t updates = 0;
  for (int pass = 0; pass < options_.discriminator_passes; ++pass) {
    const auto turn =
        static_cast<std::uint64_t>(iterations_ * options_.discriminator_passes + pass);
    RewardPairs fake = drawn;
    DrawUniformActions(rollouts, options_.reward_form, options_.uniform_share, seed_, turn << 32,
                       fake);
    const auto fakes = ShuffledIndices(fake.size(), Random(seed_, "fake pairs", turn));
    std::vector<std::size_t> reals(used);  // in the order in which they came, at first
    std::iota(reals.begin(), reals.end(), std::size_t{0});
    if (pass > 0) reals = ShuffledIndices(used, Random(seed_, "human pairs again", turn));
    for (std::size_t first = 0; first < used; first += batch) {
      const std::size_t count = std::min(batch, used - first);
      const DiscriminatorLosses losses =
          UpdateDiscriminator(human.Choose(std::span(reals).subspan(first, count)),
                              fake.Choose(std::span(fakes).subspan(first, count)));
      ++updates;
      mean.real += losses.real;
      mean.fake += losses.fake;
      mean.penalty += losses.penalty;
      mean.real_accuracy += losses.real_accuracy;
      mean.fake_accuracy += losses.fake_accuracy;
      mean.real_mean += losses.real_mean;
      mean.fake_mean += losses.fake_mean;
    }
  }
  const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, updates));
  report.numbers["discriminator/real_loss"] = share * mean.real;
  report.numbers["discriminator/fake_loss"] = share * mean.fake;
  report.numbers["discriminator/penalty"] = share * mean.penalty;
  report.numbers["discriminator/real_accuracy"] = share * mean.real_accuracy;
  report.numbers["discriminator/fake_accuracy"] = share * mean.fake_accuracy;
  report.numbers["discriminator/real_mean"] = share * mean.real_mean;
  report.numbers["discriminator/fake_mean"] = share * mean.fake_mean;
}

std::vector<PpoSample> IrlLearner::MakePpoSamples(std::span<const Rollout> rollouts,
                                                  StepReport& report) const {
  Stopwatch watch;
  const std::vector<float> rewards = RewardsOf(
      reward_, PairsOf(rollouts, set_.searches, options_.reward_form, options_.uniform_share));
  report.numbers["time/reward"] = watch.Lap();

  std::vector<PpoSample> samples;
  std::vector<float> all_advantages;
  std::size_t first = 0;
  double total_return = 0;
  for (const Rollout& rollout : rollouts) {
    const std::span<const float> own(&rewards[first], rollout.steps.size());
    first += own.size();
    std::vector<float> values;
    for (const RolloutStep& step : rollout.steps) values.push_back(step.value);
    values.push_back(rollout.last_value);
    const auto returns = DiscountedReturns(own, options_.discount);
    total_return += returns.front();
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
  report.numbers["rollout/return"] = total_return / static_cast<double>(rollouts.size());
  return samples;
}

void IrlLearner::TrainPolicy(std::span<const Rollout> rollouts, StepReport& report) {
  const std::vector<PpoSample> samples = MakePpoSamples(rollouts, report);
  Stopwatch watch;
  const std::size_t batch = static_cast<std::size_t>(options_.policy_batch);
  PpoLosses mean;
  double imitation = 0;
  std::size_t updates = 0;
  for (int epoch = 0; epoch < options_.policy_epochs; ++epoch) {
    const auto order = ShuffledIndices(
        samples.size(),
        Random(seed_, "policy order",
               static_cast<std::uint64_t>(iterations_ * options_.policy_epochs + epoch)));
    for (std::size_t first = 0; first < samples.size(); first += batch) {
      const std::size_t count = std::min(batch, samples.size() - first);
      if (options_.drop_partial_batches && count < batch && first > 0) break;
      std::vector<PpoSample> part;
      for (std::size_t i = 0; i < count; ++i) part.push_back(samples[order[first + i]]);
      NamedTensors gradient = ZerosLike(policy());
      const PpoLosses losses =
          AddPpoGradient(clone_.network(), policy(), part, options_.ppo, gradient);
      RequireNumber(losses.policy + losses.value + losses.entropy, "the policy's loss",
                    iterations_);
      if (options_.imitation_weight > 0) {
        imitation += clone_.AddImitation(imitation_batches_++, options_.imitation_weight, gradient);
      }
      clone_.Update(gradient, options_.policy_rate);
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
  report.numbers["time/policy"] = watch.Lap();
}

StepReport IrlLearner::Iterate() {
  StepReport report;
  Stopwatch watch;
  const std::vector<RolloutRequest> requests = PicturesOf(iterations_);
  const SamplingOptions sampling{.max_fixations = options_.max_fixations,
                                 .recorded_start = options_.recorded_start,
                                 .with_value = true,
                                 .with_map = options_.reward_form == RewardForm::kAdversarial,
                                 .free_probability = options_.free_probability,
                                 .probability_floor = options_.ppo.probability_floor};
  const PolicyInference acting(policy());
  const std::vector<Rollout> rollouts =
      RollOut(acting, set_.searches, requests, options_.scanpaths, sampling,
              {.channels = options_.channels},
              Random(seed_, "iteration", static_cast<std::uint64_t>(iterations_))());
  report.numbers["time/rollout"] = watch.Lap();
  double found = 0;
  std::size_t states = 0;
  for (const Rollout& rollout : rollouts) {
    states += rollout.steps.size();
    found += rollout.found;
  }
  report.numbers["rollout/found"] = found / static_cast<double>(rollouts.size());
  report.numbers["rollout/length"] =
      static_cast<double>(states) / static_cast<double>(rollouts.size());
  report.numbers["rollout/states"] = static_cast<double>(states);
  report.text = fmt::format("{} states", states);

  watch.Lap();
  if (options_.reward_from.empty()) {
    TrainDiscriminator(rollouts, sampling.with_map ? &acting : nullptr, report);
  }
  report.numbers["time/discriminator"] = watch.Lap();
  if (!PolicyRests()) TrainPolicy(rollouts, report);
  ++iterations_;
  return report;
}

}  // namespace saccade
