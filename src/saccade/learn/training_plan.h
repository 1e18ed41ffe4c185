#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "saccade/base/options.h"
#include "saccade/learn/calibration.h"
#include "saccade/learn/care_options.h"
#include "saccade/learn/learner.h"
#include "saccade/learn/training.h"
#include "saccade/search/search_set.h"

namespace saccade {

// What a training learns from, in memory.
struct TrainingData {
  std::vector<BeliefStore> stores;  // none for learners that see the pictures themselves
  BeliefLibrary library;
  std::vector<TrialInImage> train, validation;
  SearchSet set;  // of `train`
};

// What the one loop needs to know of a kind, made from its options.
struct TrainingPlan {
  std::shared_ptr<void> owner;  // of the options that `options` describes
  OptionList options;           // complete, as config.json has them
  CareOptions care;
  DemonstrationOptions demonstrations;
  bool mirror = false;
  bool by_likelihood = false;  // the calibration is chosen
  bool released_scores = false;
  CalibrationGrid grid;
  std::map<std::string, std::string> card;  // settings of the model's card beside the options
  // Throws InputError for data that cannot be learned from, before anything is written.
  std::function<void(const TrainingData&)> check;
  // The data outlives the learner.
  std::function<std::unique_ptr<Learner>(const TrainingData&)> make_learner;
};

}  // namespace saccade
