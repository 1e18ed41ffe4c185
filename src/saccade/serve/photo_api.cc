#include "saccade/serve/photo_api.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "saccade/app/photo_drawing.h"
#include "saccade/app/shipped_sample.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/log.h"
#include "saccade/base/printable.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/search_animation.h"
#include "saccade/perception/stored_scenes.h"
#include "saccade/scene/category.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/search/stand_in.h"
#include "saccade/serve/parameters.h"
#include "saccade/study/played_search.h"

namespace saccade::serve {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kMostSamples = 100, kMostFixations = 60;

enum class As { kJson, kPlay, kPicture, kAnimation };

struct PhotoQuestion {
  std::string name;
  As as = As::kJson;
  app::PredictPhotoOptions options;
};

As AsWord(const Query& query) {
  const auto found = query.find("as");
  const std::string word = found == query.end() ? "json" : found->second;
  if (word == "json") return As::kJson;
  if (word == "play") return As::kPlay;
  if (word == "picture") return As::kPicture;
  if (word == "animation") return As::kAnimation;
  throw InputError(fmt::format("as is \"{}\"; it must be json, play, picture or animation", word));
}

PhotoQuestion QuestionOf(const Query& query) {
  CheckNames(query, {"target", "without", "samples", "max_fixations", "seed", "name", "as"});
  PhotoQuestion question;
  const auto name = query.find("name");
  // Said back as JSON, so it must be text.
  question.name = name == query.end() ? "photo" : Printable(name->second, 255);
  question.as = AsWord(query);
  question.options.targets = Words(query, "target");
  question.options.without = Words(query, "without");
  PredictOptions& predict = question.options.predict;
  predict.samples = static_cast<int>(Number(query, "samples", 10, {1, kMostSamples}));
  predict.max_fixations = static_cast<int>(Number(query, "max_fixations", 6, {1, kMostFixations}));
  predict.seed = static_cast<std::uint64_t>(Number(query, "seed", 0, {0, std::int64_t{1} << 53}));
  question.options.Check();
  return question;
}

std::vector<std::string> ClassesIn(const ParsedPhoto& photo) {
  std::vector<std::string> names;
  for (const PanopticSegment& segment : photo.seen) {
    const std::string name(Categories()[static_cast<std::size_t>(segment.channel)].name);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

// Searches as the page plays them, each with what the model believes, foresees and values.
ordered_json PlayOf(const app::PhotoSearcher& searcher, const ParsedPhoto& photo,
                    const app::PredictPhotoOptions& options,
                    std::span<const app::PhotoScanpath> scanpaths) {
  std::vector<ordered_json> played;
  for (const auto& [target, search] : searcher.SearchesOf(photo, options)) {
    const std::string name(app::TargetName(target));
    PlayedRow row{
        .name = name, .kind = PlayedRow::Kind::kModel, .color = ScanpathColor(played.size() + 2)};
    for (const app::PhotoScanpath& scanpath : scanpaths) {
      if (scanpath.target != target) continue;
      PlayedTrack track{.who = fmt::format("{}, search {}", name, scanpath.sample),
                        .scanpath = photo.fit.FromPhoto(scanpath.scanpath),
                        .found = scanpath.on_box_at.has_value(),
                        .with_layers = true,
                        .in_sight = !scanpath.on_box_at && scanpath.found_at};
      if (scanpath.on_box_at) track.scanpath.resize(*scanpath.on_box_at + 1);
      row.tracks.push_back(std::move(track));
    }
    PlayedSearch one{
        .task = name, .name = photo.beliefs.name, .picture = "", .photo = PictureSize(photo.photo)};
    for (const PanopticSegment& segment : app::SegmentsOf(photo, target)) {
      one.targets.push_back(segment.box);
    }
    one.unsure = one.targets.empty();
    one.rows = {std::move(row)};
    const LayerSource layers{searcher.model(), search, target};
    played.push_back(ToJson(one, &layers));
  }
  return PlayJson(std::move(played), ClassesIn(photo));
}

}  // namespace

std::optional<SamplePhoto> FindSamplePhoto() {
  const auto file = app::ShippedSample();
  if (!file) return std::nullopt;
  const auto scenes = StoredScenes::Of(*file);
  if (!scenes) return std::nullopt;
  return SamplePhoto{file->filename().string(), ReadFile(*file), scenes->Read()};
}

PhotoApi::PhotoApi(std::shared_ptr<const app::PhotoSearcher> searcher,
                   std::optional<SamplePhoto> sample, std::size_t searches)
    : searcher_(std::move(searcher)), sample_(std::move(sample)), searches_(searches) {
  try {
    parser_ = searcher_->parser().Description();
  } catch (const InputError& none) {
    LogWarning("{}", none.what());  // the sample can still be searched
  }
}

void PhotoApi::Check(const Query& query) const { QuestionOf(query); }

ParsedPhoto PhotoApi::Parsed(std::string_view bytes, const std::string& name) const {
  if (sample_ && bytes == sample_->bytes) {
    ParsedPhoto photo = sample_->parsed;
    photo.beliefs.name = name;
    return photo;
  }
  if (bytes.empty()) throw InputError("the body is empty; send the photo's bytes");
  return searcher_->Parse(DecodePicture(std::as_bytes(std::span(bytes)), name), name);
}

Answer PhotoApi::Predict(const Query& query, std::string_view body, const Watch& watch) const {
  PhotoQuestion question = QuestionOf(query);
  question.options.watch = watch;
  const ParsedPhoto photo = Parsed(body, question.name);
  const auto scanpaths = searcher_->Search(photo, question.options);
  switch (question.as) {
    case As::kPicture:
      return {.type = "image/png", .body = EncodePng(app::DrawPhoto(photo, scanpaths))};
    case As::kAnimation: {
      const app::PhotoFigure figure = app::FigureOf(photo, scanpaths);
      return {.type = "image/webp", .body = SearchAnimation(figure.ground, figure.figure)};
    }
    case As::kPlay:
      return {.body = PlayOf(*searcher_, photo, question.options, scanpaths).dump()};
    default:
      return {.body = app::PredictionJson(photo, scanpaths).dump(1) + "\n"};
  }
}

Answer PhotoApi::Models() const {
  ordered_json targets = ordered_json::array();
  // What people taught first.
  for (const bool learned : {true, false}) {
    for (int thing = 0; thing < kThingChannels; ++thing) {
      if (IsLearned(thing) != learned) continue;
      targets.push_back({{"name", app::TargetName(thing)}, {"learned", learned}});
    }
  }
  const ordered_json document = {
      {"model", {{"name", searcher_->model().name()}}},
      {"parser", parser_.empty() ? ordered_json() : ordered_json{{"description", parser_}}},
      {"targets", targets},
      {"sample", sample_.has_value()},
      {"searches", searches_}};
  return {.body = document.dump()};
}

Answer PhotoApi::Sample() const {
  if (!sample_) throw InputError("no sample photo is installed");
  return {.type = "image/jpeg", .body = sample_->bytes};
}

}  // namespace saccade::serve
