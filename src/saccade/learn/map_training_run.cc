#include "saccade/learn/map_training_run.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/learn/run_folder.h"
#include "saccade/learn/validation.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/map_scanpath.h"
#include "saccade/search/model_folder.h"

namespace saccade {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

class Run {
 public:
  explicit Run(const MapRunOptions& options)
      : options_(options),
        network_(NetworkOf(options)),
        train_(ReadTrialsInImage(options.fixations)),
        validation_trials_(ReadTrialsInImage(options.validation)),
        validation_(validation_trials_, train_) {}

  MapRunReport Train() {
    const auto start = std::chrono::steady_clock::now();
    std::vector<MapTarget> train = TargetsOf(train_);
    CheckTasks(train);
    ClaimRunFolder(options_.out, Config().dump(2) + "\n", options_.resume);
    LogInfo("{} searches to learn from, {} to validate with", train.size(),
            validation_.searches().searches.size());
    MapLearner learner(std::move(train), TargetsOf(validation_trials_), network_, options_.map,
                       options_.seed);
    Resume(learner);
    MetricsLog log(options_.out, learner.state().steps);
    Progress progress("training",
                      static_cast<std::size_t>(learner.total_steps() - learner.state().steps));
    while (learner.state().steps < learner.total_steps() && !stopped_early_) {
      const double loss = learner.Step();
      log.Add(learner.state().steps, {{"loss", loss}});
      const bool end_of_epoch = learner.state().steps % learner.steps_per_epoch() == 0;
      if (end_of_epoch) Validate(learner, log);
      const bool interrupted = InterruptRequested();
      if (end_of_epoch || interrupted) Save(learner, log);
      progress.Step();
      if (interrupted) {
        throw Interrupted(
            fmt::format("stopped after {} of {} steps, all saved; go on with "
                        "--resume",
                        learner.state().steps, learner.total_steps()));
      }
    }
    MapRunReport report = WriteModel(learner);
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return report;
  }

 private:
  static CutNetwork NetworkOf(const MapRunOptions& options) {
    if (options.map.fine_tune == 0) return {options.features};
    if (!options.cut) {
      throw InputError(
          fmt::format("{} cannot be fine-tuned; leave fine_tune out", options.feature_maker));
    }
    return options.cut(options.map.fine_tune);
  }

  std::vector<MapTarget> TargetsOf(const std::vector<TrialInImage>& trials) const {
    if (options_.kind == kDetectorKind) return TargetBoxMaps(MakeSearchSet(trials, {}).searches);
    return FixationDensityMaps(trials, options_.map.density);
  }

  // The map of a target that is never trained means nothing; better said now than after training.
  void CheckTasks(const std::vector<MapTarget>& train) const {
    for (const Search& search : validation_.searches().searches) {
      if (std::ranges::find(train, search.task, &MapTarget::task) == train.end()) {
        throw InputError(options_.validation, "", "searches for {}, which {} never does",
                         kTaskNames[search.task], options_.fixations.string());
      }
    }
  }

  ordered_json Config() const {
    return {{"kind", options_.kind},
            {"fixations", options_.fixations.string()},
            {"validation", options_.validation.string()},
            {"features", options_.feature_maker},
            {"seed", options_.seed},
            {"map", ToJson(options_.map)}};
  }

  std::map<std::string, double> Notes() const {
    return {{"best_loss", best_loss_},
            {"since_best", since_best_},
            {"stopped_early", stopped_early_ ? 1 : 0}};
  }

  void Resume(MapLearner& learner) {
    if (!fs::exists(CheckpointPath(options_, "last"))) return;
    MapCheckpoint checkpoint = ReadMapCheckpoint(CheckpointPath(options_, "last"), learner.state());
    learner.state() = std::move(checkpoint.state);
    best_loss_ = checkpoint.notes.at("best_loss");
    since_best_ = static_cast<int>(checkpoint.notes.at("since_best"));
    stopped_early_ = checkpoint.notes.at("stopped_early") != 0;
    LogInfo("resumed after {} of {} steps", learner.state().steps, learner.total_steps());
  }

  void Save(const MapLearner& learner, const MetricsLog& log) const {
    log.Save();
    WriteMapCheckpoint(CheckpointPath(options_, "last"), learner.state(), Notes());
  }

  void Validate(const MapLearner& learner, MetricsLog& log) {
    const double loss = learner.ValidationLoss();
    log.Add(learner.state().steps, {{"validation/loss", loss}});
    const bool better = loss < best_loss_;
    if (better) {
      best_loss_ = loss;
      since_best_ = 0;
      WriteMapCheckpoint(CheckpointPath(options_, "best"), learner.state(), Notes());
    } else {
      ++since_best_;
      stopped_early_ = options_.map.patience > 0 && since_best_ >= options_.map.patience;
    }
    LogInfo("epoch {}: validation loss {:.4f} nats{}",
            learner.state().steps / learner.steps_per_epoch(), loss, better ? " (best)" : "");
  }

  // Scanpaths for the validation searches, as the model will draw them.
  std::vector<TrialInImage> Draw(const std::vector<std::vector<double>>& maps,
                                 double temperature) const {
    constexpr std::size_t kSamples = 10;
    const std::vector<Search>& searches = validation_.searches().searches;
    std::vector<TrialInImage> trials(searches.size() * kSamples);
    ParallelFor(trials.size(), [&](std::size_t i) {
      const std::vector<double>& map = maps[i / kSamples];
      trials[i] = DrawFromMap(
          searches[i / kSamples], static_cast<int>(i % kSamples),
          [&](std::span<const Cell>) { return map; }, {.temperature = temperature},
          Random(options_.seed, "map sampler", i));
    });
    return trials;
  }

  // The best head, its temperature found on validation, as a model folder.
  MapRunReport WriteModel(MapLearner& learner) const {
    MapRunReport report;
    report.epochs = learner.state().steps / learner.steps_per_epoch();
    report.validation_loss = best_loss_;
    if (fs::exists(CheckpointPath(options_, "best"))) {
      learner.state() = ReadMapCheckpoint(CheckpointPath(options_, "best"), learner.state()).state;
    }
    const NamedTensors head = learner.Head();
    const std::vector<Search>& searches = validation_.searches().searches;
    std::vector<std::vector<double>> maps(searches.size());
    ParallelFor(searches.size(), [&](std::size_t i) {
      maps[i] =
          MapProbabilities(MapLogits(head, learner.Features(searches[i].name), searches[i].task));
    });
    report.distance = std::numeric_limits<double>::infinity();
    for (const double temperature : options_.temperatures) {
      const auto scores = validation_.Score(Draw(maps, temperature), {});
      const double distance = validation_.Distance(scores);
      LogInfo("temperature {:.2f}: TFP-AUC {:.3f}, mismatch {:.3f}, distance {:.3f}", temperature,
              scores[metrics::kTfpAuc], scores[metrics::kProbabilityMismatch], distance);
      if (distance >= report.distance) continue;
      report.distance = distance;
      report.temperature = temperature;
    }

    Model model;
    ModelDescription& card = model.description;
    card = RunCard(options_, options_.kind, ToJson(options_.map));
    card.preset = "default";
    card.channels = static_cast<int>(learner.input_scale().size());
    card.settings["features"] = options_.feature_maker;
    card.calibration["temperature"] = report.temperature;
    const auto map_of = [&](const Search& search, std::span<const Cell>) {
      return maps[static_cast<std::size_t>(&search - searches.data())];
    };
    card.scores["validation"] =
        ScoresByName(validation_.Score(Draw(maps, report.temperature), map_of));
    card.scores["validation"]["loss"] = best_loss_;
    model.tensors = WithPrefix(head, "head.");
    model.tensors.merge(WithPrefix(learner.state().blocks, "blocks."));
    WriteModelFolder(options_.out / "model", model, Precision::kHalf);
    return report;
  }

  MapRunOptions options_;
  CutNetwork network_;
  std::vector<TrialInImage> train_, validation_trials_;
  Validation validation_;
  double best_loss_ = std::numeric_limits<double>::infinity();
  int since_best_ = 0;
  bool stopped_early_ = false;
};

}  // namespace

MapRunReport TrainMapRun(const MapRunOptions& options) {
  options.map.Check();
  return Run(options).Train();
}

}  // namespace saccade
