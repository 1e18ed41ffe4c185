#include "saccade/study/prediction_cells.h"

#include <fmt/format.h>

#include "saccade/base/error.h"
#include "saccade/learn/run_folder.h"
#include "saccade/metrics/random_scanpath.h"
#include "saccade/scene/trial_file.h"

namespace saccade {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRandom = "random scanpath";
constexpr const char* kPredictions = "predictions.json";

std::string CellOf(const std::string& name, std::uint64_t seed) {
  return FolderName(name) + fmt::format("-{}", seed);
}

std::string SourceOf(const StudyOptions& options, const std::string& name) {
  for (const GivenModel& model : options.models) {
    if (model.name == name) return model.folder;
  }
  return "random";
}

}  // namespace

std::vector<std::string> SearcherNames(const StudyOptions& options) {
  std::vector<std::string> names;
  for (const GivenModel& model : options.models) names.push_back(model.name);
  names.emplace_back(kRandom);
  return names;
}

std::vector<StudyCell> PredictionCells(const StudyOptions& options) {
  const auto data = std::make_shared<StudyData>(options);
  std::vector<StudyCell> cells;
  for (const std::string& name : SearcherNames(options)) {
    const std::string source_name = SourceOf(options, name);
    const auto source = OpenRowSource(source_name, options.inputs);
    const bool is_model = source->Searches();
    if (!is_model && source_name != "random") {
      throw InputError(fmt::format("--model: \"{}\" is no model", source_name));
    }
    for (const std::uint64_t seed : SeedsOf(options)) {
      StudyCell& cell = cells.emplace_back();
      cell.name = CellOf(name, seed);
      cell.kind = "search";
      cell.inputs = {{"validation", FileJson(options.validation)},
                     {"protocol", options.protocol},
                     {"samples", options.samples},
                     {"seed", seed}};
      if (is_model) {
        cell.inputs["beliefs"] = FileJson(options.beliefs.front());
        cell.inputs["model"] = source->Identity();
      }
      cell.compute = [=](const std::filesystem::path& folder, const FindCell&) -> Json {
        const ScoredTrials& on = data->Scored();
        std::vector<TrialInImage> drawn;
        if (is_model) {
          const auto model = OpenModel(source_name, options.inputs);
          drawn = model->Predict(data->Searches(), {.samples = options.samples, .seed = seed});
        } else {
          drawn = metrics::RandomScanpaths(on.humans, on.trials, seed, options.samples);
        }
        if (drawn.empty()) throw InputError(on.file, "", "gives no scanpaths for {}", name);
        WriteTrials(folder / kPredictions, drawn);
        return {{"scanpaths", drawn.size()}};
      };
    }
  }
  return cells;
}

std::vector<TrialInImage> Predictions(const Experiment& experiment, const std::string& name,
                                      std::uint64_t seed, const metrics::HumanSet& humans) {
  const FinishedCell cell = experiment.Read(CellOf(name, seed));
  std::vector<TrialInImage> used;
  for (TrialInImage& trial :
       ReadTrialsInImage(cell.folder / kPredictions, {.allow_repeats = true})) {
    const auto pair = humans.Find(trial.task, trial.name);
    if (!pair) continue;
    trial.target = humans.pairs[*pair].target;
    trial.scanpath = PredictionUsed(trial.scanpath, *trial.target, humans.protocol);
    used.push_back(std::move(trial));
  }
  return used;
}

}  // namespace saccade
