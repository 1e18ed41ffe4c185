#include "saccade/study/variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/learn/run_folder.h"
#include "saccade/scene/trial_file.h"
#include "saccade/study/evaluation_json.h"
#include "saccade/study/hidden_store.h"
#include "saccade/study/row_source.h"
#include "saccade/study/study_data.h"

namespace saccade {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kRun = "run";

std::string CellName(const std::string& name, std::uint64_t seed) {
  return fmt::format("{}-{}", name, seed);
}

// What a training is told to read: the files as they are or, where it is to see less, copies of
// what it may see, left in `folder` while it lasts.
MethodTraining FilesOf(const Training& training, const StudyOptions& options, StudyData& data,
                       const fs::path& folder) {
  MethodTraining files{.fixations = options.fixations,
                       .validation = options.validation,
                       .beliefs = options.beliefs,
                       .inputs = options.inputs};
  const TrialChoice people = training.learns_from.OfPeople();
  const bool renamed = !training.hidden.empty();
  const auto copy = [&](fs::path& file, const TrialChoice& choice, const char* name) {
    if (choice.IsAll() && !renamed) return;
    auto trials = Chosen(data.Trials(file), choice);
    if (renamed) NameByTask(trials);
    file = folder / name;
    WriteTrials(file, trials);
  };
  copy(files.fixations, training.learns_from, "fixations.json");
  copy(files.validation, people, "validation.json");
  if (!renamed) return files;
  auto all = data.Trials(options.fixations);
  const auto& validation = data.Trials(options.validation);
  all.insert(all.end(), validation.begin(), validation.end());
  for (std::size_t i = 0; i < files.beliefs.size(); ++i) {
    const fs::path copied = folder / fmt::format("{}-{}", i, files.beliefs[i].filename().string());
    WriteHidden(BeliefStore::Open(files.beliefs[i]), all, training.hidden, copied);
    files.beliefs[i] = copied;
  }
  return files;
}

Json Train(const Training& training, std::uint64_t seed, const StudyOptions& options,
           StudyData& data, const fs::path& folder) {
  MethodTraining call = FilesOf(training, options, data, folder);
  call.out = folder / kRun;
  call.seed = seed;
  call.preset = training.preset;
  call.settings = training.settings;
  call.quick = options.quick;
  training.method.train(call);
  for (const fs::path& copy : call.beliefs) {
    if (copy.parent_path() == folder) fs::remove(copy);
  }
  return {{"model", kRun + std::string("/model")}};
}

Json InputsOf(const Training& training, std::uint64_t seed, const StudyOptions& options,
              const Json& files) {
  Json inputs = {{"fixations", files.at("fixations")},
                 {"validation", files.at("validation")},
                 {"method", training.method.kind},
                 {"preset", training.preset},
                 {"seed", seed}};
  inputs["beliefs"] = files.at("beliefs");
  if (!options.inputs.feature_maker.empty()) inputs["features"] = options.inputs.feature_maker;
  if (!training.settings.empty()) inputs["settings"] = training.settings;
  if (!training.learns_from.IsAll()) inputs["learns_from"] = ToJson(training.learns_from);
  if (!training.hidden.empty()) inputs["hidden"] = training.hidden;
  if (options.quick) inputs["quick"] = true;
  return inputs;
}

Json ToJson(const Sampling& sampling) {
  Json json = Json::object();
  if (sampling.greedy) json["greedy"] = true;
  if (sampling.until_target) json["until_target"] = true;
  if (sampling.temperature) json["temperature"] = *sampling.temperature;
  return json;
}

// A trained variant's source is a model whatever it will be called.
bool Searches(const Variant& variant, const StudyOptions& options) {
  return variant.training || OpenRowSource(variant.source, options.inputs)->Searches();
}
bool IsDrawn(const Variant& variant, const StudyOptions& options) {
  if (variant.sampling.greedy) return false;
  return variant.training || OpenRowSource(variant.source, options.inputs)->IsDrawn();
}

SeedChanges SeedChangesOf(const Variant& variant, const StudyOptions& options) {
  if (variant.training && options.trainings != 1) return SeedChanges::kTraining;
  return IsDrawn(variant, options) ? SeedChanges::kScanpaths : SeedChanges::kNothing;
}

std::vector<std::uint64_t> SeedsOf(const Variant& variant, const StudyOptions& options) {
  std::vector<std::uint64_t> seeds = SeedsOf(options);
  if (SeedChangesOf(variant, options) == SeedChanges::kNothing) seeds.resize(1);
  return seeds;
}

// The seed of the training whose model `seed` draws from.
std::uint64_t TrainingSeed(std::uint64_t seed, const StudyOptions& options) {
  if (options.trainings <= 0) return seed;
  return options.seed + (seed - options.seed) % static_cast<std::uint64_t>(options.trainings);
}

std::string TrainingCell(const Training& training, std::uint64_t seed,
                         const StudyOptions& options) {
  return "train-" + CellName(training.name, TrainingSeed(seed, options));
}

int SamplesOf(const Variant& variant, const StudyOptions& options) {
  return variant.sampling.samples > 0 ? variant.sampling.samples : options.samples;
}

Json InputsOf(const Variant& variant, std::uint64_t seed, const StudyOptions& options,
              const Json& files) {
  Json inputs = {{"title", variant.title},
                 {"validation", files.at("validation")},
                 {"protocol", options.protocol},
                 {"bootstrap", options.bootstrap}};
  if (options.bootstrap > 0) inputs["bootstrap_seed"] = options.seed;
  if (variant.resample == metrics::ResampleUnit::kPeople) inputs["resample"] = "people";
  if (variant.resample == metrics::ResampleUnit::kBoth) inputs["resample"] = "both";
  if (!variant.scored_on.IsAll()) inputs["scored_on"] = ToJson(variant.scored_on);
  if (!variant.training) {
    const auto source = OpenRowSource(variant.source, options.inputs);
    if (Json identity = source->Identity(); !identity.is_null()) inputs["model"] = identity;
  } else if (!variant.source.empty()) {
    inputs["model"] = variant.source;
  }
  if (IsDrawn(variant, options)) inputs["seed"] = seed;
  if (IsDrawn(variant, options) || Searches(variant, options)) {
    inputs["samples"] = SamplesOf(variant, options);
  }
  if (!Searches(variant, options)) return inputs;
  inputs["priors"] = files.at("fixations");
  inputs["beliefs"] = files.at("beliefs").at(0);
  if (!variant.hidden.empty()) inputs["hidden"] = variant.hidden;
  inputs.update(ToJson(variant.sampling));
  return inputs;
}

Json Score(const Variant& variant, std::uint64_t seed, const StudyOptions& options, StudyData& data,
           const fs::path& folder, const FindCell& needs) {
  std::optional<FinishedCell> trained;
  std::string name = variant.source;
  if (variant.training) {
    trained = needs(TrainingCell(*variant.training, seed, options));
    name += (trained->folder / kRun / "model").string();
  }
  const auto source = OpenRowSource(name, options.inputs);
  const ScoredTrials& on = data.Scored(variant.scored_on);
  const RowRequest request{.title = variant.title,
                           .predict = {.samples = SamplesOf(variant, options),
                                       .greedy = variant.sampling.greedy,
                                       .until_target = variant.sampling.until_target,
                                       .temperature = variant.sampling.temperature,
                                       .seed = seed},
                           .measure_rate = !options.quick};
  const ShownPictures* shown =
      source->Searches() ? &data.Shown(variant.scored_on, variant.hidden) : nullptr;
  const auto [row, scanpaths, predicting] = source->Score(on, shown, request);
  if (!scanpaths.empty()) WriteTrials(folder / "predictions.json", scanpaths);
  MethodCost cost = predicting;
  cost.threads = Threads();
  if (trained) {
    cost.training_seconds = trained->seconds;
    cost.training_complete = trained->seconds_complete;
    cost.training_memory_mb = trained->memory_mb;
  }
  const metrics::Evaluation evaluation =
      metrics::Summarize(on.humans, {&row, 1}, {options.bootstrap, options.seed, variant.resample});
  return {{"split", on.humans.split},
          {"trials", on.humans.trials},
          {"pairs", on.humans.pairs.size()},
          {"human", row.human},
          {"cost", ToJson(cost)},
          {"row", RowJson(evaluation.rows.front(), true)}};
}

Json InputFiles(const StudyOptions& options) {
  if (options.beliefs.empty()) throw InputError("no belief store given; use --beliefs S.beliefs");
  Json files = {{"fixations", FileJson(options.fixations)},
                {"validation", FileJson(options.validation)},
                {"beliefs", Json::array()}};
  for (const fs::path& store : options.beliefs) files["beliefs"].push_back(FileJson(store));
  return files;
}

void AddTraining(const Training& training, std::uint64_t asked, const StudyOptions& options,
                 const Json& files, const std::shared_ptr<StudyData>& data,
                 std::vector<StudyCell>& cells) {
  const std::uint64_t seed = TrainingSeed(asked, options);
  StudyCell cell;
  cell.name = TrainingCell(training, seed, options);
  cell.kind = "train " + training.method.kind;
  cell.inputs = InputsOf(training, seed, options, files);
  if (!options.quick) cell.estimate_seconds = training.method.estimate_seconds;
  cell.compute = [=](const fs::path& folder, const FindCell&) {
    return Train(training, seed, options, *data, folder);
  };
  const auto same = std::ranges::find(cells, cell.name, &StudyCell::name);
  if (same == cells.end()) {
    cells.push_back(std::move(cell));
  } else if (same->inputs != cell.inputs) {
    throw std::logic_error("two different trainings are called " + training.name);
  }
}

}  // namespace

std::vector<StudyCell> CellsOf(const std::vector<Training>& trainings,
                               const StudyOptions& options) {
  const Json files = InputFiles(options);
  const auto data = std::make_shared<StudyData>(options);
  std::vector<StudyCell> cells;
  for (const Training& training : trainings) {
    for (const std::uint64_t seed : SeedsOf(options)) {
      AddTraining(training, seed, options, files, data, cells);
    }
  }
  return cells;
}

std::vector<StudyCell> CellsOf(const std::vector<Variant>& variants, const StudyOptions& options) {
  const Json files = InputFiles(options);
  metrics::ProtocolByName(options.protocol);
  const auto data = std::make_shared<StudyData>(options);
  std::vector<StudyCell> cells;
  for (const Variant& variant : variants) {
    if (!variant.training) continue;
    for (const std::uint64_t seed : SeedsOf(variant, options)) {
      AddTraining(*variant.training, seed, options, files, data, cells);
    }
  }
  for (const Variant& variant : variants) {
    for (const std::uint64_t seed : SeedsOf(variant, options)) {
      StudyCell& cell = cells.emplace_back();
      cell.name = CellName(variant.name, seed);
      cell.kind = "score " + (variant.training ? variant.training->method.kind
                                               : fs::path(variant.source).filename().string());
      cell.inputs = InputsOf(variant, seed, options, files);
      if (variant.training) cell.needs = {TrainingCell(*variant.training, seed, options)};
      cell.compute = [=](const fs::path& folder, const FindCell& needs) {
        return Score(variant, seed, options, *data, folder, needs);
      };
    }
  }
  return cells;
}

Comparison RowsOf(const std::vector<Variant>& variants, const Experiment& experiment,
                  const StudyOptions& options) {
  const std::set<std::string> finished = experiment.Finished();
  Comparison comparison;
  comparison.protocol = options.protocol;
  comparison.samples = options.samples;
  comparison.bootstrap = options.bootstrap;
  if (!variants.empty()) comparison.resample = variants.front().resample;
  comparison.seeds = SeedsOf(options);
  for (const Variant& variant : variants) {
    ComparedMethod method;
    method.name = variant.title;
    method.kind = variant.name;
    method.published = variant.published;
    method.seed_changes = SeedChangesOf(variant, options);
    for (const std::uint64_t seed : SeedsOf(variant, options)) {
      if (options.so_far && !finished.contains(CellName(variant.name, seed))) continue;
      const FinishedCell cell = experiment.Read(CellName(variant.name, seed));
      const fs::path file = cell.folder / "cell.json";
      method.seeds.push_back({seed, RowFromJson(cell.result.at("row"), file),
                              CostFromJson(cell.result.at("cost"), file)});
      method.seeds.back().row.human = cell.result.value("human", false);
      comparison.split = cell.result.value("split", "");
      comparison.trials = cell.result.value("trials", std::size_t{0});
      comparison.pairs = cell.result.value("pairs", std::size_t{0});
    }
    if (!method.seeds.empty()) comparison.methods.push_back(std::move(method));
  }
  return comparison;
}

}  // namespace saccade
