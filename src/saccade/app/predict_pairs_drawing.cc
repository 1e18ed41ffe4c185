#include <fmt/format.h>

#include <algorithm>

#include "saccade/app/predict_pairs.h"
#include "saccade/base/error.h"
#include "saccade/base/log.h"
#include "saccade/base/parallel.h"
#include "saccade/image/contact_sheet.h"
#include "saccade/image/geometry.h"
#include "saccade/image/heat_map.h"
#include "saccade/image/picture_file.h"
#include "saccade/image/resize.h"
#include "saccade/image/scanpath_drawing.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;

constexpr double kScale = 2;  // letters and discs are legible at 1024x640

// Up to the target. Points of the image frame are pixels of a 512x320 picture, and grow with it.
DrawnScanpath DrawnOf(const TrialInImage& trial, std::size_t index) {
  DrawnScanpath drawn{.color = ScanpathColor(index)};
  for (const auto& fixation : CutAtTarget(trial).scanpath) {
    drawn.scanpath.push_back(
        {{fixation.point.x * kScale, fixation.point.y * kScale}, fixation.duration_ms});
  }
  drawn.label = fmt::format("scanpath {}", trial.subject);
  if (const auto first = FirstOnTarget(trial)) drawn.found_at = *first - 1;
  return drawn;
}

std::string FileOf(const Search& search) {
  return fmt::format("{}_{}.png", fs::path(search.name).stem().string(), kTaskNames[search.task]);
}

}  // namespace

Picture DrawSearch(const fs::path& images, const Search& search,
                   std::span<const TrialInImage> scanpaths, bool legend) {
  ScanpathFigure figure;
  figure.legend = legend;
  for (std::size_t k = 0; k < scanpaths.size(); ++k) {
    figure.scanpaths.push_back(DrawnOf(scanpaths[k], k));
  }
  if (search.target) {
    const BoxInImage& box = *search.target;
    figure.target = {box.x * kScale, box.y * kScale, box.width * kScale, box.height * kScale};
  }
  figure.target_label = kTaskNames[search.task];
  const Picture picture = FitToImage(ReadPicture(images / search.name));
  return DrawScanpaths(Resize(picture, static_cast<int>(kImageSize.width * kScale),
                              static_cast<int>(kImageSize.height * kScale)),
                       figure);
}

void DrawSearches(const fs::path& out, const fs::path& images, const PredictPairsResult& result) {
  if (images.empty()) throw InputError("--draw needs the pictures: add --images DIR");
  const std::span<const Search> searches = result.searches;
  const std::size_t samples = searches.empty() ? 0 : result.scanpaths.size() / searches.size();
  const auto first_scanpaths = [&](std::size_t search, std::size_t count) {
    return std::span(result.scanpaths).subspan(search * samples, std::min(count, samples));
  };
  const fs::path ending = out.extension();
  if (ending != ".png" && ending != ".jpg") {
    fs::create_directories(out);
    ParallelFor(searches.size(), [&](std::size_t i) {
      WritePng(out / FileOf(searches[i]),
               DrawSearch(images, searches[i], first_scanpaths(i, 3), true));
    });
    LogInfo("{}: {} pictures", out.string(), searches.size());
    return;
  }
  // A sheet: searches spread evenly over all, so that it shows many targets.
  constexpr std::size_t kTiles = 12;
  std::vector<Tile> tiles(std::min(kTiles, searches.size()));
  ParallelFor(tiles.size(), [&](std::size_t k) {
    const std::size_t i = k * searches.size() / tiles.size();
    tiles[k] = {DrawSearch(images, searches[i], first_scanpaths(i, 2), false),
                fmt::format("{} in {}", kTaskNames[searches[i].task], searches[i].name)};
  });
  WritePicture(out, ContactSheet(tiles, {.columns = 3, .tile_width = 512, .tile_height = 320}));
  LogInfo("{}: {} of {} searches", out.string(), tiles.size(), searches.size());
}

void DrawRewards(const fs::path& out, const fs::path& images, const PredictPairsResult& result) {
  fs::create_directories(out);
  ParallelFor(result.rewards.size(), [&](std::size_t i) {
    const std::vector<float> values(result.rewards[i].begin(), result.rewards[i].end());
    Picture picture(512, 320, {40, 40, 40});
    if (!images.empty()) picture = FitToImage(ReadPicture(images / result.searches[i].name));
    WritePng(out / FileOf(result.searches[i]),
             DrawHeatMap(picture, GridMap(values), {.label = "reward log D"}));
  });
}

}  // namespace saccade::app
