#include "saccade/learn/training.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/atomic_folder.h"
#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/log.h"
#include "saccade/base/progress.h"
#include "saccade/base/stopwatch.h"
#include "saccade/beliefs/store_notes.h"
#include "saccade/learn/checkpoint.h"
#include "saccade/learn/policy_likelihood.h"
#include "saccade/learn/released_scores.h"
#include "saccade/learn/seen_channels.h"
#include "saccade/learn/training_plan.h"
#include "saccade/learn/validation.h"
#include "saccade/scene/trial_file.h"

namespace saccade {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

TrainingData ReadData(const TrainingOptions& options, const TrainingPlan& plan) {
  TrainingData data;
  const bool beliefs = !TrainingKindCalled(options.kind).needs_features;
  if (beliefs) {
    data.stores = OpenStores(options);
    data.library = BeliefLibrary(data.stores, plan.mirror);
  }
  data.train = ReadTrialsInImage(options.fixations);
  data.validation = ReadTrialsInImage(options.validation);
  data.set = beliefs ? MakeSearchSet(data.train, data.library, plan.demonstrations)
                     : MakeSearchSet(data.train, plan.demonstrations);
  return data;
}

class Run {
 public:
  explicit Run(const TrainingOptions& options)
      : options_(options),
        plan_(TrainingKindCalled(options.kind).plan(options)),
        data_(ReadData(options, plan_)),
        validation_(data_.stores.empty()
                        ? Validation(data_.validation, data_.train)
                        : Validation(data_.validation, data_.train, data_.library)),
        seen_(SeenChannels(data_.set)) {
    if (plan_.released_scores) released_.emplace(data_.validation, data_.library);
  }

  TrainingReport Train() {
    Stopwatch watch;
    if (plan_.check) plan_.check(data_);
    const auto lease = ClaimRunFolder(options_.out, Config().dump(2) + "\n", options_.resume);
    LogInfo("{} searches, {} human scanpaths, {} decisions; {} validation pairs",
            data_.set.searches.size(), data_.set.demonstrations.size(), data_.set.pairs,
            validation_.searches().searches.size());
    learner_ = plan_.make_learner(data_);
    phases_ = learner_->Phases();
    for (const LearningPhase& phase : phases_) total_ += phase.steps;
    TryOut();
    Resume();
    MetricsLog log(options_.out, Step());
    std::int64_t end = 0;
    for (const LearningPhase& phase : phases_) {
      end += phase.steps;
      if (Step() < end && !StoppedEarly()) RunPhase(phase, end - phase.steps, log);
    }
    Save(log);
    TrainingReport report = WriteModel();
    report.steps = Step();
    report.seconds = watch.Lap();
    return report;
  }

 private:
  std::int64_t Step() const { return learner_->steps_done(); }
  bool StoppedEarly() const {
    return plan_.care.patience > 0 && record_.since_best >= plan_.care.patience;
  }
  fs::path CheckpointFile(const char* which) const { return CheckpointPath(options_, which); }

  // Steps of one phase take about the same time, so each phase says how long it will take.
  void RunPhase(const LearningPhase& phase, std::int64_t first, MetricsLog& log) {
    const std::int64_t end = first + phase.steps;
    const std::int64_t validated = plan_.care.validate_steps > 0
                                       ? plan_.care.validate_steps
                                       : plan_.care.validate_every * phase.steps_per_epoch;
    Progress progress(phase.name, static_cast<std::size_t>(end - Step()));
    while (Step() < end && !StoppedEarly()) {
      const StepReport report = learner_->Step();
      log.Add(Step(), report.numbers);
      const bool validate = (Step() - first) % validated == 0 || Step() == end;
      if (validate) {
        progress.Step(0);
        Validate(phase, report, log);
      }
      if (validate || Step() % plan_.care.checkpoint_every == 0) Save(log);
      progress.Step();
      if (InterruptRequested()) {
        Save(log);
        throw Interrupted(fmt::format(
            "stopped after {} of {} steps, all saved; go on with --resume", Step(), total_));
      }
    }
  }

  ordered_json Config() const {
    ordered_json beliefs = ordered_json::array();
    for (const fs::path& path : options_.beliefs) beliefs.push_back(FileJson(path));
    ordered_json config = {{"kind", options_.kind},
                           {"fixations", FileJson(options_.fixations)},
                           {"validation", FileJson(options_.validation)},
                           {"beliefs", beliefs},
                           {"seed", options_.seed}};
    for (const auto& [name, value] : plan_.card) config[name] = value;
    config["options"] = plan_.options.ToJson();
    return config;
  }

  void Resume() {
    if (!fs::exists(CheckpointFile("last"))) return;
    const Checkpoint checkpoint = ReadCheckpoint(CheckpointFile("last"), learner_->State());
    learner_->Restore(checkpoint.state);
    record_ = checkpoint.record;
    LogInfo("resumed after {} of {} steps", Step(), total_);
  }

  // What comes after the last step is tried before the first: a model that cannot be written, or
  // searches that cannot be scored, are better known now.
  void TryOut() {
    const AtomicFolder scratch(options_.out / "model");  // never committed
    Model model = Learned();
    CompleteCard(options_, plan_.options.ToJson(), model.description);
    WriteModelFolder(scratch.path() / "model", model, Precision::kHalf);
    const auto searcher = OpenModel(model, options_.inputs, options_.kind);
    validation_.TryOut(*searcher);
  }

  // What was learned, as it will be kept.
  Model Learned() const {
    Model model = learner_->Learned();
    if (!data_.stores.empty()) SilenceUnseen(seen_, model.tensors);
    for (const auto& [name, value] : plan_.card) model.description.settings[name] = value;
    return model;
  }

  void Validate(const LearningPhase& phase, const StepReport& report, MetricsLog& log) {
    double value = 0;
    std::string text;
    std::map<std::string, double> numbers;
    const std::optional<double> loss = learner_->ValidationLoss();
    if (loss) {
      value = *loss;
      numbers = {{"validation/loss", *loss}};
      text = fmt::format("validation loss {:.4f} nats", *loss);
    } else {
      const Model learned = Learned();
      const auto model = OpenModel(learned, options_.inputs, options_.kind);
      const Validation::Outcome outcome = validation_.Validate(
          *model, {.samples = plan_.care.validation_samples, .seed = options_.seed});
      value = outcome.distance;
      numbers = ValidationNumbers(outcome.scores, value);
      text = ValidationText(outcome.scores, value);
      if (released_)
        numbers.merge(released_->Of(WithoutPrefix(learned.tensors, "policy."), options_.seed));
    }
    log.Add(Step(), numbers);
    const bool better = phase.gives_model && value < record_.best;
    if (better) {
      record_ = {value, 0};
      WriteCheckpoint(CheckpointFile("best"), {learner_->State(), record_});
    } else if (phase.gives_model) {
      ++record_.since_best;
    }
    LogInfo("step {}: {}, {}{}", Step(), report.text, text, better ? " (best)" : "");
  }

  void Save(const MetricsLog& log) const {
    log.Save();
    WriteCheckpoint(CheckpointFile("last"), {learner_->State(), record_});
  }

  // The best of the training, calibrated on validation, as a model folder.
  TrainingReport WriteModel() {
    const LearnerState last = learner_->State();
    if (!plan_.care.keep_last && fs::exists(CheckpointFile("best"))) {
      learner_->Restore(ReadCheckpoint(CheckpointFile("best"), last).state);
    }
    TrainingReport report;
    report.model = options_.out / "model";
    report.validation_loss = learner_->ValidationLoss();
    Model model = Learned();
    const auto searcher = OpenModel(model, options_.inputs, report.model.string());
    Validation::Options scoring{.samples = plan_.care.final_samples, .seed = options_.seed};
    std::optional<PolicyLikelihood> likelihood;
    if (plan_.by_likelihood) likelihood.emplace(model, validation_);
    const Calibrated best = Calibrate(plan_.grid, [&](const Calibration& calibration) {
      if (InterruptRequested()) {
        throw Interrupted(
            "stopped while the model was calibrated, all steps saved; go on with --resume");
      }
      scoring.calibration = calibration;
      if (likelihood) {
        const double nats = likelihood->Nats(calibration);
        LogInfo("{}: {:.4f} nats", CalibrationText(calibration), nats);
        return nats;
      }
      const double distance = validation_.Validate(*searcher, scoring).distance;
      LogInfo("{}: distance {:.3f}", CalibrationText(calibration), distance);
      return distance;
    });
    scoring.calibration = best.calibration;
    report.distance =
        likelihood ? validation_.Validate(*searcher, scoring).distance : best.distance;
    report.calibration = best.calibration;
    CompleteCard(options_, plan_.options.ToJson(), model.description);
    if (!data_.stores.empty()) {
      const BeliefStore& store = data_.stores.front();
      model.description.beliefs.rule = BeliefRule(store);
      if (const auto blur = BlurOf(store)) model.description.beliefs.blur_sigma = *blur;
    }
    model.description.calibration = best.calibration;
    scoring.with_maps = true;
    auto& scores = model.description.scores["validation"];
    scores = ScoresByName(validation_.Score(*searcher, scoring));
    if (report.validation_loss) scores["loss"] = *report.validation_loss;
    WriteModelFolder(report.model, model, Precision::kHalf);
    learner_->Restore(last);
    return report;
  }

  TrainingOptions options_;
  TrainingPlan plan_;
  TrainingData data_;
  Validation validation_;
  std::optional<ReleasedScores> released_;
  ChannelMask seen_;  // in training
  std::unique_ptr<Learner> learner_;
  std::vector<LearningPhase> phases_;
  std::int64_t total_ = 0;
  ValidationRecord record_;
};

}  // namespace

TrainingReport Train(const TrainingOptions& options) { return Run(options).Train(); }

}  // namespace saccade
