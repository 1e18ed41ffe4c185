#include <fmt/format.h>

#include <chrono>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/cli/predict.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/scanpath_drawing.h"
#include "saccade/models/target_in_fovea.h"
#include "saccade/perception/parser_registry.h"
#include "saccade/perception/photo_beliefs.h"

namespace saccade::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::vector<int> TasksOf(const PredictCommand& command, const ParsedPhoto& photo) {
  if (command.all_targets) {
    const std::vector<int> seen = photo.SeenTasks();
    if (seen.empty()) {
      throw InputError(command.image, "", "the parser saw none of the targets: {}", KnownTasks());
    }
    return seen;
  }
  std::vector<int> tasks;
  for (const std::string& target : command.targets) {
    tasks.push_back(*TaskIndex(target));
  }
  return tasks;
}

void CheckTargets(const PredictCommand& command) {
  if (command.targets.empty() && !command.all_targets) {
    throw InputError("--image needs --target, one of " + KnownTasks() +
                     ", or --all-targets-present");
  }
  for (const std::string& target : command.targets) {
    if (!TaskIndex(target)) {
      throw InputError("--target " + target + " was not trained; known are " + KnownTasks());
    }
  }
}

ordered_json ScanpathJson(const TrialInImage& trial, const ParsedPhoto& photo,
                          std::optional<std::size_t> seen_at) {
  ordered_json x = ordered_json::array(), y = ordered_json::array();
  for (const auto& fixation : trial.scanpath) {
    const PointInPhoto point = photo.fit.ToPhoto(fixation.point);
    x.push_back(point.x);
    y.push_back(point.y);
  }
  ordered_json entry = {
      {"name", trial.name}, {"subject", trial.subject}, {"task", trial.task}, {"X", x}, {"Y", y}};
  entry["target_in_fovea_at"] = seen_at ? ordered_json(*seen_at) : ordered_json(nullptr);
  return entry;
}

// The first scanpaths of the searched targets, each target in its own colour.
void Draw(const PredictCommand& command, const ParsedPhoto& photo,
          std::span<const TrialInImage> trials) {
  ScanpathFigure figure;
  const std::size_t samples = static_cast<std::size_t>(command.options.samples);
  const bool several = trials.size() > samples;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (several ? i % samples != 0 : i >= 3) continue;
    DrawnScanpath drawn{.color = ScanpathColor(figure.scanpaths.size())};
    for (const auto& fixation : trials[i].scanpath) {
      drawn.scanpath.push_back({photo.fit.ToPhoto(fixation.point), fixation.duration_ms});
    }
    drawn.found_at = TargetInFoveaAt(photo.beliefs, *TaskIndex(trials[i].task), trials[i].scanpath);
    drawn.label = several ? trials[i].task : fmt::format("{} {}", trials[i].task, i + 1);
    figure.scanpaths.push_back(std::move(drawn));
  }
  WritePng(command.draw, DrawScanpaths(photo.photo, figure));
}

}  // namespace

void PredictFromPhoto(const PredictCommand& command, const ScanpathModel& model) {
  CheckTargets(command);
  ParserOptions parser_options;
  parser_options.input_size = command.input_size;
  for (const std::string& file : command.parser) parser_options.models.emplace_back(file);
  const auto parser = OpenParser(parser_options);
  const ParsedPhoto photo = ParsePhoto(fs::path(command.image), *parser);
  std::vector<Search> searches;
  for (const int task : TasksOf(command, photo)) {
    searches.push_back({.task = task,
                        .name = photo.beliefs.name,
                        .split = {},
                        .target = std::nullopt,
                        .variants = {&photo.beliefs},
                        .plain_variants = 1});
  }
  const auto start = std::chrono::steady_clock::now();
  const std::vector<TrialInImage> trials = model.Predict(searches, command.options);
  const double search_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  ordered_json scanpaths = ordered_json::array();
  std::map<std::string, std::pair<int, int>> found;  // task: scanpaths that found it, all
  for (const TrialInImage& trial : trials) {
    const auto seen = TargetInFoveaAt(photo.beliefs, *TaskIndex(trial.task), trial.scanpath);
    found[trial.task].first += seen.has_value();
    ++found[trial.task].second;
    scanpaths.push_back(ScanpathJson(trial, photo, seen));
  }
  const PhotoTiming& t = photo.timing;
  const ordered_json document = {{"image", fs::path(command.image).filename().string()},
                                 {"width", photo.photo.width},
                                 {"height", photo.photo.height},
                                 {"frame", "photo"},
                                 {"seconds",
                                  {{"read", t.read},
                                   {"fit", t.fit},
                                   {"sharp", t.sharp},
                                   {"blurred", t.blurred},
                                   {"grid", t.grid},
                                   {"search", search_seconds}}},
                                 {"scanpaths", scanpaths}};
  WriteFileAtomically(command.out, document.dump(1) + "\n");
  for (const auto& [task, counts] : found) {
    LogInfo("{}: {} of {} scanpaths have it in the fovea by the model's own beliefs{}", task,
            counts.first, counts.second,
            counts.first == 0 ? "; the parser may not have seen it" : "");
  }
  LogInfo("parsed in {:.2f} s, searched in {:.3f} s", t.Total(), search_seconds);
  if (!command.draw.empty()) Draw(command, photo, trials);
}

}  // namespace saccade::cli
