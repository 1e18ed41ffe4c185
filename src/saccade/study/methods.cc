#include "saccade/study/methods.h"

#include <algorithm>

#include "saccade/base/error.h"
#include "saccade/learn/training.h"
#include "saccade/search/feature_map_model.h"

namespace saccade {
namespace {

// As `saccade train KIND` does it.
void TrainKind(const MethodTraining& training, const std::string& kind) {
  TrainingOptions options;
  options.fixations = training.fixations;
  options.validation = training.validation;
  options.beliefs = training.beliefs;
  options.out = training.out;
  options.resume = true;
  options.seed = training.seed;
  options.kind = kind;
  // The preset is that of methods that have it.
  const auto& presets = TrainingKindCalled(kind).presets;
  if (std::ranges::find(presets, training.preset) != presets.end()) {
    options.preset = training.preset;
  }
  options.settings = training.settings;
  options.inputs = training.inputs;
  options.quick = training.quick;
  Train(options);
}

}  // namespace

const std::vector<Method>& Methods() {
  static const std::vector<Method> methods = {
      {"human", "human", "Human", "human", {}},
      {"random", "random", "Random scanpath", "random", {}},
      {kDetectorKind, "detector", "Detector", "",
       [](const MethodTraining& training) { TrainKind(training, kDetectorKind); }, true, 150},
      {kFixationHeuristicKind, "fixation heuristic", "Fixation heuristic", "",
       [](const MethodTraining& training) { TrainKind(training, kFixationHeuristicKind); }, true,
       145},
      {"bc-cnn", "BC-CNN", "BC-CNN", "",
       [](const MethodTraining& training) { TrainKind(training, "bc-cnn"); }, false, 330},
      {"bc-lstm", "BC-LSTM", "BC-LSTM", "",
       [](const MethodTraining& training) { TrainKind(training, "bc-lstm"); }, false, 1130},
      {"irl", "IRL", "IRL", "", [](const MethodTraining& training) { TrainKind(training, "irl"); },
       false, 720},
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
