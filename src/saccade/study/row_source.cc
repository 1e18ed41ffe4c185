#include "saccade/study/row_source.h"

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/memory.h"
#include "saccade/base/stopwatch.h"
#include "saccade/metrics/random_scanpath.h"
#include "saccade/search/model_folder.h"
#include "saccade/study/experiment.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRewardPrefix = "reward:";
constexpr double kLeastMeasuredSeconds = 0.3;

class People : public RowSource {
 public:
  bool IsDrawn() const override { return false; }
  SourcedRow Score(const ScoredTrials& on, const ShownPictures*, const RowRequest&) const override {
    return {metrics::ScoreHumans(on.humans)};
  }
};

class RandomScanpath : public RowSource {
 public:
  SourcedRow Score(const ScoredTrials& on, const ShownPictures*,
                   const RowRequest& request) const override {
    auto drawn = metrics::RandomScanpaths(on.humans, on.trials, request.predict.seed,
                                          request.predict.samples);
    if (drawn.empty()) {
      throw InputError(on.file, "",
                       "has no second picture for any target; random draws from others");
    }
    auto row = metrics::ScorePredictions(on.humans, request.title, drawn, CellPoint::kCenter);
    return {std::move(row), std::move(drawn)};
  }
};

class ModelRow : public RowSource {
 public:
  ModelRow(std::string name, const ModelInputs& inputs)
      : name_(std::move(name)), inputs_(inputs), is_reward_(name_.starts_with(kRewardPrefix)) {
    const fs::path folder = is_reward_ ? name_.substr(kRewardPrefix.size()) : name_;
    if (fs::exists(folder / kWeightsFile)) {
      folder_ = folder;
    } else {
      OpenModel(name_, inputs_);  // built in, or an error that says what is known
    }
  }

  bool Searches() const override { return true; }

  nlohmann::ordered_json Identity() const override {
    if (folder_.empty()) return name_;
    return fmt::format("{}{} {}", is_reward_ ? kRewardPrefix : "",
                       ChecksumText(folder_ / kWeightsFile), ChecksumText(folder_ / "model.json"));
  }

  SourcedRow Score(const ScoredTrials& on, const ShownPictures* shown,
                   const RowRequest& request) const override {
    MethodCost cost;
    if (!folder_.empty()) {
      cost.parameters = Parameters();
      cost.model_mb = SizeInMb();
    }
    ResetPeakMemory();
    const double resident = ResidentMemoryMb();
    const std::unique_ptr<ScanpathModel> model = OpenModel(name_, inputs_);
    std::vector<TrialInImage> predictions = Predict(*model, *shown, request, cost);
    cost.prediction_memory_mb = std::max(0.0, PeakMemoryMb() - resident);
    metrics::Row row = metrics::ScorePredictions(on.humans, request.title, predictions,
                                                 on.humans.protocol.predicted_cell);
    StopIfAsked();
    const auto map = [&](const metrics::HumanPair& pair, const Identifier&,
                         const metrics::NextFixation& next) {
      const auto task = TaskIndex(pair.task);
      return task ? model->NextFixation(shown->set.searches[shown->by_pair.at({*task, pair.name})],
                                        next.past)
                  : std::vector<double>();
    };
    metrics::ScoreMaps(on.humans, map, *shown->priors, metrics::MapResolution::kGrid, row);
    return {std::move(row), std::move(predictions), cost};
  }

 private:
  // Scanpaths for every search, and how many a second: again until the time can be measured.
  static std::vector<TrialInImage> Predict(const ScanpathModel& model, const ShownPictures& shown,
                                           const RowRequest& request, MethodCost& cost) {
    Stopwatch watch;
    const double processor = ProcessorSeconds();
    std::vector<TrialInImage> predictions;
    double count = 0, seconds = 0;
    do {
      predictions = model.Predict(shown.set.searches, request.predict);
      count += static_cast<double>(predictions.size());
      seconds += watch.Lap();
    } while (seconds < kLeastMeasuredSeconds && request.measure_rate);
    cost.scanpaths_per_second = count / seconds;
    cost.cores_used = (ProcessorSeconds() - processor) / seconds;
    return predictions;
  }

  // Of the network that predicts: a reward model has only its discriminator to ask.
  std::int64_t Parameters() const {
    std::int64_t count = 0;
    for (const auto& [tensor, values] : ReadModelFolder(folder_).tensors) {
      if (is_reward_ && !tensor.starts_with("discriminator.")) continue;
      count += static_cast<std::int64_t>(values.values.size());
    }
    return count;
  }

  double SizeInMb() const {
    double bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
    }
    return bytes / (1 << 20);
  }

  std::string name_;
  ModelInputs inputs_;
  bool is_reward_;
  fs::path folder_;  // empty for built-in models
};

}  // namespace

std::unique_ptr<RowSource> OpenRowSource(const std::string& name, const ModelInputs& inputs) {
  if (name == "human") return std::make_unique<People>();
  if (name == "random") return std::make_unique<RandomScanpath>();
  return std::make_unique<ModelRow>(name, inputs);
}

}  // namespace saccade
