#include "saccade/app/predict_photo.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/options.h"
#include "saccade/scene/category.h"
#include "saccade/search/hidden_channels.h"
#include "saccade/search/installed_models.h"
#include "saccade/search/stand_in.h"
#include "saccade/search/target_in_fovea.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// By name, each once.
std::vector<int> TargetsOf(const PredictPhotoOptions& options, const ParsedPhoto& photo) {
  std::vector<int> targets;
  for (const std::string& target : options.targets) targets.push_back(ThingOf(target));
  if (options.all_targets) {
    for (const int task : photo.SeenTasks()) targets.push_back(ChannelOfTask(task));
    if (targets.empty()) {
      throw InputError(photo.beliefs.name, "", "the parser saw none of the targets: {}",
                       KnownTasks());
    }
  }
  std::ranges::sort(targets, {}, TargetName);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

// A cell at the photo's edge may have its centre beside it.
PointInPhoto InsidePhoto(const PointInPhoto& point, const BoxInPhoto& shown) {
  return {std::clamp(point.x, shown.x, shown.x + shown.width),
          std::clamp(point.y, shown.y, shown.y + shown.height)};
}

std::optional<std::size_t> FirstOnABox(const ScanpathInPhoto& scanpath, const ParsedPhoto& photo,
                                       std::span<const PanopticSegment> segments) {
  for (std::size_t i = 0; i < scanpath.size(); ++i) {
    for (const PanopticSegment& segment : segments) {
      if (photo.fit.ToPhoto(segment.box).Contains(scanpath[i].point)) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

OptionList OptionsOf(PhotoSearcherOptions& o) {
  OptionList list;
  list.Add("model", o.model, "Model folder, installed or built-in model").Add(OptionsOf(o.parsing));
  return list;
}

OptionList OptionsOf(PredictPhotoOptions& o) {
  OptionList list;
  list.Add("target", WordsOf(o.targets),
           "What to search in the photo, of COCO's 80 things; several with commas")
      .Add("all-targets-present", o.all_targets,
           "Search for every target that the scene parser saw in the photo")
      .Add(OptionsOf(o.predict))
      .Add("without", WordsOf(o.without), "Classes whose belief maps are emptied, with commas")
      .Omit();
  return list;
}

void PredictPhotoOptions::Check() const {
  PredictPhotoOptions described = *this;
  OptionsOf(described).Check("--");
  if (targets.empty() && !all_targets) {
    throw InputError("--image needs --target, one of " + KnownTasks() +
                     " or another of COCO's things, or --all-targets-present");
  }
  if (!targets.empty() && all_targets) {
    throw InputError("--target and --all-targets-present exclude each other");
  }
  for (const std::string& target : targets) ThingOf(target);  // refuses unknown ones
  HiddenChannels(without, 0);                                 // refuses unknown words
}

PhotoSearcher::PhotoSearcher(std::shared_ptr<const ScanpathModel> model,
                             std::shared_ptr<const Parser> parser, double blur)
    : model_(std::move(model)),
      reader_(std::make_shared<PhotoReader>(std::move(parser))),
      blur_(blur) {}

PhotoSearcher::PhotoSearcher(std::shared_ptr<const ScanpathModel> model, ParsingOptions parsing,
                             double blur)
    : model_(std::move(model)),
      reader_(std::make_shared<PhotoReader>(std::move(parsing))),
      blur_(blur) {}

ParsedPhoto PhotoSearcher::Parse(const fs::path& photo) const {
  return reader_->Read(photo, blur_);
}
ParsedPhoto PhotoSearcher::Parse(Picture photo, const std::string& name) const {
  return reader_->Read(std::move(photo), name, blur_);
}

std::vector<TargetSearch> PhotoSearcher::SearchesOf(const ParsedPhoto& photo,
                                                    const PredictPhotoOptions& options) const {
  CellSet everywhere;
  for (int cell = 0; cell < Grid::kCells; ++cell) everywhere.Insert(cell);
  const auto beliefs = std::make_shared<const PictureBeliefs>(photo.beliefs);
  std::vector<TargetSearch> searches;
  for (const int target : TargetsOf(options, photo)) {
    saccade::Search search{.name = photo.beliefs.name,
                           .split = {},
                           .target = std::nullopt,
                           .variants = {beliefs},
                           .plain_variants = 1,
                           .closed = everywhere - CellsOverlapping(photo.area)};
    SearchFor(search, target, options.without);
    searches.push_back({target, std::move(search)});
  }
  return searches;
}

std::vector<PhotoScanpath> PhotoSearcher::Search(const ParsedPhoto& photo,
                                                 const PredictPhotoOptions& options) const {
  options.Check();
  const WatchScope scope(options.watch);
  std::vector<int> targets;
  std::vector<saccade::Search> searches;
  for (TargetSearch& asked : SearchesOf(photo, options)) {
    targets.push_back(asked.target);
    searches.push_back(std::move(asked.search));
  }
  const BoxInPhoto shown = photo.fit.ToPhoto(photo.area);
  std::vector<PhotoScanpath> found;
  for (const TrialInImage& trial : model_->Predict(searches, options.predict)) {
    const std::size_t place = found.size() / static_cast<std::size_t>(options.predict.samples);
    const int target = targets.at(place);
    PhotoScanpath search{.target = target,
                         .sample = static_cast<int>(trial.subject.number().value_or(0)),
                         .scanpath = photo.fit.ToPhoto(trial.scanpath),
                         .found_at = ChannelInFoveaAt(photo.beliefs, target, trial.scanpath)};
    for (auto& fixation : search.scanpath) fixation.point = InsidePhoto(fixation.point, shown);
    search.on_box_at = FirstOnABox(search.scanpath, photo, SegmentsOf(photo, target));
    if (options.predict.until_target && search.found_at) {
      search.scanpath.resize(*search.found_at + 1);
    }
    found.push_back(std::move(search));
  }
  return found;
}

PhotoSearcher OpenPhotoSearcher(const PhotoSearcherOptions& options) {
  const std::string model = ResolveModel(options.model.empty() ? kDefaultModel : options.model);
  return {OpenModel(model), options.parsing, BlurOf(options.parsing, model)};
}

std::string_view TargetName(int target) {
  return Categories()[static_cast<std::size_t>(target)].name;
}

std::vector<PanopticSegment> SegmentsOf(const ParsedPhoto& photo, int target) {
  std::vector<PanopticSegment> segments;
  for (const PanopticSegment& segment : photo.seen) {
    if (segment.channel == target) segments.push_back(segment);
  }
  std::ranges::stable_sort(segments, std::ranges::greater{}, &PanopticSegment::score);
  return segments;
}

std::vector<TargetOutcome> OutcomesOf(const ParsedPhoto& photo,
                                      std::span<const PhotoScanpath> scanpaths) {
  std::vector<TargetOutcome> outcomes;
  for (const PhotoScanpath& search : scanpaths) {
    auto outcome = std::ranges::find(outcomes, search.target, &TargetOutcome::target);
    if (outcome == outcomes.end()) {
      outcome = outcomes.insert(
          outcome, {.target = search.target, .seen = !SegmentsOf(photo, search.target).empty()});
    }
    ++outcome->scanpaths;
    outcome->on_box += search.on_box_at.has_value();
    if (!search.found_at) continue;
    ++outcome->found;
    outcome->saccades = outcome->saccades.value_or(0) + static_cast<double>(*search.found_at);
  }
  for (TargetOutcome& outcome : outcomes) {
    if (outcome.saccades) *outcome.saccades /= outcome.found;
  }
  return outcomes;
}

namespace {

ordered_json PlaceJson(const std::optional<std::size_t>& fixation) {
  return fixation ? ordered_json(*fixation) : ordered_json(nullptr);
}

}  // namespace

ordered_json ToJson(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths) {
  ordered_json seen = ordered_json::array();
  for (const PanopticSegment& segment : photo.seen) {
    const BoxInPhoto box = photo.fit.ToPhoto(segment.box);
    seen.push_back({{"category", TargetName(segment.channel)},
                    {"score", segment.score},
                    {"bbox", {box.x, box.y, box.width, box.height}}});
  }
  ordered_json list = ordered_json::array();
  for (const PhotoScanpath& search : scanpaths) {
    ordered_json x = ordered_json::array(), y = x, t = x;
    for (const auto& fixation : search.scanpath) {
      x.push_back(fixation.point.x);
      y.push_back(fixation.point.y);
      t.push_back(fixation.duration_ms);
    }
    list.push_back({{"name", photo.beliefs.name},
                    {"subject", search.sample},
                    {"task", TargetName(search.target)},
                    {"X", x},
                    {"Y", y}});
    if (HasDurations(search.scanpath)) list.back()["T"] = t;
    list.back()["target_in_fovea_at"] = PlaceJson(search.found_at);
    list.back()["on_target_at"] = PlaceJson(search.on_box_at);
  }
  return {{"image", photo.beliefs.name},
          {"width", photo.photo.width},
          {"height", photo.photo.height},
          {"frame", "photo"},
          {"seen", seen},
          {"scanpaths", list}};
}

ordered_json PredictionJson(const ParsedPhoto& photo, std::span<const PhotoScanpath> scanpaths) {
  ordered_json targets = ordered_json::array();
  for (const TargetOutcome& outcome : OutcomesOf(photo, scanpaths)) {
    targets.push_back({{"target", TargetName(outcome.target)},
                       {"learned", IsLearned(outcome.target)},
                       {"seen", outcome.seen},
                       {"scanpaths", outcome.scanpaths},
                       {"found", outcome.found},
                       {"on_target", outcome.on_box}});
    if (!IsLearned(outcome.target)) {
      targets.back()["searched_as"] = kTaskNames[static_cast<std::size_t>(TaskFor(outcome.target))];
    }
    if (outcome.saccades) targets.back()["saccades"] = *outcome.saccades;
  }
  ordered_json document = ToJson(photo, scanpaths);
  document["parser"] = photo.parser;
  document["targets"] = targets;
  return document;
}

}  // namespace saccade::app
