#include "saccade/synth/data_set_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "saccade/base/atomic_folder.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/interrupt.h"
#include "saccade/base/json.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/base/stopwatch.h"
#include "saccade/image/picture_file.h"
#include "saccade/scene/trial_file.h"

namespace saccade::synth {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// What a picture adds to the files that all pictures share.
struct PictureRecord {
  Json image;
  Json sharp;
  Json blurred;
  Json truth;
  std::string split;
  std::vector<TrialInDisplay> trials;
};

Json BoxJson(const BoxInImage& box) {
  return {static_cast<int>(box.x), static_cast<int>(box.y), static_cast<int>(box.width),
          static_cast<int>(box.height)};
}

Json AnnotationJson(const SimulatedPicture& picture, const Parse& parse) {
  Json segments = Json::array();
  for (const PanopticSegment& segment : parse.segments) {
    Json json = {{"id", segment.id},
                 {"category_id", Categories()[segment.channel].coco_id},
                 {"isthing", segment.is_thing() ? 1 : 0}};
    if (segment.is_thing()) json["score"] = std::round(1e4 * segment.score) / 1e4;
    json["area"] = segment.area;
    json["bbox"] = BoxJson(segment.box);
    json["iscrowd"] = 0;
    segments.push_back(std::move(json));
  }
  return {{"image_id", picture.id},
          {"file_name", fs::path(picture.name).replace_extension(".png").string()},
          {"segments_info", std::move(segments)}};
}

Json TruthJson(const SimulatedPicture& picture) {
  Json things = Json::array(), targets = Json::array();
  for (const TrueObject& thing : picture.things) {
    things.push_back(
        {{"category", Categories()[thing.channel].name}, {"bbox", BoxJson(thing.box)}});
  }
  for (const SearchTask& pair : picture.pairs) {
    targets.push_back({{"task", kTaskNames[pair.task]}, {"bbox", BoxJson(pair.target)}});
  }
  return {{"name", picture.name},
          {"scene", NameOf(picture.kind)},
          {"split", picture.split},
          {"targets", std::move(targets)},
          {"things", std::move(things)}};
}

Json SearcherJson(const Searcher& s) {
  return {{"subject", s.subject},
          {"target", s.target},
          {"context", s.context},
          {"cost", s.cost},
          {"inhibition", s.inhibition},
          {"temperature", s.temperature},
          {"landing_noise", s.landing_noise},
          {"undershoot", s.undershoot},
          {"pace_ms", s.pace_ms},
          {"lapse", s.lapse}};
}

// A list with one entry a line: readable, and small changes stay small.
std::string Lines(const std::vector<const Json*>& entries) {
  std::string text = "[";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text += entries[i]->dump();
  }
  return text + "\n]";
}

template <typename Member>
std::string LinesOf(const std::vector<PictureRecord>& records, Member member) {
  std::vector<const Json*> entries;
  for (const PictureRecord& record : records) entries.push_back(&(record.*member));
  return Lines(entries);
}

std::string CategoriesJson() {
  Json list = Json::array();
  for (int channel = 0; channel < kBeliefChannels; ++channel) {
    const Category& category = Categories()[channel];
    if (category.coco_id == 0) continue;  // "things" is no class of COCO's
    list.push_back({{"id", category.coco_id},
                    {"name", category.name},
                    {"isthing", channel < kThingChannels ? 1 : 0}});
  }
  return list.dump();
}

std::string Readme(const DataSetOptions& options, const WriteReport& report) {
  return fmt::format(
      "# Simulated visual search\n\n"
      "Made by `saccade dataset synthesize --seed {} --pictures {}`: {} pictures, {} (task, "
      "picture) pairs, {} trials of {} simulated people. No photographs, no human data.\n\n"
      "| file | what |\n|---|---|\n"
      "| `fixations_train.json`, `fixations_valid.json`, `fixations_test.json` | COCO-Search18 "
      "trials in the display frame, 1680x1050 |\n"
      "| `images/` | the pictures |\n"
      "| `panoptic_sharp.json`, `panoptic_sharp/` | COCO panoptic format, as a parser sees the "
      "sharp picture |\n"
      "| `panoptic_blurred.json`, `panoptic_blurred/` | the same from the blurred picture: small "
      "things are lost and confused |\n"
      "| `truth.json` | the searchers' reward weights; the things that are really there |\n\n"
      "The reward that drives the searchers is known; docs/synthetic.md of saccade gives its "
      "formula.\n",
      options.seed, options.pictures_per_task, report.pictures, report.pairs, report.trials,
      kSearchers);
}

// Inside the folder under construction, which is renamed when whole: no need to be atomic here.
void WritePlain(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw Failure(fmt::format("{}: cannot be written; is the disk full?", path.string()));
}

PictureRecord WriteOnePicture(const fs::path& folder, const DataSetOptions& options,
                              std::span<const Searcher> searchers, int index) {
  const SimulatedPicture picture = MakePicture(options, index);
  const fs::path png = fs::path(picture.name).replace_extension(".png");
  WritePlain(folder / "images" / picture.name, EncodeJpeg(picture.image));
  WritePlain(folder / "panoptic_sharp" / png, EncodeSegmentPng(picture.sharp.ids));
  WritePlain(folder / "panoptic_blurred" / png, EncodeSegmentPng(picture.blurred.ids));
  return {.image = {{"id", picture.id},
                    {"file_name", picture.name},
                    {"width", picture.sharp.ids.width},  // of the segmentation
                    {"height", picture.sharp.ids.height}},
          .sharp = AnnotationJson(picture, picture.sharp),
          .blurred = AnnotationJson(picture, picture.blurred),
          .truth = TruthJson(picture),
          .split = picture.split,
          .trials = SearchPicture(picture, searchers, options.seed)};
}

void WriteShared(const fs::path& folder, const DataSetOptions& options,
                 std::span<const Searcher> searchers, const std::vector<PictureRecord>& records,
                 WriteReport& report) {
  report.pictures = static_cast<int>(records.size());
  for (std::size_t s = 0; s < kSplitNames.size(); ++s) {
    std::vector<TrialInDisplay> trials;
    for (const PictureRecord& record : records) {
      if (record.split != kSplitNames[s]) continue;
      trials.insert(trials.end(), record.trials.begin(), record.trials.end());
    }
    report.trials_by_split[s] = static_cast<int>(trials.size());
    report.trials += report.trials_by_split[s];
    // A file without trials is one that nothing can read.
    if (trials.empty()) continue;
    WriteTrials(folder / fmt::format("fixations_{}.json", kSplitNames[s]), trials);
  }
  report.pairs = report.trials / kSearchers;

  const std::string images = LinesOf(records, &PictureRecord::image);
  const auto write_panoptic = [&](std::string_view name, Json PictureRecord::*annotation) {
    WritePlain(folder / name,
               fmt::format("{{\"images\": {},\n\"annotations\": {},\n\"categories\": {}}}\n",
                           images, LinesOf(records, annotation), CategoriesJson()));
  };
  write_panoptic("panoptic_sharp.json", &PictureRecord::sharp);
  write_panoptic("panoptic_blurred.json", &PictureRecord::blurred);

  std::vector<Json> people;
  for (const Searcher& searcher : searchers) people.push_back(SearcherJson(searcher));
  std::vector<const Json*> entries;
  for (const Json& person : people) entries.push_back(&person);
  WritePlain(folder / "truth.json",
             fmt::format("{{\"seed\": {},\n\"pictures_per_task\": {},\n\"searchers\": {},\n"
                         "\"pictures\": {}}}\n",
                         options.seed, options.pictures_per_task, Lines(entries),
                         LinesOf(records, &PictureRecord::truth)));
  WritePlain(folder / "README.md", Readme(options, report));
}

void CheckFolder(const fs::path& folder, bool replace) {
  if (!fs::exists(folder)) return;
  if (!fs::is_directory(folder)) {
    throw InputError(folder, "", "is a file; name a folder that does not exist yet");
  }
  if (fs::is_empty(folder)) return;
  if (!replace) {
    throw InputError(folder, "",
                     "is not empty; name another folder, or replace this data set with --force");
  }
  if (!fs::exists(folder / "truth.json")) {
    throw InputError(folder, "",
                     "holds no simulated data set (no truth.json), so --force does not replace "
                     "it; name another folder");
  }
}

}  // namespace

WriteReport WriteDataSet(const fs::path& folder, const DataSetOptions& options, bool replace) {
  options.Check();
  Stopwatch watch;
  // "out/" names the same folder as "out".
  const fs::path named = fs::absolute(folder).lexically_normal();
  const fs::path whole = named.has_filename() ? named : named.parent_path();
  CheckFolder(whole, replace);
  AtomicFolder making(whole);
  for (const char* inside : {"images", "panoptic_sharp", "panoptic_blurred"}) {
    std::error_code error;
    fs::create_directories(making.path() / inside, error);
    if (error) {
      throw Failure(fmt::format("{}: cannot be made: {}", whole.string(), error.message()));
    }
  }
  const std::vector<Searcher> searchers = MakeSearchers(options.seed);
  std::vector<PictureRecord> records(options.Pictures());
  {
    Progress progress("Simulating searches", records.size());
    ParallelFor(records.size(), [&](std::size_t i) {
      if (InterruptRequested()) throw Interrupted("stopped; nothing was written");
      records[i] = WriteOnePicture(making.path(), options, searchers, static_cast<int>(i));
      progress.Step();
    });
  }
  WriteReport report;
  WriteShared(making.path(), options, searchers, records, report);
  making.Commit();
  report.seconds = watch.Lap();
  return report;
}

std::vector<Searcher> ReadSearchers(const fs::path& truth_json) {
  const auto document = ReadJson(truth_json);
  if (!document.is_object() || !document.contains("searchers")) {
    throw InputError(truth_json, "", "is no truth.json of `saccade dataset synthesize`");
  }
  std::vector<Searcher> searchers;
  try {
    for (const auto& s : document["searchers"]) {
      searchers.push_back({.subject = s.at("subject"),
                           .target = s.at("target"),
                           .context = s.at("context"),
                           .cost = s.at("cost"),
                           .inhibition = s.at("inhibition"),
                           .temperature = s.at("temperature"),
                           .landing_noise = s.at("landing_noise"),
                           .undershoot = s.at("undershoot"),
                           .pace_ms = s.at("pace_ms"),
                           .lapse = s.at("lapse")});
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(truth_json, fmt::format("searcher {}", searchers.size()),
                     "is not as expected: {}", error.what());
  }
  return searchers;
}

}  // namespace saccade::synth
