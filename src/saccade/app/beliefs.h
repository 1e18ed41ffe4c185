#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/app/parsing.h"
#include "saccade/base/shard.h"
#include "saccade/base/watch.h"
#include "saccade/beliefs/belief_store.h"
#include "saccade/beliefs/downsample.h"
#include "saccade/beliefs/store_builder.h"
#include "saccade/beliefs/store_statistics.h"
#include "saccade/beliefs/target_coverage.h"
#include "saccade/scene/trial.h"

namespace saccade::app {

// Builds a belief store from one kind of input.
struct BuildBeliefsOptions {
  // Segmentations: COCO panoptic JSONs, PNGs in the folder of the same name without .json; both.
  std::filesystem::path sharp{};
  std::filesystem::path blurred{};
  // Boxes: COCO instances JSON in the photos' pixels; detections (COCO results) take their place.
  std::filesystem::path boxes{};
  std::filesystem::path detections{};
  std::filesystem::path blurred_detections{};  // empty: as the sharp ones
  std::filesystem::path dcbs{};                // the authors' folder {HR,LR}/<task>/<name>.pth.tar
  std::filesystem::path images{};              // photos to parse: every picture of the folder
  // With `images`; of segmentations, the blur that the blurred pictures were given.
  ParsingOptions parsing{};
  DownsampleRule rule = kDefaultDownsampleRule;  // how 16x16 pixels become a cell
  bool things_only = false;                      // leave stuff out
  std::filesystem::path saliency{};        // channel 135: a folder of maps by picture, or one .npy
  std::filesystem::path saliency_names{};  // with one .npy: the pictures' names, one a line
  BeliefValues values = BeliefValues::kByte;
  // With a share the folder that it is written to, as 3-of-8.beliefs.
  std::filesystem::path out{};
  std::optional<Shard> shard{};  // of the pictures
  std::string call{};            // of a share: what the others have too
  Watch watch{};

  // Throws InputError unless exactly one kind of input is given, complete.
  void Check() const;
  // The store that is written.
  std::filesystem::path Store() const;
};

OptionList OptionsOf(BuildBeliefsOptions& options);

// Writes options.Store(), which appears when complete; when stopped, finished pictures are kept
// beside it for the next call. Throws InputError for bad input, naming it.
BuildReport BuildBeliefs(const BuildBeliefsOptions& options);
nlohmann::ordered_json ToJson(const BuildReport& report, const std::filesystem::path& store);

// How often the target is believed to be where it is, in one store.
struct StoreCoverage {
  std::filesystem::path store;
  std::string rule = "-";  // when the store does not say
  TargetCoverage total;
  std::map<std::string, TargetCoverage> tasks;
};
std::vector<StoreCoverage> MeasureCoverage(std::span<const std::filesystem::path> stores,
                                           std::span<const TrialInImage> trials);
nlohmann::ordered_json ToJson(std::span<const StoreCoverage> coverages);

// What a store holds.
nlohmann::ordered_json ToJson(const BeliefStore& store, const StoreStatistics& statistics);
// "byte" or "half".
std::string_view ValuesName(BeliefValues values);
// `count` of all cells of the store, a cell.
double PerCell(std::size_t count, const StoreStatistics& statistics);
// Channels that occur, those in most pictures first.
std::vector<int> ChannelsByUse(const StoreStatistics& statistics);

}  // namespace saccade::app
