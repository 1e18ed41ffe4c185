#include "saccade/study/compare_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/log.h"
#include "saccade/base/memory.h"
#include "saccade/base/parallel.h"
#include "saccade/metrics/random_scanpath.h"
#include "saccade/scene/trial_file.h"
#include "saccade/search/model_folder.h"
#include "saccade/study/compare_plan.h"
#include "saccade/study/evaluation_json.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kRewardPrefix = "reward:";
constexpr double kLeastMeasuredSeconds = 0.3;

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Of all threads of this process.
double ProcessorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class CompareRun {
 public:
  explicit CompareRun(const CompareOptions& options)
      : options_(options),
        plan_(PlanOf(options)),
        train_(ReadTrialsInImage(options.fixations)),
        validation_(ReadTrialsInImage(options.validation)),
        humans_(metrics::PrepareHumans(validation_, metrics::ProtocolByName(options.protocol))) {
    if (options.beliefs.empty()) throw InputError("no belief store given; use --beliefs S.beliefs");
    store_.emplace(BeliefStore::Open(options.beliefs.front()));
    library_ = BeliefLibrary(*store_);
    set_ = MakeSearchSet(validation_, library_, {});
    for (const Search& search : set_.searches) by_pair_[{search.task, search.name}] = &search;
  }

  Comparison Run() {
    ClaimFolder(options_);
    Comparison comparison;
    comparison.protocol = humans_.protocol.name;
    comparison.split = humans_.split;
    comparison.trials = humans_.trials;
    comparison.pairs = humans_.pairs.size();
    comparison.samples = options_.samples;
    comparison.bootstrap = options_.bootstrap;
    for (int i = 0; i < options_.seeds; ++i) {
      comparison.seeds.push_back(options_.seed + static_cast<std::uint64_t>(i));
    }
    for (const Planned& planned : plan_) {
      ComparedMethod& method = comparison.methods.emplace_back();
      method.name = planned.method.name;
      method.kind = planned.method.kind;
      method.published = planned.method.published;
      method.seed_changes = SeedChangesOf(planned);
      const bool once = method.seed_changes == SeedChanges::kNothing;
      for (const std::uint64_t seed : comparison.seeds) {
        if (once && !method.seeds.empty()) break;
        method.seeds.push_back(Part(planned, seed));
      }
    }
    if (computed_ == 0) {
      LogInfo("{}: all {} parts were finished already", options_.out.string(), finished_);
    } else {
      LogInfo("{}: {} parts computed, {} were finished already", options_.out.string(), computed_,
              finished_);
    }
    return comparison;
  }

 private:
  bool IsTrainedHere(const Planned& planned) const {
    if (!planned.given.empty()) return false;
    if (planned.method.model.starts_with(kRewardPrefix)) return IsTrainedHere(Inner(planned));
    return static_cast<bool>(planned.method.train);
  }

  // The method whose model "reward:KIND" opens, with the model given for it.
  Planned Inner(const Planned& planned) const {
    const std::string kind = planned.method.model.substr(kRewardPrefix.size());
    for (const Planned& other : plan_) {
      if (other.method.kind == kind) return other;
    }
    return {MethodCalled(kind), ""};
  }

  SeedChanges SeedChangesOf(const Planned& planned) const {
    if (planned.method.kind == kHumanKind) return SeedChanges::kNothing;
    return IsTrainedHere(planned) && options_.trainings != 1 ? SeedChanges::kTraining
                                                             : SeedChanges::kScanpaths;
  }

  // The seed of the training whose model `seed` draws from.
  std::uint64_t TrainingSeed(std::uint64_t seed) const {
    if (options_.trainings <= 0) return seed;
    return options_.seed + (seed - options_.seed) % static_cast<std::uint64_t>(options_.trainings);
  }

  void StopIfAsked() const {
    if (!InterruptRequested()) return;
    throw Interrupted(
        fmt::format("stopped; {} finished parts are kept in {}; the same command goes on",
                    computed_ + finished_, options_.out.string()));
  }

  // One method with one seed, read if it is finished.
  SeedResult Part(const Planned& planned, std::uint64_t seed) {
    StopIfAsked();
    const std::string name = fmt::format("{}-{}", planned.method.kind, seed);
    const fs::path folder = options_.out / "parts" / name;
    const fs::path file = folder / "scores.json";
    const bool finished = fs::exists(file);
    if (finished) {
      const Json part = ReadJson(file);
      if (!part.contains("row") || !part.contains("cost") || !part.contains("model")) {
        throw InputError(file, "", "is no finished part; remove it and run again");
      }
      CheckModel(planned, seed, part.at("model"), file);
      LogInfo("{}, seed {}: finished already", planned.method.name, seed);
      ++finished_;
      return {seed, RowFromJson(part.at("row"), file), CostFromJson(part.at("cost"), file)};
    }
    LogInfo("{}, seed {}", planned.method.name, seed);
    MethodCost cost;
    cost.threads = Threads();
    Json model = nullptr;
    const metrics::Row row = Score(planned, seed, folder, cost, model);
    StopIfAsked();
    const metrics::Evaluation evaluation =
        metrics::Summarize(humans_, {&row, 1}, {options_.bootstrap, options_.seed});
    WriteFileAtomically(file, Json{{"method", planned.method.name},
                                   {"seed", seed},
                                   {"model", model},
                                   {"cost", ToJson(cost)},
                                   {"row", RowJson(evaluation.rows.front(), true)}}
                                      .dump(1) +
                                  "\n");
    ++computed_;
    return {seed, evaluation.rows.front(), cost};
  }

  // A part of another model than the one given now must not stand under its name.
  void CheckModel(const Planned& planned, std::uint64_t seed, const Json& before,
                  const fs::path& file) const {
    if (planned.method.kind == kHumanKind || planned.method.kind == kRandomKind) return;
    const bool trained = before.is_object() && before.value("trained_here", false);
    const std::string checksum = before.is_object() ? before.value("xxh3", "") : "";
    bool same = trained == IsTrainedHere(planned);
    if (same && trained) {
      same = before.value("training_seed", seed) == TrainingSeed(seed);
    } else if (same) {
      const std::string model = ModelOf(planned, 0, nullptr);
      same = checksum == ModelChecksum(model) &&
             (!checksum.empty() || before.value("name", "") == model);
    }
    if (same) return;
    throw InputError(file, "",
                     "was made with another model of {}; give the same one, another name, or "
                     "another --out",
                     planned.method.name);
  }

  // Checksum of the weights behind a folder or "reward:FOLDER"; empty for built-in models.
  static std::string ModelChecksum(const std::string& model) {
    const fs::path folder = FolderOf(model);
    return folder.empty() ? "" : ChecksumText(folder / kWeightsFile);
  }
  static fs::path FolderOf(const std::string& model) {
    const std::string folder =
        model.starts_with(kRewardPrefix) ? model.substr(kRewardPrefix.size()) : model;
    return fs::exists(fs::path(folder) / kWeightsFile) ? fs::path(folder) : fs::path();
  }

  // What OpenModel takes; trains it first if it is to be trained here. `cost` may be null.
  std::string ModelOf(const Planned& planned, std::uint64_t seed, MethodCost* cost) const {
    if (!planned.given.empty()) return planned.given;
    if (planned.method.model.starts_with(kRewardPrefix)) {
      return std::string(kRewardPrefix) + ModelOf(Inner(planned), seed, cost);
    }
    if (!planned.method.model.empty()) return planned.method.model;
    return Train(planned.method, TrainingSeed(seed), cost).string();
  }

  // The model of a training of ours, with its cost; the training is done, or ended, if need be.
  fs::path Train(const Method& method, std::uint64_t seed, MethodCost* cost) const {
    const std::string name = fmt::format("{}-{}", method.kind, seed);
    const fs::path run = options_.out / "runs" / name;
    const fs::path record = options_.out / "runs" / (name + ".json");
    Json known = fs::exists(record) ? ReadJson(record) : Json::object();
    if (!known.value("finished", false)) {
      // Time that a killed training took is lost; one that was stopped left it.
      const bool complete = known.value("complete", !fs::exists(run));
      const double before = known.value("seconds", 0.0);
      const auto start = std::chrono::steady_clock::now();
      ResetPeakMemory();
      const double resident = ResidentMemoryMb();
      const auto note = [&](bool finished) {
        const double memory = std::max(known.value("memory_mb", 0.0), PeakMemoryMb() - resident);
        known = {{"finished", finished},
                 {"seconds", before + SecondsSince(start)},
                 {"complete", complete},
                 {"memory_mb", memory}};
        WriteFileAtomically(record, known.dump(1) + "\n");
      };
      LogInfo("{}, seed {}: training", method.name, seed);
      if (fs::exists(record)) fs::remove(record);
      try {
        method.train({options_.fixations, options_.validation, options_.beliefs, options_.inputs,
                      run, seed, options_.preset, options_.quick});
      } catch (const Interrupted&) {
        note(false);
        StopIfAsked();
        throw;
      }
      note(true);
    }
    if (cost != nullptr) {
      cost->training_seconds = known.value("seconds", 0.0);
      cost->training_complete = known.value("complete", true);
      cost->training_memory_mb = known.value("memory_mb", 0.0);
    }
    return run / "model";
  }

  metrics::Row Score(const Planned& planned, std::uint64_t seed, const fs::path& folder,
                     MethodCost& cost, Json& model_json) const {
    if (planned.method.kind == kHumanKind) return metrics::ScoreHumans(humans_);
    if (planned.method.kind == kRandomKind) {
      const auto drawn = metrics::RandomScanpaths(humans_, validation_, seed, options_.samples);
      if (drawn.empty()) {
        throw InputError(options_.validation, "",
                         "has no second picture for any target; random draws from others");
      }
      WriteTrials(folder / "predictions.json", drawn);
      return metrics::ScorePredictions(humans_, planned.method.name, drawn, CellPoint::kCenter);
    }
    const std::string name = ModelOf(planned, seed, &cost);
    StopIfAsked();
    model_json = {{"name", name}, {"trained_here", IsTrainedHere(planned)}};
    if (IsTrainedHere(planned)) model_json["training_seed"] = TrainingSeed(seed);
    const fs::path weights = FolderOf(name);
    if (!weights.empty()) {
      model_json["xxh3"] = ModelChecksum(name);
      cost.parameters = ParametersOf(name, weights);
      cost.model_mb = SizeOfMb(weights);
    }
    ResetPeakMemory();
    const double resident = ResidentMemoryMb();
    const std::unique_ptr<ScanpathModel> model = OpenModel(name, options_.inputs);
    const std::vector<TrialInImage> predictions = Predict(*model, seed, cost);
    cost.prediction_memory_mb = std::max(0.0, PeakMemoryMb() - resident);
    WriteTrials(folder / "predictions.json", predictions);
    metrics::Row row = metrics::ScorePredictions(humans_, planned.method.name, predictions,
                                                 humans_.protocol.predicted_cell);
    StopIfAsked();
    ScoreNextFixations(*model, row);
    return row;
  }

  // Scanpaths for every search, and how many a second: again until the time can be measured.
  std::vector<TrialInImage> Predict(const ScanpathModel& model, std::uint64_t seed,
                                    MethodCost& cost) const {
    const PredictOptions options{.samples = options_.samples, .seed = seed};
    const auto start = std::chrono::steady_clock::now();
    const double processor = ProcessorSeconds();
    std::vector<TrialInImage> predictions;
    double count = 0, seconds = 0;
    do {
      predictions = model.Predict(set_.searches, options);
      count += static_cast<double>(predictions.size());
      seconds = SecondsSince(start);
    } while (seconds < kLeastMeasuredSeconds && !options_.quick);
    cost.scanpaths_per_second = count / seconds;
    cost.cores_used = (ProcessorSeconds() - processor) / seconds;
    return predictions;
  }

  void ScoreNextFixations(const ScanpathModel& model, metrics::Row& row) const {
    if (priors_.empty()) priors_ = metrics::MakePriors(train_, humans_.protocol);
    const auto map = [&](const metrics::HumanPair& pair, int, const metrics::NextFixation& next) {
      return model.NextFixation(*by_pair_.at({*TaskIndex(pair.task), pair.name}), next.past);
    };
    metrics::ScoreMaps(humans_, map, priors_, metrics::MapResolution::kGrid, row);
  }

  // Of the network that predicts: a reward model has only its discriminator to ask.
  static std::int64_t ParametersOf(const std::string& name, const fs::path& folder) {
    const bool reward = name.starts_with(kRewardPrefix);
    std::int64_t count = 0;
    for (const auto& [tensor, values] : ReadModelFolder(folder).tensors) {
      if (!reward || tensor.starts_with("discriminator.")) {
        count += static_cast<std::int64_t>(values.values.size());
      }
    }
    return count;
  }

  static double SizeOfMb(const fs::path& folder) {
    double bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
    }
    return bytes / (1 << 20);
  }

  CompareOptions options_;
  std::vector<Planned> plan_;
  std::vector<TrialInImage> train_, validation_;
  metrics::HumanSet humans_;
  std::optional<BeliefStore> store_;
  BeliefLibrary library_;
  SearchSet set_;
  std::map<std::pair<int, std::string>, const Search*> by_pair_;
  mutable std::map<std::string, metrics::TaskPrior> priors_;
  int computed_ = 0;
  int finished_ = 0;
};

}  // namespace

Comparison RunComparison(const CompareOptions& options) { return CompareRun(options).Run(); }

}  // namespace saccade
