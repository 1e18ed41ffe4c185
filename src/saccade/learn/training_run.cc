#include "saccade/learn/training_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/log.h"
#include "saccade/base/progress.h"
#include "saccade/learn/checkpoint.h"
#include "saccade/learn/run_folder.h"
#include "saccade/learn/seen_channels.h"
#include "saccade/learn/validation.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/model_folder.h"

namespace saccade {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

// A clear word when adversarial training has gone wrong, before the numbers are lost in a log.
void WarnOfCollapse(const IterationReport& report, std::int64_t iteration) {
  const auto number = [&](const char* name) {
    const auto found = report.numbers.find(name);
    return found == report.numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
  };
  if (number("policy/entropy") < 0.05) {
    LogWarning(
        "iteration {}: the policy's entropy is {:.3f} nats: it looks at one place only; "
        "raise entropy_weight or lower policy_rate",
        iteration, number("policy/entropy"));
  }
  if (number("discriminator/real_accuracy") > 0.999 &&
      number("discriminator/fake_accuracy") > 0.999) {
    LogWarning(
        "iteration {}: the discriminator tells people and policy apart always; raise "
        "penalty_factor or lower discriminator_rate",
        iteration);
  }
}

class Run {
 public:
  explicit Run(const TrainingRunOptions& options)
      : options_(options),
        stores_(OpenStores(options)),
        library_(stores_, options.irl.mirror),
        train_(ReadTrialsInImage(options.fixations)),
        validation_trials_(ReadTrialsInImage(options.validation)),
        set_(MakeSearchSet(train_, library_, options.irl.demonstrations)),
        validation_(validation_trials_, train_, library_),
        learner_(set_, options.irl, options.seed) {}

  TrainingReport Train() {
    const auto start = std::chrono::steady_clock::now();
    PrepareFolder();
    MetricsLog log(options_.out, Step());
    LogInfo("{} searches, {} human scanpaths, {} state-action pairs; {} validation pairs",
            set_.searches.size(), set_.demonstrations.size(), set_.pairs,
            validation_.searches().searches.size());
    while (Step() < TotalSteps() && !stopped_early_) RunPhase(log);
    Save(log);
    TrainingReport report = WriteModel();
    report.iterations = learner_.state().iterations;
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
  }

 private:
  // The warm start, or what follows it: a step of theirs takes very different times, so each says
  // how long it will take.
  void RunPhase(MetricsLog& log) {
    const bool cloning = IsCloning();
    const std::int64_t end = cloning ? learner_.cloning_batches() : TotalSteps();
    Progress progress(cloning ? "cloning" : "training", static_cast<std::size_t>(end - Step()));
    while (Step() < end && !stopped_early_) {
      const IterationReport report = OneStep();
      log.Add(Step(), Numbers(report));
      WarnOfCollapse(report, Step());
      if (IsEndOfEpoch()) Validate(log, report, progress);
      if (Step() % options_.irl.checkpoint_every == 0 || Step() == TotalSteps()) Save(log);
      progress.Step();
      if (InterruptRequested()) {
        Save(log);
        throw Interrupted(fmt::format(
            "stopped after {} of {} steps, all saved; go on with --resume", Step(), TotalSteps()));
      }
    }
  }

  std::int64_t Step() const {
    return learner_.state().cloning_batches + learner_.state().iterations;
  }
  std::int64_t TotalSteps() const {
    return learner_.cloning_batches() + learner_.total_iterations();
  }
  bool IsCloning() const { return learner_.state().cloning_batches < learner_.cloning_batches(); }

  ordered_json Config() const {
    ordered_json beliefs = ordered_json::array();
    for (const fs::path& path : options_.beliefs) beliefs.push_back(path.string());
    return {{"kind", options_.kind},
            {"fixations", options_.fixations.string()},
            {"validation", options_.validation.string()},
            {"beliefs", beliefs},
            {"seed", options_.seed},
            {"irl", ToJson(options_.irl)}};
  }

  // A new run, or the continuation of one with the same configuration.
  void PrepareFolder() {
    ClaimRunFolder(options_.out, Config().dump(2) + "\n", options_.resume);
    if (!fs::exists(CheckpointPath(options_, "last"))) return;
    Checkpoint checkpoint = ReadCheckpoint(CheckpointPath(options_, "last"), learner_.state());
    learner_.state() = std::move(checkpoint.state);
    best_distance_ = checkpoint.notes.at("best_distance");
    validations_since_best_ = static_cast<int>(checkpoint.notes.at("since_best"));
    stopped_early_ = checkpoint.notes.at("stopped_early") != 0;
    LogInfo("resumed after {} of {} steps", Step(), TotalSteps());
  }

  IterationReport OneStep() { return IsCloning() ? learner_.CloneBatch() : learner_.Iterate(); }

  static std::map<std::string, double> Numbers(const IterationReport& report) {
    std::map<std::string, double> numbers = report.numbers;
    if (report.states > 0) {
      numbers["time/rollout"] = report.rollout_seconds;
      numbers["time/discriminator"] = report.discriminator_seconds;
      numbers["time/reward"] = report.reward_seconds;
      numbers["rollout/states"] = static_cast<double>(report.states);
    }
    numbers["time/policy"] = report.policy_seconds;
    return numbers;
  }

  // The end of an epoch that is validated; the warm start counts its own epochs.
  bool IsEndOfEpoch() const {
    const IrlState& state = learner_.state();
    const std::int64_t every = options_.irl.validate_every;
    if (state.iterations > 0) {
      return state.iterations % (every * learner_.iterations_per_epoch()) == 0 ||
             state.iterations == learner_.total_iterations();
    }
    const std::int64_t per_epoch =
        learner_.cloning_batches() / std::max(1, options_.irl.cloning.epochs);
    return state.cloning_batches % (every * per_epoch) == 0 ||
           state.cloning_batches == learner_.cloning_batches();
  }

  metrics::ScoreVector Score(const SamplingOptions& sampling, int samples, bool with_maps,
                             std::size_t store = 0) const {
    return validation_.Score(PolicyInference(learner_.state().Learned()),
                             {.samples = samples,
                              .sampling = sampling,
                              .beliefs = {.channels = options_.irl.channels},
                              .with_maps = with_maps,
                              .store = store,
                              .seed = options_.seed});
  }

  // From people, mean over the belief stores; `scores` are the first one's.
  double Distance(const SamplingOptions& sampling, const metrics::ScoreVector& scores,
                  int samples) const {
    double total = validation_.Distance(scores);
    for (std::size_t store = 1; store < validation_.stores(); ++store) {
      total += validation_.Distance(Score(sampling, samples, false, store));
    }
    return total / static_cast<double>(validation_.stores());
  }

  void Validate(MetricsLog& log, const IterationReport& report, Progress& progress) {
    const int samples = options_.irl.validation_samples;
    const auto scores = Score({}, samples, false);
    const double distance = Distance({}, scores, samples);
    log.Add(Step(), ValidationNumbers(scores, distance));
    // After the warm start there is no reward yet: such a policy is no candidate where one is
    // wanted.
    const bool candidate = options_.irl.epochs == 0 || learner_.state().iterations > 0;
    const bool better = candidate && distance < best_distance_;
    if (better) {
      best_distance_ = distance;
      validations_since_best_ = 0;
      WriteCheckpoint(CheckpointPath(options_, "best"), {learner_.state(), Notes()});
    } else if (candidate) {
      ++validations_since_best_;
      const int patience = options_.irl.patience;
      stopped_early_ = patience > 0 && validations_since_best_ >= patience;
    }
    progress.Step(0);
    LogInfo("step {}: {}{}", Step(),
            report.states == 0 ? "cloning, " : fmt::format("{} states, ", report.states),
            ValidationText(scores, distance, better));
  }

  std::map<std::string, double> Notes() const {
    return {{"best_distance", best_distance_},
            {"since_best", validations_since_best_},
            {"stopped_early", stopped_early_ ? 1 : 0}};
  }

  void Save(const MetricsLog& log) const {
    log.Save();
    WriteCheckpoint(CheckpointPath(options_, "last"), {learner_.state(), Notes()});
  }

  // The calibration nearest to people on validation.
  Calibration FindCalibration() const {
    CalibrationGrid grid = options_.grid;
    if (!options_.irl.gaze_prior) grid.first_short_odds = grid.later_short_odds = {};
    return Calibrate(grid, [&](const SamplingOptions& sampling) {
      if (InterruptRequested()) {
        throw Interrupted(
            "stopped while the model was calibrated, all steps saved; go on with --resume");
      }
      constexpr int kSamples = 10;
      const double distance = Distance(sampling, Score(sampling, kSamples, false), kSamples);
      LogInfo("{}: distance {:.3f}", CalibrationText(sampling), distance);
      return distance;
    });
  }

  // The best policy, calibrated on validation, as a model folder.
  TrainingReport WriteModel() {
    if (fs::exists(CheckpointPath(options_, "best"))) {
      learner_.state() = ReadCheckpoint(CheckpointPath(options_, "best"), learner_.state()).state;
    }
    IrlState& state = learner_.state();
    const ChannelMask seen = SeenChannels(set_);
    for (NamedTensors* network : {&state.policy, &state.averaged_policy, &state.discriminator}) {
      if (!network->empty()) SilenceUnseen(seen, *network);
    }
    const Calibration best = FindCalibration();
    TrainingReport report;
    report.best_distance = best.distance;
    report.sampling = best.sampling;
    Model model;
    ModelDescription& card = model.description;
    card = RunCard(options_, options_.kind, ToJson(options_.irl));
    card.preset = options_.irl.preset;
    card.channels = options_.irl.channels;
    card.beliefs.rule = BeliefRule(stores_.front());
    card.calibration = CalibrationByName(best.sampling);
    card.scores["validation"] = ScoresByName(Score(best.sampling, 10, true));
    model.tensors = WithPrefix(state.Learned(), "policy.");
    if (options_.irl.epochs > 0) {
      model.tensors.merge(WithPrefix(state.discriminator, "discriminator."));
    }
    WriteModelFolder(options_.out / "model", model, Precision::kHalf);
    return report;
  }

  TrainingRunOptions options_;
  std::vector<BeliefStore> stores_;
  BeliefLibrary library_;
  std::vector<TrialInImage> train_, validation_trials_;
  SearchSet set_;
  Validation validation_;
  IrlLearner learner_;
  double best_distance_ = std::numeric_limits<double>::infinity();
  int validations_since_best_ = 0;
  bool stopped_early_ = false;
};

}  // namespace

TrainingReport TrainRun(const TrainingRunOptions& options) { return Run(options).Train(); }

}  // namespace saccade
