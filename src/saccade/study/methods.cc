#include "saccade/study/methods.h"

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/learn/bc_lstm_run.h"
#include "saccade/learn/map_training_run.h"
#include "saccade/learn/training_run.h"

namespace saccade {
namespace {

// IRL or, when only the warm start is wanted, BC-CNN: as `saccade train` does it.
void TrainPolicy(const MethodTraining& training, const std::string& kind) {
  TrainingRunOptions options;
  options.fixations = training.fixations;
  options.validation = training.validation;
  options.beliefs = training.beliefs;
  options.out = training.out;
  options.resume = true;
  options.seed = training.seed;
  options.kind = kind;
  options.irl = PresetFor(kind, training.preset);
  if (training.quick) {
    options.irl.epochs = std::min(options.irl.epochs, 1);
    options.irl.scanpaths = 1;
    options.irl.max_fixations = 2;
    options.irl.policy_epochs = 1;
    options.irl.cloning.epochs = 1;
    options.irl.mirror = false;
    options.irl.validation_samples = 1;
    options.grid = {.first = {1}, .later = {1}};
  }
  options.irl.Check();
  TrainRun(options);
}

void TrainRecurrent(const MethodTraining& training) {
  BcLstmRunOptions options;
  options.fixations = training.fixations;
  options.validation = training.validation;
  options.beliefs = training.beliefs;
  options.out = training.out;
  options.resume = true;
  options.seed = training.seed;
  if (training.quick) {
    options.learning.epochs = 1;
    options.learning.hidden = 16;
    options.learning.mirror = false;
    options.learning.validation_samples = options.learning.final_samples = 1;
    options.grid = {.first = {1}, .later = {1}};
  }
  TrainBcLstm(options);
}

void TrainMap(const MethodTraining& training, const std::string& kind) {
  MapRunOptions options;
  options.kind = kind;
  options.fixations = training.fixations;
  options.validation = training.validation;
  options.features = training.inputs.features;
  options.feature_maker = training.inputs.feature_maker;
  options.cut = training.inputs.cut;
  options.out = training.out;
  options.resume = true;
  options.seed = training.seed;
  if (training.quick) {
    options.map.epochs = 1;
    options.temperatures = {1};
  }
  TrainMapRun(options);
}

}  // namespace

const std::vector<Method>& Methods() {
  static const std::vector<Method> methods = {
      {kHumanKind, "human", "Human", "", {}},
      {kRandomKind, "random", "Random scanpath", "", {}},
      {kDetectorKind, "detector", "Detector", "",
       [](const MethodTraining& training) { TrainMap(training, kDetectorKind); }, true},
      {kFixationHeuristicKind, "fixation heuristic", "Fixation heuristic", "",
       [](const MethodTraining& training) { TrainMap(training, kFixationHeuristicKind); }, true},
      {"bc-cnn", "BC-CNN", "BC-CNN", "",
       [](const MethodTraining& training) { TrainPolicy(training, "bc-cnn"); }},
      {"bc-lstm", "BC-LSTM", "BC-LSTM", "", TrainRecurrent},
      {"irl", "IRL", "IRL", "",
       [](const MethodTraining& training) { TrainPolicy(training, "irl"); }},
      {"immediate-reward", "immediate reward", "", "reward:irl", {}},
      {"target-sharp", "target-sharp", "", "target-sharp", {}},
      {"target-blurred", "target-blurred", "", "target-blurred", {}}};
  return methods;
}

const Method& MethodCalled(const std::string& name) {
  const auto& methods = Methods();
  const auto found = std::ranges::find_if(
      methods, [&](const Method& m) { return m.kind == name || m.name == name; });
  if (found != methods.end()) return *found;
  std::string known;
  for (const Method& method : methods) known += (known.empty() ? "" : ", ") + method.kind;
  throw InputError(fmt::format("--methods: there is no method \"{}\"; there are {}", name, known));
}

}  // namespace saccade
