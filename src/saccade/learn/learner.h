#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/nn/adam.h"
#include "saccade/search/model_folder.h"

namespace saccade {

// Everything that a training changes, and nothing else. All random choices are derived from the
// seed and the counters, so a learner with this state goes on to the same bits.
struct LearnerState {
  NamedTensors tensors;
  std::map<std::string, std::int64_t> counters;
};

// Where a learner keeps one part of its state.
struct StatePart {
  std::string name;
  std::variant<NamedTensors*, Adam*, std::int64_t*> place;
};

// Sees every gradient, by the name of its network, before it is applied, and may change it.
using GradientHook = std::function<void(std::string_view network, NamedTensors& gradient)>;

// What one step did.
struct StepReport {
  std::map<std::string, double> numbers;  // for metrics.jsonl: "discriminator/real_loss"
  std::string text;                       // for a line of the log
};

// A stretch of steps of one kind, that take about the same time.
struct LearningPhase {
  std::string name;  // "cloning"
  std::int64_t steps = 0;
  std::int64_t steps_per_epoch = 1;
  bool gives_model = true;  // false: what it has learned is not yet what is wanted
};

// Something that learns a model step by step. One loop (training.h) drives any of them: it logs,
// saves, resumes, validates, calibrates and writes the model.
class Learner {
 public:
  Learner() = default;
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;
  virtual ~Learner() = default;

  virtual std::vector<LearningPhase> Phases() const = 0;
  virtual std::int64_t steps_done() const = 0;  // over all phases
  // The next step. Throws Failure when a loss is not a number any more.
  virtual StepReport Step() = 0;

  // What was learned so far: tensors, kind, channels and what only the learner can say of it.
  virtual Model Learned() const = 0;
  // What to select checkpoints by, in place of the distance of its scanpaths from people's.
  virtual std::optional<double> ValidationLoss() const { return std::nullopt; }

  LearnerState State();
  // `state` must have the parts of State(), as ReadCheckpoint makes sure.
  void Restore(const LearnerState& state);

  void SetGradientHook(GradientHook hook) { hook_ = std::move(hook); }

 protected:
  virtual std::vector<StatePart> Parts() = 0;
  // Every gradient goes through this before it is clipped and applied.
  void SeeGradient(std::string_view network, NamedTensors& gradient) const {
    if (hook_) hook_(network, gradient);
  }

 private:
  GradientHook hook_;
};

// The learning rate after the share `done` of a training: falls to a tenth along a cosine.
double CosineRate(double rate, double done);

// Throws Failure("training diverged ...") when `value` is no number.
void RequireNumber(double value, const char* what, std::int64_t step);

// 0..count-1 in an order that `random` draws.
std::vector<std::size_t> ShuffledIndices(std::size_t count, Random random);

}  // namespace saccade
