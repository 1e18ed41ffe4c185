#include "saccade/app/photo_maps.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "saccade/app/photo_drawing.h"
#include "saccade/base/error.h"
#include "saccade/formats/npy.h"
#include "saccade/image/picture_file.h"
#include "saccade/search/prediction.h"
#include "saccade/search/stand_in.h"
#include "saccade/study/map_figure.h"

namespace saccade::app {
namespace {

namespace fs = std::filesystem;

ScanpathInPhoto PastOf(const ParsedPhoto& photo, std::span<const PointInPhoto> after) {
  const BoxInPhoto shown = photo.fit.ToPhoto(photo.area);
  ScanpathInPhoto past = {
      {photo.fit.ToPhoto(PointInImage{kImageSize.width / 2, kImageSize.height / 2}), 0}};
  for (const PointInPhoto& point : after) {
    if (!shown.Contains(point)) {
      throw InputError(photo.beliefs.name, "",
                       "a fixation at {:g},{:g} lies beside the photo, which is {}x{}", point.x,
                       point.y, photo.photo.width, photo.photo.height);
    }
    past.push_back({point, 0});
  }
  return past;
}

std::vector<float> BeliefsAfter(const TargetSearch& asked, std::span<const Cell> past) {
  Search search = asked.search;
  // Under their own names, whatever stands in.
  const PictureBeliefs own = Exchanged(search.Beliefs(), asked.target, ChannelOfTask(search.task));
  search.variants = {std::make_shared<const PictureBeliefs>(own)};
  std::vector<float> dense(std::size_t{kBeliefChannels} * Grid::kCells);
  StateAfter(search, past, {}).Expand(dense);
  return dense;
}

template <typename Value>
void WriteArray(const fs::path& path, DType type, std::vector<std::int64_t> shape,
                std::span<const Value> values) {
  Tensor tensor{.dtype = type, .shape = std::move(shape), .bytes = {}};
  const auto bytes = std::as_bytes(values);
  tensor.bytes.assign(bytes.begin(), bytes.end());
  WriteNpy(path, tensor);
}

// The name without what belongs to no file name: "photo_potted_plant_".
fs::path Beginning(const fs::path& folder, const ParsedPhoto& photo, int target) {
  std::string name(TargetName(target));
  std::ranges::replace(name, ' ', '_');
  return folder / fmt::format("{}_{}_", fs::path(photo.beliefs.name).stem().string(), name);
}

void WriteGrid(const std::string& beginning, const std::string& kind, const ParsedPhoto& photo,
               const PhotoMaps& maps, std::span<const double> values, std::span<const float> drawn,
               const std::string& label) {
  WriteArray(beginning + kind + ".npy", DType::kFloat64, {Grid::kRows, Grid::kColumns}, values);
  WritePng(beginning + kind + ".png", DrawMap(photo, drawn, maps.past, label));
}

void WriteOne(const std::string& beginning, const ParsedPhoto& photo, const PhotoMaps& maps,
              PhotoMap which) {
  const std::string_view target = TargetName(maps.target);
  switch (which) {
    case PhotoMap::kBelief: {
      WriteArray(beginning + "belief.npy", DType::kFloat32,
                 {kBeliefChannels, Grid::kRows, Grid::kColumns}, std::span(maps.beliefs));
      const std::span own =
          std::span(maps.beliefs)
              .subspan(static_cast<std::size_t>(maps.target) * Grid::kCells, Grid::kCells);
      WritePng(beginning + "belief.png",
               DrawMap(photo, own, maps.past, fmt::format("belief: {}", target)));
      return;
    }
    case PhotoMap::kNext: {
      if (maps.next.empty()) throw InputError("--maps: the model gives no map of fixations");
      const std::vector<float> drawn(maps.next.begin(), maps.next.end());
      return WriteGrid(beginning, "next", photo, maps, maps.next, drawn, "next fixation");
    }
    case PhotoMap::kReward: {
      if (maps.rewards.empty()) {
        throw InputError("--reward: the model has learned no reward; train irl does");
      }
      std::vector<float> drawn(maps.rewards.begin(), maps.rewards.end());
      RaiseLowestTenth(drawn);
      return WriteGrid(beginning, "reward", photo, maps, maps.rewards, drawn, "reward");
    }
  }
}

}  // namespace

std::vector<PhotoMaps> MapsOf(const PhotoSearcher& searcher, const ParsedPhoto& photo,
                              const PredictPhotoOptions& options,
                              std::span<const PointInPhoto> after) {
  options.Check();
  const ScanpathInPhoto past = PastOf(photo, after);
  std::vector<Cell> cells;
  for (const auto& [point, ms] : past) {
    if (const auto cell = Grid::CellOf(photo.fit.FromPhoto(point))) cells.push_back(*cell);
  }
  std::vector<PhotoMaps> maps;
  for (const TargetSearch& asked : searcher.SearchesOf(photo, options)) {
    maps.push_back({.target = asked.target,
                    .past = past,
                    .beliefs = BeliefsAfter(asked, cells),
                    .next = searcher.model().NextFixation(asked.search, cells),
                    .rewards = searcher.model().RewardMap(asked.search, cells)});
  }
  return maps;
}

void WritePhotoMaps(const fs::path& folder, const ParsedPhoto& photo,
                    std::span<const PhotoMaps> maps, std::span<const PhotoMap> which) {
  fs::create_directories(folder);
  for (const PhotoMaps& one : maps) {
    const std::string beginning = Beginning(folder, photo, one.target).string();
    for (const PhotoMap kind : which) WriteOne(beginning, photo, one, kind);
  }
}

}  // namespace saccade::app
