#include "saccade/learn/bc_lstm_run.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/log.h"
#include "saccade/base/progress.h"
#include "saccade/learn/bc_lstm_learner.h"
#include "saccade/learn/calibration.h"
#include "saccade/learn/run_folder.h"
#include "saccade/learn/validation.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/model_folder.h"
#include "saccade/search/recurrent_prediction.h"

namespace saccade {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

class Run {
 public:
  explicit Run(const BcLstmRunOptions& options)
      : options_(options),
        stores_(OpenStores(options)),
        library_(stores_, options.learning.mirror),
        train_(ReadTrialsInImage(options.fixations)),
        validation_trials_(ReadTrialsInImage(options.validation)),
        set_(MakeSearchSet(train_, library_, options.learning.demonstrations)),
        validation_(validation_trials_, train_, library_),
        learner_(set_, options.learning, options.seed) {}

  TrainingReport Train() {
    const auto start = std::chrono::steady_clock::now();
    PrepareFolder();
    MetricsLog log(options_.out, Step());
    LogInfo("{} searches, {} human scanpaths, {} decisions; {} validation pairs",
            set_.searches.size(), set_.demonstrations.size(), set_.pairs,
            validation_.searches().searches.size());
    const std::int64_t total = learner_.total_batches();
    Progress progress("training", static_cast<std::size_t>(total - Step()));
    while (Step() < total) {
      const BcLstmLearner::Report report = learner_.LearnBatch();
      log.Add(Step(), {{"cloning/loss", report.loss},
                       {"cloning/rate", report.rate},
                       {"cloning/gradient", report.gradient}});
      loss_sum_ += report.loss;
      if (IsEndOfEpoch()) Validate(log);
      if (Step() % options_.learning.checkpoint_every == 0 || IsEndOfEpoch()) Save(log);
      progress.Step(1, fmt::format("loss {:.3f}", report.loss));
      if (InterruptRequested()) {
        Save(log);
        throw Interrupted(fmt::format(
            "stopped after {} of {} batches, all saved; go on with --resume", Step(), total));
      }
    }
    TrainingReport report = WriteModel();
    report.iterations = Step();
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
  }

 private:
  std::int64_t Step() const { return learner_.state().batches; }
  bool IsEndOfEpoch() const {
    return Step() % (options_.learning.validate_every * learner_.batches_per_epoch()) == 0 ||
           Step() == learner_.total_batches();
  }

  ordered_json Config() const {
    ordered_json beliefs = ordered_json::array();
    for (const fs::path& path : options_.beliefs) beliefs.push_back(path.string());
    return {{"kind", "bc-lstm"},
            {"fixations", options_.fixations.string()},
            {"validation", options_.validation.string()},
            {"beliefs", beliefs},
            {"seed", options_.seed},
            {"learning", ToJson(options_.learning)}};
  }

  // A new run, or the continuation of one with the same configuration.
  void PrepareFolder() {
    ClaimRunFolder(options_.out, Config().dump(2) + "\n", options_.resume);
    if (!fs::exists(CheckpointPath(options_, "last"))) return;
    BcLstmCheckpoint checkpoint =
        ReadBcLstmCheckpoint(CheckpointPath(options_, "last"), learner_.state().weights);
    learner_.state() = std::move(checkpoint.state);
    best_distance_ = checkpoint.notes.at("best_distance");
    loss_sum_ = checkpoint.notes.at("loss_sum");
    LogInfo("resumed after {} of {} batches", Step(), learner_.total_batches());
  }

  BeliefOptions Beliefs() const { return {.channels = options_.learning.channels}; }

  metrics::ScoreVector Score(const SamplingOptions& sampling, int samples, bool with_maps) const {
    const ConvLstm network(learner_.state().weights);
    const auto predictions = PredictScanpaths(network, validation_.searches().searches, samples,
                                              sampling, Beliefs(), options_.seed);
    Validation::NextFixationMap map;
    if (with_maps) {
      map = [&](const Search& search, std::span<const Cell> past) {
        return NextFixationDistribution(network, search, past, Beliefs());
      };
    }
    return validation_.Score(predictions, map);
  }

  void Validate(MetricsLog& log) {
    const auto scores = Score({}, options_.learning.validation_samples, false);
    const double distance = validation_.Distance(scores);
    const std::int64_t epoch_batches =
        options_.learning.validate_every * learner_.batches_per_epoch();
    const std::int64_t since = Step() % epoch_batches == 0 ? epoch_batches : Step() % epoch_batches;
    const double loss = loss_sum_ / static_cast<double>(since);
    loss_sum_ = 0;
    auto named = ValidationNumbers(scores, distance);
    named["cloning/mean_loss"] = loss;
    log.Add(Step(), named);
    const bool better = distance < best_distance_;
    if (better) {
      best_distance_ = distance;
      WriteBcLstmCheckpoint(CheckpointPath(options_, "best"), learner_.state(), Notes());
    }
    LogInfo("batch {}: loss {:.3f}, {}", Step(), loss, ValidationText(scores, distance, better));
  }

  std::map<std::string, double> Notes() const {
    return {{"best_distance", best_distance_}, {"loss_sum", loss_sum_}};
  }

  void Save(const MetricsLog& log) const {
    log.Save();
    WriteBcLstmCheckpoint(CheckpointPath(options_, "last"), learner_.state(), Notes());
  }

  // The best network, its temperatures found on validation, as a model folder.
  TrainingReport WriteModel() {
    learner_.state() =
        ReadBcLstmCheckpoint(CheckpointPath(options_, "best"), learner_.state().weights).state;
    TrainingReport report;
    const Calibration best = Calibrate(options_.grid, [&](const SamplingOptions& sampling) {
      if (InterruptRequested()) {
        throw Interrupted(
            "stopped while the temperatures were chosen, all batches saved; go on with --resume");
      }
      const double distance =
          validation_.Distance(Score(sampling, options_.learning.final_samples, false));
      LogInfo("{}: distance {:.3f}", CalibrationText(sampling), distance);
      return distance;
    });
    report.best_distance = best.distance;
    report.sampling = best.sampling;
    Model model;
    ModelDescription& card = model.description;
    card = RunCard(options_, "bc-lstm", ToJson(options_.learning));
    card.preset = "default";
    card.channels = options_.learning.channels;
    card.beliefs.rule = BeliefRule(stores_.front());
    card.calibration = CalibrationByName(best.sampling);
    card.scores["validation"] =
        ScoresByName(Score(best.sampling, options_.learning.final_samples, true));
    model.tensors = WithPrefix(learner_.state().weights, "conv_lstm.");
    WriteModelFolder(options_.out / "model", model, Precision::kHalf);
    return report;
  }

  BcLstmRunOptions options_;
  std::vector<BeliefStore> stores_;
  BeliefLibrary library_;
  std::vector<TrialInImage> train_, validation_trials_;
  SearchSet set_;
  Validation validation_;
  BcLstmLearner learner_;
  double best_distance_ = std::numeric_limits<double>::infinity();
  double loss_sum_ = 0;  // since the last validation
};

}  // namespace

TrainingReport TrainBcLstm(const BcLstmRunOptions& options) {
  options.learning.Check();
  return Run(options).Train();
}

}  // namespace saccade
