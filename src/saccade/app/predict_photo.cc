#include "saccade/app/predict_photo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/app/predict_options.h"
#include "saccade/base/error.h"
#include "saccade/image/resize.h"
#include "saccade/image/scanpath_drawing.h"
#include "saccade/scene/category.h"
#include "saccade/search/installed_models.h"
#include "saccade/search/target_in_fovea.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// Ascending, each once.
std::vector<int> TasksOf(const PredictPhotoOptions& options, const ParsedPhoto& photo) {
  if (options.all_targets) {
    const std::vector<int> seen = photo.SeenTasks();
    if (seen.empty()) {
      throw InputError(photo.beliefs.name, "", "the parser saw none of the targets: {}",
                       KnownTasks());
    }
    return seen;
  }
  std::vector<int> tasks;
  for (const std::string& target : options.targets) tasks.push_back(*TaskIndex(target));
  std::ranges::sort(tasks);
  tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
  return tasks;
}

// A cell at the photo's edge may have its centre beside it.
PointInPhoto InsidePhoto(const PointInPhoto& point, const BoxInPhoto& shown) {
  return {std::clamp(point.x, shown.x, shown.x + shown.width),
          std::clamp(point.y, shown.y, shown.y + shown.height)};
}

std::vector<Search> SearchesOf(const ParsedPhoto& photo, const std::vector<int>& tasks) {
  CellSet everywhere;
  for (int cell = 0; cell < Grid::kCells; ++cell) everywhere.Insert(cell);
  const auto beliefs = std::make_shared<const PictureBeliefs>(photo.beliefs);
  std::vector<Search> searches;
  for (const int task : tasks) {
    searches.push_back({.task = task,
                        .name = photo.beliefs.name,
                        .split = {},
                        .target = std::nullopt,
                        .variants = {beliefs},
                        .plain_variants = 1,
                        .closed = everywhere - CellsOverlapping(photo.area)});
  }
  return searches;
}

// The likeliest segment of the target's class, if there is one.
const PanopticSegment* SeenTarget(const ParsedPhoto& photo, int task) {
  const PanopticSegment* best = nullptr;
  for (const PanopticSegment& segment : photo.seen) {
    if (segment.channel != ChannelOfTask(task)) continue;
    if (best == nullptr || segment.score > best->score) best = &segment;
  }
  return best;
}

}  // namespace

void PredictPhotoOptions::Check() const {
  app::Check(predict);
  if (targets.empty() && !all_targets) {
    throw InputError("--image needs --target, one of " + KnownTasks() +
                     ", or --all-targets-present");
  }
  if (!targets.empty() && all_targets) {
    throw InputError("--target and --all-targets-present exclude each other");
  }
  for (const std::string& target : targets) {
    if (!TaskIndex(target)) {
      throw InputError("--target " + target + " was not trained; known are " + KnownTasks());
    }
  }
}

PhotoSearcher::PhotoSearcher(std::shared_ptr<const ScanpathModel> model,
                             std::shared_ptr<const Parser> parser, double blur)
    : model_(std::move(model)), parser_(std::move(parser)), blur_(blur) {}

ParsedPhoto PhotoSearcher::Parse(const fs::path& photo) const {
  return ParsePhoto(photo, *parser_, {.sigma = blur_});
}
ParsedPhoto PhotoSearcher::Parse(Picture photo, const std::string& name) const {
  return ParsePhoto(std::move(photo), name, *parser_, {.sigma = blur_});
}

std::vector<PhotoScanpath> PhotoSearcher::Search(const ParsedPhoto& photo,
                                                 const PredictPhotoOptions& options) const {
  options.Check();
  const WatchScope scope(options.watch);
  const auto searches = SearchesOf(photo, TasksOf(options, photo));
  const BoxInPhoto shown = photo.fit.ToPhoto(photo.area);
  std::vector<PhotoScanpath> found;
  for (const TrialInImage& trial : model_->Predict(searches, options.predict)) {
    const int task = *TaskIndex(trial.task);
    PhotoScanpath search{.task = task,
                         .sample = trial.subject,
                         .scanpath = photo.fit.ToPhoto(trial.scanpath),
                         .found_at = TargetInFoveaAt(photo.beliefs, task, trial.scanpath)};
    for (auto& fixation : search.scanpath) fixation.point = InsidePhoto(fixation.point, shown);
    if (options.predict.until_target && search.found_at) {
      search.scanpath.resize(*search.found_at + 1);
    }
    found.push_back(std::move(search));
  }
  return found;
}

PhotoSearcher OpenPhotoSearcher(const PhotoSearcherOptions& options) {
  const std::string model = ResolveModel(options.model.empty() ? kDefaultModel : options.model);
  std::shared_ptr<const ScanpathModel> searcher = OpenModel(model);
  std::shared_ptr<const Parser> parser = OpenParserOf(options.parsing);
  return {std::move(searcher), std::move(parser), BlurOf(options.parsing, model)};
}

std::vector<TargetOutcome> OutcomesOf(const ParsedPhoto& photo,
                                      std::span<const PhotoScanpath> scanpaths) {
  std::vector<TargetOutcome> outcomes;
  for (const PhotoScanpath& search : scanpaths) {
    auto outcome = std::ranges::find(outcomes, search.task, &TargetOutcome::task);
    if (outcome == outcomes.end()) {
      outcome = outcomes.insert(
          outcome, {.task = search.task, .seen = SeenTarget(photo, search.task) != nullptr});
    }
    ++outcome->scanpaths;
    if (!search.found_at) continue;
    ++outcome->found;
    outcome->saccades = outcome->saccades.value_or(0) + static_cast<double>(*search.found_at);
  }
  for (TargetOutcome& outcome : outcomes) {
    if (outcome.saccades) *outcome.saccades /= outcome.found;
  }
  std::ranges::sort(outcomes, {}, &TargetOutcome::task);
  return outcomes;
}

Picture DrawPhoto(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths) {
  const Picture& picture = photo.photo;
  if (scanpaths.empty()) return picture;
  constexpr double kLegibleEdge = 1024;
  const double scale = std::max(1.0, kLegibleEdge / std::max(picture.width, picture.height));
  const auto scaled = [&](double length) { return std::max(1L, std::lround(length * scale)); };
  const bool several = scanpaths.front().task != scanpaths.back().task;
  ScanpathFigure figure;
  for (const PhotoScanpath& search : scanpaths) {
    if (search.sample > (several ? 1 : 3)) continue;
    DrawnScanpath drawn{.color = ScanpathColor(figure.scanpaths.size()),
                        .found_at = search.found_at};
    for (const auto& fixation : search.scanpath) {
      drawn.scanpath.push_back({{fixation.point.x * scale, fixation.point.y * scale}, 0});
      if (drawn.scanpath.size() == search.found_at.value_or(SIZE_MAX - 1) + 1) break;
    }
    drawn.label = fmt::format("{}{}{}", kTaskNames[search.task],
                              several ? "" : fmt::format(" {}", search.sample),
                              search.found_at ? "" : ", not found");
    figure.scanpaths.push_back(std::move(drawn));
  }
  const int first = scanpaths.front().task;
  if (const PanopticSegment* seen = several ? nullptr : SeenTarget(photo, first)) {
    const BoxInPhoto box = photo.fit.ToPhoto(seen->box);
    figure.target = {box.x * scale, box.y * scale, box.width * scale, box.height * scale};
    figure.target_label =
        fmt::format("{} {:.0f}%", Categories()[seen->channel].name, 100 * seen->score);
  }
  if (scale == 1) return DrawScanpaths(picture, figure);
  return DrawScanpaths(Resize(picture, static_cast<int>(scaled(picture.width)),
                              static_cast<int>(scaled(picture.height))),
                       figure);
}

ordered_json ToJson(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths) {
  ordered_json seen = ordered_json::array();
  for (const PanopticSegment& segment : photo.seen) {
    const BoxInPhoto box = photo.fit.ToPhoto(segment.box);
    seen.push_back({{"category", Categories()[segment.channel].name},
                    {"score", segment.score},
                    {"bbox", {box.x, box.y, box.width, box.height}}});
  }
  ordered_json list = ordered_json::array();
  for (const PhotoScanpath& search : scanpaths) {
    ordered_json x = ordered_json::array(), y = ordered_json::array();
    for (const auto& fixation : search.scanpath) {
      x.push_back(fixation.point.x);
      y.push_back(fixation.point.y);
    }
    list.push_back({{"name", photo.beliefs.name},
                    {"subject", search.sample},
                    {"task", kTaskNames[search.task]},
                    {"X", x},
                    {"Y", y},
                    {"target_in_fovea_at",
                     search.found_at ? ordered_json(*search.found_at) : ordered_json(nullptr)}});
  }
  return {{"image", photo.beliefs.name},
          {"width", photo.photo.width},
          {"height", photo.photo.height},
          {"frame", "photo"},
          {"seen", seen},
          {"scanpaths", list}};
}

}  // namespace saccade::app
