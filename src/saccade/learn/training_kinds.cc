#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/learn/bc_lstm_learner.h"
#include "saccade/learn/irl_learner.h"
#include "saccade/learn/map_learner.h"
#include "saccade/learn/training_plan.h"
#include "saccade/search/feature_map_model.h"

namespace saccade {
namespace {

// The options as they are to be: preset or defaults, made tiny where that is asked for, then what
// was set. `shrink` makes them tiny.
template <typename Options, typename Shrink>
std::shared_ptr<Options> OptionsFor(const TrainingOptions& training, Options options,
                                    const Shrink& shrink) {
  auto owned = std::make_shared<Options>(std::move(options));
  if (training.quick) shrink(*owned);
  OptionsOf(*owned).Apply(training.settings, "--set");
  owned->Check();
  return owned;
}

CalibrationGrid Shortened(CalibrationGrid grid) {
  for (CalibrationRange& range : grid) range.values = {1};
  return grid;
}

template <typename Options>
TrainingPlan PlanFor(const TrainingOptions& training, std::shared_ptr<Options> options,
                     CalibrationGrid grid) {
  TrainingPlan plan;
  plan.options = OptionsOf(*options);
  plan.care = options->care;
  plan.grid = training.quick ? Shortened(std::move(grid)) : std::move(grid);
  plan.owner = std::move(options);
  return plan;
}

void ShrinkPolicy(PolicyOptions& options) {
  options.cloning.epochs = 1;
  options.mirror = false;
  options.care.validation_samples = 1;
}

// Odds of falling short only where the policy has a landing (nn/landing.h).
CalibrationGrid PolicyGrid(bool gaze_prior) {
  std::vector<double> first_odds = {1}, later_odds = {1};
  if (gaze_prior) {
    first_odds = {4, 1, 2, 3, 5, 6, 8};
    later_odds = {1, 1.5, 2, 0.5};
  }
  return {{"later_temperature", {0.4, 0.3, 0.5, 0.7, 1.0, 0.2}},
          {"first_temperature", {0.6, 0.5, 0.7, 0.8, 0.9, 1.0}},
          {"first_short_odds", first_odds},
          {"later_short_odds", later_odds}};
}

// What the two learners of a policy have in common.
void CompletePlan(const PolicyOptions& options, TrainingPlan& plan) {
  plan.demonstrations = options.demonstrations;
  plan.mirror = options.mirror;
  plan.by_likelihood = options.calibrate_by == CalibrateBy::kLikelihood;
  plan.released_scores = options.released_scores;
  if (options.calibrate_by == CalibrateBy::kNothing) {
    for (CalibrationRange& range : plan.grid) range.values = {1};
  }
}

TrainingPlan PlanIrl(const TrainingOptions& training) {
  const auto options = OptionsFor(training, IrlPreset(training.preset), [](IrlOptions& o) {
    ShrinkPolicy(o);
    o.epochs = 1;
    o.scanpaths = 1;
    o.max_fixations = 2;
    o.policy_epochs = 1;
    o.discriminator_passes = 1;
    o.reward_epochs = 0;
  });
  TrainingPlan plan = PlanFor(training, options, PolicyGrid(options->gaze_prior));
  CompletePlan(*options, plan);
  if (training.preset == "reference") {
    plan.check = [](const TrainingData& data) {
      for (const BeliefStore& store : data.stores) {
        if (BeliefRule(store) == "corner") continue;
        LogWarning(
            "{}: made by the rule {}; the released code took the nearest pixel of a cell: "
            "beliefs build --rule corner",
            store.path().string(), BeliefRule(store));
      }
    };
  }
  plan.make_learner = [options, seed = training.seed](const TrainingData& data) {
    return std::make_unique<IrlLearner>(data.set, *options, seed);
  };
  return plan;
}

TrainingPlan PlanBcCnn(const TrainingOptions& training) {
  const auto options = OptionsFor(training, BcCnnPreset(training.preset), ShrinkPolicy);
  if (options->cloning.epochs == 0) {
    throw InputError("--set", "cloning_epochs", "is 0: nothing to learn; 1 or more is expected");
  }
  TrainingPlan plan = PlanFor(training, options, PolicyGrid(options->gaze_prior));
  CompletePlan(*options, plan);
  plan.make_learner = [options, seed = training.seed](const TrainingData& data) {
    return std::make_unique<CloningLearner>(data.set, *options, seed);
  };
  return plan;
}

TrainingPlan PlanBcLstm(const TrainingOptions& training) {
  const auto options = OptionsFor(training, BcLstmOptions{}, [](BcLstmOptions& o) {
    o.epochs = 1;
    o.hidden = 16;
    o.mirror = false;
    o.care.validation_samples = o.care.final_samples = 1;
  });
  TrainingPlan plan = PlanFor(training, options,
                              {{"later_temperature", {1.0, 0.7, 0.5, 0.4, 0.3}},
                               {"first_temperature", {1.0, 0.9, 0.8, 0.7}}});
  plan.demonstrations = options->demonstrations;
  plan.mirror = options->mirror;
  plan.make_learner = [options, seed = training.seed](const TrainingData& data) {
    return std::make_unique<BcLstmLearner>(data.set, *options, seed);
  };
  return plan;
}

CutNetwork NetworkOf(const TrainingOptions& training, const MapOptions& options) {
  if (options.fine_tune == 0) return {training.inputs.features};
  if (!training.inputs.cut) {
    throw InputError(
        fmt::format("{} cannot be fine-tuned; leave fine_tune out", training.inputs.feature_maker));
  }
  return training.inputs.cut(options.fine_tune);
}

TrainingPlan PlanMap(const TrainingOptions& training) {
  if (!training.inputs.features) {
    throw InputError(fmt::format(
        "{} sees the pictures themselves; give --images DIR and --features-from WEIGHTS",
        training.kind));
  }
  const auto options = OptionsFor(training, MapOptions{}, [](MapOptions& o) { o.epochs = 1; });
  TrainingPlan plan =
      PlanFor(training, options, {{kTemperature, {1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3}}});
  const CutNetwork network = NetworkOf(training, *options);
  const auto targets = [kind = training.kind, options](const std::vector<TrialInImage>& trials) {
    if (kind == kDetectorKind) return TargetBoxMaps(MakeSearchSet(trials, {}).searches);
    return FixationDensityMaps(trials, options->density);
  };
  plan.card["features"] = training.inputs.feature_maker;
  // The map of a target that is never trained means nothing.
  plan.check = [targets, files = static_cast<const RunFiles&>(training)](const TrainingData& data) {
    const std::vector<MapTarget> train = targets(data.train);
    for (const Search& search : MakeSearchSet(data.validation, {}).searches) {
      if (std::ranges::find(train, search.task, &MapTarget::task) == train.end()) {
        throw InputError(files.validation, "", "searches for {}, which {} never does",
                         kTaskNames[search.task], files.fixations.string());
      }
    }
  };
  plan.make_learner = [=, kind = training.kind, seed = training.seed](const TrainingData& data) {
    return std::make_unique<MapLearner>(kind, targets(data.train), targets(data.validation),
                                        network, *options, seed);
  };
  return plan;
}

}  // namespace

std::span<const TrainingKind> TrainingKinds() {
  static const std::vector<TrainingKind> kinds = {
      {"irl", "Reward and policy by inverse reinforcement learning (GAIL with PPO)",
       IrlPresetNames(), false, PlanIrl},
      {"bc-cnn", "The policy alone, by cloning people", IrlPresetNames(), false, PlanBcCnn},
      {"bc-lstm",
       "By cloning people, with a state that a ConvLSTM learns",
       {"default"},
       false,
       PlanBcLstm},
      {kDetectorKind,
       "A map of where the target is, from features of the picture",
       {"default"},
       true,
       PlanMap},
      {kFixationHeuristicKind,
       "A map of where people look, from features of the picture",
       {"default"},
       true,
       PlanMap}};
  return kinds;
}

const TrainingKind& TrainingKindCalled(const std::string& kind) {
  std::string known;
  for (const TrainingKind& one : TrainingKinds()) {
    if (one.kind == kind) return one;
    known += (known.empty() ? "" : ", ") + one.kind;
  }
  throw InputError(fmt::format("\"{}\" cannot be trained; {} can", kind, known));
}

void CheckSettings(TrainingOptions options) {
  options.inputs.features = [](const std::string&) { return PictureFeatures(); };
  options.inputs.cut = [](int) { return CutNetwork(); };
  TrainingKindCalled(options.kind).plan(options);
}

std::vector<TrainingSetting> SettingsOf(const TrainingKind& kind, const std::string& preset) {
  TrainingOptions options;
  options.kind = kind.kind;
  options.preset = preset;
  options.inputs.features = [](const std::string&) { return PictureFeatures(); };
  const TrainingPlan plan = kind.plan(options);
  const nlohmann::ordered_json values = plan.options.ToJson();
  std::vector<TrainingSetting> settings;
  for (const OptionField& field : plan.options.fields()) {
    settings.push_back({field.name, values.at(field.name).dump(), field.help});
  }
  return settings;
}

}  // namespace saccade
