#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "saccade/app/libtorch.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/base/stopwatch.h"
#include "saccade/cli/predict.h"
#include "saccade/cli/table.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/resize.h"
#include "saccade/image/scanpath_drawing.h"
#include "saccade/perception/parser_registry.h"
#include "saccade/perception/photo_beliefs.h"
#include "saccade/scene/category.h"
#include "saccade/search/hidden_channels.h"
#include "saccade/search/model_folder.h"
#include "saccade/search/target_in_fovea.h"

namespace saccade::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// A predicted search in the photo's own pixels.
struct PhotoSearch {
  int task = 0;
  int sample = 0;
  ScanpathInPhoto scanpath;
  std::optional<std::size_t> found_at;  // by the parser's own sharp view
};

struct StageSeconds {
  double load = 0;  // the searching model and the parser
  PhotoTiming photo;
  double search = 0;
  double draw = 0;
};

void CheckTargets(const PredictCommand& command) {
  if (command.targets.empty() && !command.all_targets) {
    throw InputError("--image needs --target, one of " + KnownTasks() +
                     ", or --all-targets-present");
  }
  if (!command.targets.empty() && command.all_targets) {
    throw InputError("--target and --all-targets-present exclude each other");
  }
  for (const std::string& target : command.targets) {
    if (!TaskIndex(target)) {
      throw InputError("--target " + target + " was not trained; known are " + KnownTasks());
    }
  }
}

// Ascending, each once.
std::vector<int> TasksOf(const PredictCommand& command, const ParsedPhoto& photo) {
  if (command.all_targets) {
    const std::vector<int> seen = photo.SeenTasks();
    if (seen.empty()) {
      throw InputError(command.image, "", "the parser saw none of the targets: {}", KnownTasks());
    }
    return seen;
  }
  std::vector<int> tasks;
  for (const std::string& target : command.targets) tasks.push_back(*TaskIndex(target));
  std::ranges::sort(tasks);
  tasks.erase(std::unique(tasks.begin(), tasks.end()), tasks.end());
  return tasks;
}

// What the model was trained to see outside the fovea, unless the call says otherwise.
double BlurOf(const PredictCommand& command) {
  if (command.blur) return *command.blur;
  return fs::is_directory(command.model) ? ReadModelDescription(command.model).beliefs.blur_sigma
                                         : PhotoOptions().sigma;
}

ParserOptions ParserOptionsOf(const PredictCommand& command) {
  ParserOptions options;
  options.input_size = command.input_size;
  for (const std::string& file : command.parser) options.models.emplace_back(file);
  return options;
}

// A cell at the photo's edge may have its centre beside it.
PointInPhoto InsidePhoto(const PointInPhoto& point, const BoxInPhoto& shown) {
  return {std::clamp(point.x, shown.x, shown.x + shown.width),
          std::clamp(point.y, shown.y, shown.y + shown.height)};
}

std::vector<PhotoSearch> SearchPhoto(const PredictCommand& command, const ScanpathModel& model,
                                     const ParsedPhoto& photo) {
  CellSet everywhere;
  for (int cell = 0; cell < Grid::kCells; ++cell) everywhere.Insert(cell);
  const auto beliefs = std::make_shared<const PictureBeliefs>(photo.beliefs);
  std::vector<Search> searches;
  for (const int task : TasksOf(command, photo)) {
    searches.push_back({.task = task,
                        .name = photo.beliefs.name,
                        .split = {},
                        .target = std::nullopt,
                        .variants = {beliefs},
                        .plain_variants = 1,
                        .closed = everywhere - CellsOverlapping(photo.area)});
  }
  Hide(searches, command.without);
  const BoxInPhoto shown = photo.fit.ToPhoto(photo.area);
  std::vector<PhotoSearch> found;
  for (const TrialInImage& trial : model.Predict(searches, command.options)) {
    const int task = *TaskIndex(trial.task);
    PhotoSearch search{.task = task,
                       .sample = trial.subject,
                       .scanpath = photo.fit.ToPhoto(trial.scanpath),
                       .found_at = TargetInFoveaAt(photo.beliefs, task, trial.scanpath)};
    for (auto& fixation : search.scanpath) fixation.point = InsidePhoto(fixation.point, shown);
    if (command.options.until_target && search.found_at) {
      search.scanpath.resize(*search.found_at + 1);
    }
    found.push_back(std::move(search));
  }
  return found;
}

ordered_json ScanpathsJson(const PredictCommand& command, const ParsedPhoto& photo,
                           std::span<const PhotoSearch> searches) {
  ordered_json seen = ordered_json::array();
  for (const PanopticSegment& segment : photo.seen) {
    const BoxInPhoto box = photo.fit.ToPhoto(segment.box);
    seen.push_back({{"category", Categories()[segment.channel].name},
                    {"score", segment.score},
                    {"bbox", {box.x, box.y, box.width, box.height}}});
  }
  ordered_json scanpaths = ordered_json::array();
  for (const PhotoSearch& search : searches) {
    ordered_json x = ordered_json::array(), y = ordered_json::array();
    for (const auto& fixation : search.scanpath) {
      x.push_back(fixation.point.x);
      y.push_back(fixation.point.y);
    }
    scanpaths.push_back({{"name", photo.beliefs.name},
                         {"subject", search.sample},
                         {"task", kTaskNames[search.task]},
                         {"X", x},
                         {"Y", y},
                         {"target_in_fovea_at", search.found_at ? ordered_json(*search.found_at)
                                                                : ordered_json(nullptr)}});
  }
  return {{"image", fs::path(command.image).filename().string()},
          {"width", photo.photo.width},
          {"height", photo.photo.height},
          {"frame", "photo"},
          {"seen", seen},
          {"scanpaths", scanpaths}};
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

// For one target three scanpaths and where the parser saw it, for several the first scanpath of
// each; they end where the target is found. Small photos are enlarged to be legible.
Picture Drawing(const ParsedPhoto& photo, std::span<const PhotoSearch> searches) {
  const Picture& picture = photo.photo;
  constexpr double kLegibleEdge = 1024;
  const double scale = std::max(1.0, kLegibleEdge / std::max(picture.width, picture.height));
  const auto scaled = [&](double length) { return std::max(1L, std::lround(length * scale)); };
  const bool several = searches.front().task != searches.back().task;
  ScanpathFigure figure;
  for (const PhotoSearch& search : searches) {
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
  if (const PanopticSegment* seen = several ? nullptr : SeenTarget(photo, searches.front().task)) {
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

ordered_json SecondsJson(const StageSeconds& seconds) {
  const ParseTiming& parse = seconds.photo.parse;
  return {{"load", seconds.load},       {"read", seconds.photo.read}, {"fit", seconds.photo.fit},
          {"features", parse.features}, {"things", parse.things},     {"stuff", parse.stuff},
          {"merge", parse.merge},       {"grid", seconds.photo.grid}, {"search", seconds.search},
          {"draw", seconds.draw}};
}

// How many scanpaths of each target found it, and after how many saccades.
struct TargetSummary {
  int scanpaths = 0;
  int found = 0;
  double saccades = 0;  // summed over those that found it
};

void Report(const PredictCommand& command, const ParsedPhoto& photo, const std::string& parser,
            std::span<const PhotoSearch> searches, const StageSeconds& seconds) {
  std::map<int, TargetSummary> by_task;
  for (const PhotoSearch& search : searches) {
    TargetSummary& summary = by_task[search.task];
    ++summary.scanpaths;
    if (!search.found_at) continue;
    ++summary.found;
    summary.saccades += static_cast<double>(*search.found_at);
  }
  Table table{.columns = {{"target"}, {"scanpaths"}, {"found"}, {"saccades to it", 2}}, .rows = {}};
  ordered_json targets = ordered_json::array();
  for (const auto& [task, summary] : by_task) {
    std::optional<double> mean;
    if (summary.found > 0) mean = summary.saccades / summary.found;
    table.rows.push_back({kTaskNames[task], summary.scanpaths, summary.found, mean});
    targets.push_back(
        {{"target", kTaskNames[task]}, {"scanpaths", summary.scanpaths}, {"found", summary.found}});
    if (mean) targets.back()["saccades"] = *mean;
    if (!SeenTarget(photo, task)) {
      LogWarning("{}: the parser did not see one, so it is never found", kTaskNames[task]);
    }
  }
  const ordered_json stages = SecondsJson(seconds);
  std::string line;
  for (const auto& [stage, value] : stages.items()) {
    if (value < 0.0005) continue;
    line += fmt::format("{}{} {:.3f}", line.empty() ? "" : ", ", stage, value.get<double>());
  }
  LogInfo("seconds: {}", line);
  const ordered_json document = {{"image", fs::path(command.image).filename().string()},
                                 {"parser", parser},
                                 {"targets", targets},
                                 {"seconds", stages}};
  if (!WriteJson(command.json, document)) PrintTable(table);
}

}  // namespace

std::vector<PictureBeliefs> ParsePictures(const PredictCommand& command,
                                          const std::vector<std::string>& names) {
  ParserOptions options = ParserOptionsOf(command);
  options.threads = 1;  // each; pictures are parsed in parallel
  const auto parser = OpenParser(app::WithTorchScript(options));
  const PhotoOptions photo{.sigma = BlurOf(command)};
  std::vector<PictureBeliefs> beliefs(names.size());
  Progress progress("pictures", names.size());
  ParallelFor(names.size(), [&](std::size_t i) {
    beliefs[i] = ParsePhoto(fs::path(command.features.images) / names[i], *parser, photo).beliefs;
    progress.Step();
  });
  return beliefs;
}

void PredictFromPhoto(const PredictCommand& command) {
  CheckTargets(command);
  if (command.out.empty() && command.draw.empty()) {
    throw InputError("--image needs --draw OUT.png, --out OUT.json or both");
  }
  StageSeconds seconds;
  Stopwatch watch;
  const auto model = OpenModel(command.model);
  const auto parser = OpenParser(app::WithTorchScript(ParserOptionsOf(command)));
  seconds.load = watch.Lap();
  const ParsedPhoto photo =
      ParsePhoto(fs::path(command.image), *parser, {.sigma = BlurOf(command)});
  seconds.photo = photo.timing;
  watch.Lap();
  const std::vector<PhotoSearch> searches = SearchPhoto(command, *model, photo);
  seconds.search = watch.Lap();
  if (!command.draw.empty()) {
    WritePicture(command.draw, Drawing(photo, searches));
    seconds.draw = watch.Lap();
  }
  if (!command.out.empty()) {
    WriteFileAtomically(command.out, ScanpathsJson(command, photo, searches).dump(1) + "\n");
  }
  Report(command, photo, parser->Description(), searches, seconds);
}

}  // namespace saccade::cli
