#include "saccade/app/predict_folder.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/app/photo_drawing.h"
#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/base/json.h"
#include "saccade/base/log.h"
#include "saccade/base/options.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/base/shard_option.h"
#include "saccade/image/contact_sheet.h"
#include "saccade/image/picture_file.h"
#include "saccade/perception/photo_beliefs.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTiles = 12;

bool IsPattern(const fs::path& path) {
  return path.filename().string().find_first_of("*?[") != std::string::npos;
}

fs::path FolderOf(const fs::path& images) {
  if (!IsPattern(images)) return images;
  return images.has_parent_path() ? images.parent_path() : ".";
}

bool IsSheet(const fs::path& draw) {
  const fs::path ending = draw.extension();
  return ending == ".png" || ending == ".jpg";
}

// Ascending.
std::vector<fs::path> PhotosIn(const fs::path& images) {
  const std::string pattern = IsPattern(images) ? images.filename().string() : "*";
  std::vector<fs::path> photos;
  for (const auto& entry : fs::directory_iterator(FolderOf(images))) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && IsPictureName(name) &&
        fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0) {
      photos.push_back(entry.path());
    }
  }
  if (photos.empty()) {
    throw InputError(images, "", "holds no picture (.jpg, .jpeg, .png or .webp)");
  }
  std::ranges::sort(photos);
  return photos;
}

// One photo's part of the work.
struct Done {
  nlohmann::ordered_json json{};
  Picture drawing{};  // for the sheet
  bool kept = false;
  bool skipped = false;
};

Done PredictOne(const PredictFolderOptions& options, const PhotoSearcher& searcher,
                const fs::path& file, bool on_sheet) {
  const fs::path out =
      options.out_folder.empty() ? "" : options.out_folder / (file.filename().string() + ".json");
  const fs::path drawing = IsSheet(options.draw) || options.draw.empty()
                               ? ""
                               : options.draw / (file.stem().string() + ".png");
  const bool is_there = !out.empty() && fs::exists(out);
  const bool is_drawn =
      drawing.empty() ? !(on_sheet && IsSheet(options.draw)) : fs::exists(drawing);
  if (is_there && is_drawn) return {.kept = true};
  const ParsedPhoto photo = searcher.Parse(file);
  const auto scanpaths = searcher.Search(photo, options.predict);
  Done done{.json = ToJson(photo, scanpaths), .kept = is_there};
  if (!drawing.empty()) {
    WritePng(drawing, DrawPhoto(photo, scanpaths));
  } else if (IsSheet(options.draw) && on_sheet) {
    done.drawing = DrawPhoto(photo, scanpaths);
  }
  // Last: what is there is whole.
  if (!out.empty() && !is_there) WriteFileAtomically(out, done.json.dump(1) + "\n");
  return done;
}

// What the scanpaths depend on.
nlohmann::ordered_json HowMade(const PredictFolderOptions& options, const PhotoSearcher& searcher) {
  PredictPhotoOptions predict = options.predict;
  PhotoSearcherOptions opened = options.searcher;
  opened.parsing.blur = searcher.blur();
  nlohmann::ordered_json how = OptionsOf(opened).ToJson();
  how["model"] = searcher.model().name();
  how.update(OptionsOf(predict).ToJson());
  return how;
}

// Says in the folder how its files are made. Throws InputError when those of an earlier run were
// made otherwise.
void Claim(const fs::path& folder, const nlohmann::ordered_json& how) {
  const fs::path file = folder / "predict.json";
  if (!fs::exists(file)) return WriteFileAtomically(file, how.dump(1) + "\n");
  const auto before = ReadJson<nlohmann::ordered_json>(file);
  for (const auto& [key, value] : how.items()) {
    const bool said = before.is_object() && before.contains(key);
    if (said && before[key] == value) continue;
    throw InputError(file, "", "its scanpaths were made with {} {}, not {}; choose another folder",
                     key, said ? before[key].dump() : "unknown", value.dump());
  }
}

}  // namespace

OptionList OptionsOf(PredictFolderOptions& o) {
  OptionList list;
  list.Add("images", TextOf(o.images), "Folder of photos, or a pattern in one", "FOLDER")
      .Add(OptionsOf(o.searcher))
      .Add(OptionsOf(o.predict))
      .Add("lenient", o.lenient,
           "With --images DIR --target X: name photos that cannot be read and go on")
      .Add("out-dir", TextOf(o.out_folder),
           "With --images DIR --target X: a JSON for each photo; goes on where it was", "FOLDER")
      .Add(
          "draw", TextOf(o.draw),
          "Draw the scanpaths: with --image a picture, or OUT.webp, which moves; else a folder, or "
          "a picture for 12 of the searches on one sheet")
      .Add("shard", TextOf(o.shard), "Only this share of the work, such as 3/8, counted from 0");
  return list;
}

void PredictFolderOptions::Check() const {
  predict.Check();
  if (!fs::is_directory(FolderOf(images))) throw InputError(images, "", "is not a folder");
}

PredictFolderResult PredictFolder(const PredictFolderOptions& options) {
  options.Check();
  const WatchScope scope(options.predict.watch);
  const std::vector<fs::path> photos = PhotosIn(options.images);
  PhotoSearcherOptions opened = options.searcher;
  opened.parsing.threads = 1;  // each; photos are parsed side by side
  const PhotoSearcher searcher = OpenPhotoSearcher(opened);
  if (!options.out_folder.empty()) Claim(options.out_folder, HowMade(options, searcher));
  std::vector<Done> done(photos.size());
  std::vector<std::size_t> ours;
  for (std::size_t i = 0; i < photos.size(); ++i) {
    if (!options.shard || options.shard->Has(photos[i].filename().string())) ours.push_back(i);
  }
  Progress progress("photos", ours.size());
  ParallelFor(ours.size(), [&](std::size_t n) {
    const std::size_t i = ours[n];
    try {
      done[i] = PredictOne(options, searcher, photos[i], i < kTiles);
    } catch (const InputError& error) {
      if (!options.lenient) throw;
      LogWarning("{}; left out", error.what());
      done[i].skipped = true;
    }
    progress.Step();
  });
  PredictFolderResult result;
  std::vector<Tile> tiles;
  for (const std::size_t i : ours) {
    if (options.shard && !done[i].kept) result.items.push_back({i, done[i].json.dump()});
    result.kept += done[i].kept;
    result.skipped += done[i].skipped;
    if (done[i].drawing.width > 0) {
      tiles.push_back({std::move(done[i].drawing), photos[i].filename().string()});
    }
    if (done[i].kept || done[i].skipped) continue;
    ++result.searched;
    result.photos.push_back(std::move(done[i].json));
  }
  if (!tiles.empty()) {
    WritePicture(options.draw,
                 ContactSheet(tiles, {.columns = 3, .tile_width = 512, .tile_height = 400}));
  }
  return result;
}

}  // namespace saccade::app
