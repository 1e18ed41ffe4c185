#include "saccade/app/predict_photo.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "saccade/app/merge.h"
#include "saccade/app/photo_drawing.h"
#include "saccade/app/photo_maps.h"
#include "saccade/app/predict_folder.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/base/stopwatch.h"
#include "saccade/cli/predict_command.h"
#include "saccade/cli/table.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/search_animation.h"
#include "saccade/search/stand_in.h"

namespace saccade::cli {
namespace {

using nlohmann::ordered_json;

struct StageSeconds {
  double load = 0;  // the searching model and the parser
  PhotoTiming photo;
  double search = 0;
  double draw = 0;
};

ordered_json SecondsJson(const StageSeconds& seconds) {
  const ParseTiming& parse = seconds.photo.parse;
  return {{"load", seconds.load},       {"read", seconds.photo.read}, {"fit", seconds.photo.fit},
          {"features", parse.features}, {"things", parse.things},     {"stuff", parse.stuff},
          {"merge", parse.merge},       {"grid", seconds.photo.grid}, {"search", seconds.search},
          {"draw", seconds.draw}};
}

void Report(const PredictCommand& command, const ParsedPhoto& photo,
            std::span<const app::PhotoScanpath> scanpaths, const StageSeconds& seconds) {
  Table table{.columns = {{"target"}, {"scanpaths"}, {"found"}, {"on target"}, {"saccades", 2}},
              .rows = {}};
  for (const app::TargetOutcome& outcome : app::OutcomesOf(photo, scanpaths)) {
    const std::string_view target = app::TargetName(outcome.target);
    table.rows.push_back(
        {target, outcome.scanpaths, outcome.found, outcome.on_box, outcome.saccades});
    if (!outcome.seen) {
      LogWarning("{}: the parser did not see one, so it is never found", target);
    }
    if (!IsLearned(outcome.target)) {
      LogWarning("{}: not among what people taught the model; searched for as a {} would be",
                 target, kTaskNames[static_cast<std::size_t>(TaskFor(outcome.target))]);
    }
  }
  const ordered_json stages = SecondsJson(seconds);
  std::string line;
  for (const auto& [stage, value] : stages.items()) {
    if (value < 0.0005) continue;
    line += fmt::format("{}{} {:.3f}", line.empty() ? "" : ", ", stage, value.get<double>());
  }
  LogInfo("parser: {}", photo.parser);
  LogInfo("seconds: {}", line);
  ordered_json document = app::PredictionJson(photo, scanpaths);
  document["seconds"] = stages;
  if (!WriteJson(command.json, document)) PrintTable(table);
}

// What belongs to --pairs says nothing of a photo.
void RefuseForPhotos(const PredictCommand& command) {
  const app::PredictPairsOptions& options = command.options;
  Refuse({{!options.beliefs.empty(), "--beliefs"},
          {options.searches != 0, "--searches"},
          {command.frame != Frame::kImage, "--frame"},
          {!options.features.weights.empty(), "--features-from"},
          {!options.features.cache.empty(), "--feature-cache"}},
         "--pairs");
}

PointInPhoto PointOf(const std::string& text) {
  PointInPhoto point;
  char more = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf%c", &point.x, &point.y, &more) != 2) {
    throw InputError(fmt::format("--after {}: a fixation is X,Y in the photo's pixels", text));
  }
  return point;
}

// The maps that were asked for, written.
void WriteMapsOf(const PredictCommand& command, const app::PhotoSearcher& searcher,
                 const ParsedPhoto& photo, const app::PredictPhotoOptions& options,
                 std::span<const PointInPhoto> after) {
  if (command.maps.empty() && command.reward.empty()) return;
  const auto maps = app::MapsOf(searcher, photo, options, after);
  using app::PhotoMap;
  if (!command.maps.empty()) {
    app::WritePhotoMaps(command.maps, photo, maps, std::array{PhotoMap::kBelief, PhotoMap::kNext});
  }
  if (!command.reward.empty()) {
    app::WritePhotoMaps(command.reward, photo, maps, std::array{PhotoMap::kReward});
  }
}

void DrawPhotoTo(const std::filesystem::path& draw, const ParsedPhoto& photo,
                 std::span<const app::PhotoScanpath> scanpaths) {
  if (draw.extension() != ".webp") return WritePicture(draw, app::DrawPhoto(photo, scanpaths));
  const app::PhotoFigure drawing = app::FigureOf(photo, scanpaths);
  WriteFileAtomically(draw, SearchAnimation(drawing.ground, drawing.figure));
}

}  // namespace

void RunPhoto(const PredictCommand& command) {
  const app::PredictPhotoOptions& options = command.photos.predict;
  options.Check();
  RefuseForPhotos(command);
  Refuse({{!command.options.features.images.empty(), "--images"}}, "--pairs");
  const bool maps = !command.maps.empty() || !command.reward.empty();
  const bool draws = !command.photos.draw.empty();
  const bool files = !command.out.empty() || draws || !command.heat.empty();
  if (!files && !maps && !command.json.wanted) {
    throw InputError(
        "--image needs --draw OUT.png, --heat OUT.png, --out OUT.json, --maps DIR or --json");
  }
  if (!maps && !command.after.empty()) throw InputError("--after belongs to --maps or --reward");
  std::vector<PointInPhoto> after;
  for (const std::string& text : command.after) after.push_back(PointOf(text));
  StageSeconds seconds;
  Stopwatch watch;
  const app::PhotoSearcher searcher = app::OpenPhotoSearcher(command.photos.searcher);
  seconds.load = watch.Lap();
  const ParsedPhoto photo = searcher.Parse(command.image);
  seconds.photo = photo.timing;
  watch.Lap();
  const auto scanpaths = searcher.Search(photo, options);
  seconds.search = watch.Lap();
  if (draws) DrawPhotoTo(command.photos.draw, photo, scanpaths);
  if (!command.heat.empty()) WritePicture(command.heat, app::DrawHeat(photo, scanpaths));
  WriteMapsOf(command, searcher, photo, options, after);
  seconds.draw = watch.Lap();
  if (!command.out.empty()) {
    WriteFileAtomically(command.out, app::ToJson(photo, scanpaths).dump(1) + "\n");
  }
  Report(command, photo, scanpaths, seconds);
}

void RunFolder(const PredictCommand& command) {
  Refuse({{!command.heat.empty(), "--heat"},
          {!command.maps.empty(), "--maps"},
          {!command.reward.empty(), "--reward"},
          {!command.after.empty(), "--after"},
          {command.json.wanted, "--json"}},
         "--image");
  const app::PredictFolderOptions& options = command.photos;
  if (command.out.empty() && options.out_folder.empty() && options.draw.empty()) {
    throw InputError("a folder of photos needs --out OUT.json, --out-dir DIR or --draw");
  }
  if (!command.out.empty() && !options.out_folder.empty()) {
    throw InputError("--out and --out-dir exclude each other");
  }
  RefuseForPhotos(command);
  const bool has_share_file = command.share && options.out_folder.empty();
  if (has_share_file && app::IsShareWritten(*command.share)) return;
  const app::PredictFolderResult result = app::PredictFolder(options);
  if (has_share_file) {
    app::WriteShare(*command.share, app::kPhotoShare, {}, result.items);
  } else if (!command.out.empty()) {
    WriteFileAtomically(command.out, ordered_json(result.photos).dump(1) + "\n");
  }
  LogInfo("{} photos searched, {} there from an earlier run, {} left out", result.searched,
          result.kept, result.skipped);
}

}  // namespace saccade::cli
