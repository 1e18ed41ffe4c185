#include "saccade/learn/cloning_learner.h"

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/base/stopwatch.h"

namespace saccade {

CloningLearner::CloningLearner(const SearchSet& set, const PolicyOptions& options,
                               std::uint64_t seed, NamedTensors first)
    : options_(options),
      cloner_(set, options, seed),
      network_({options.channels, options.gaze_prior}) {
  options.Check();
  if (set.searches.empty() || set.pairs == 0) {
    throw InputError("the fixation file has no human search to learn from");
  }
  policy_ = !first.empty()
                ? std::move(first)
                : InitialPolicy({options.channels, options.gaze_prior}, Random(seed, "policy"));
  if (options.average > 0) averaged_ = policy_;
  adam_ = Adam(policy_);
}

std::vector<LearningPhase> CloningLearner::Phases() const {
  const auto per_epoch = static_cast<std::int64_t>(cloner_.batches_per_epoch());
  return {{"cloning", options_.cloning.epochs * per_epoch, per_epoch}};
}

StepReport CloningLearner::Step() {
  Stopwatch watch;
  NamedTensors gradient = ZerosLike(policy_);
  const double loss = AddImitation(batches_, 1, gradient);
  RequireNumber(loss, "the cloning loss", batches_);
  const double done = static_cast<double>(batches_) /
                      static_cast<double>(std::max<std::int64_t>(1, Phases().front().steps));
  const double rate = CosineRate(options_.cloning.rate, done);
  Update(gradient, rate);
  ++batches_;
  return {.numbers = {{"cloning/loss", loss}, {"cloning/rate", rate}, {"time/policy", watch.Lap()}},
          .text = fmt::format("cloning, loss {:.3f}", loss)};
}

Model CloningLearner::Learned() const {
  Model model;
  model.description.kind = "bc-cnn";
  model.description.preset = options_.preset;
  model.description.channels = options_.channels;
  model.tensors = WithPrefix(averaged(), "policy.");
  return model;
}

double CloningLearner::AddImitation(std::int64_t batch, double weight, NamedTensors& gradient) {
  return cloner_.AddGradient(network_, policy_, static_cast<std::size_t>(batch), weight, gradient);
}

void CloningLearner::Update(NamedTensors& gradient, double rate) {
  SeeGradient("policy", gradient);
  ClipGradient(options_.gradient_clip, gradient);
  DecayWeights(rate * options_.cloning.weight_decay, policy_);
  adam_.Step(gradient, {.learning_rate = rate}, policy_);
  if (averaged_.empty()) return;
  // Starts as a plain mean, so that the random weights are soon forgotten.
  const double steps = static_cast<double>(adam_.steps());
  MoveTowards(policy_, 1 - std::min(options_.average, steps / (steps + 10)), averaged_);
}

std::vector<StatePart> CloningLearner::Parts() {
  return {{"policy", &policy_},
          {"policy_average", &averaged_},
          {"policy", &adam_},
          {"cloning_batches", &batches_}};
}

}  // namespace saccade
