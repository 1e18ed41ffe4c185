#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "saccade/app/feature_source.h"
#include "saccade/app/fixation_maps.h"
#include "saccade/app/parsing.h"
#include "saccade/app/share.h"
#include "saccade/app/trial_input.h"
#include "saccade/base/shard.h"
#include "saccade/base/watch.h"
#include "saccade/image/picture.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/search/search_set.h"

namespace saccade::app {

// Scanpaths for the (task, picture) pairs of a data set.
struct PredictPairsOptions {
  // A model's folder, or a built-in name (BuiltInModels); empty: the one that comes with saccade.
  std::string model{};
  TrialInput pairs{};               // trials that name the pairs; repeats are allowed
  std::filesystem::path beliefs{};  // store of the pictures; empty: the pictures are parsed
  // Folder of the pictures, for parsing and for models that see them; what makes features of them.
  FeatureOptions features{};
  ParsingOptions parsing{};
  std::size_t searches = 0;      // only so many pairs, spread evenly over all; 0: all
  std::optional<Shard> shard{};  // of these only the pairs of its pictures
  PredictOptions predict{};
  std::vector<std::string> without{};  // classes whose belief maps are emptied, or groups of them
  bool maps = false;     // also of the next fixation, for each of the trials in `pairs`
  bool rewards = false;  // also the learned reward of every cell at the start of each search
  Watch watch{};

  // Throws InputError for a number out of range.
  void Check() const;
};

OptionList OptionsOf(PredictPairsOptions& options);

struct PredictPairsResult {
  // By task, then picture; each one's stream is its place among those of all shares.
  std::vector<Search> searches;
  std::vector<TrialInImage> scanpaths;       // `samples` a search, in the order of `searches`
  MapArray maps;                             // empty unless wanted
  std::vector<std::vector<double>> rewards;  // a value a cell, by search; empty unless wanted
};

// Opens what the options name and predicts. Throws InputError for files that are not there or not
// what they must be, pictures without beliefs, and maps or rewards that the model does not have.
PredictPairsResult PredictPairs(const PredictPairsOptions& options);
// The same with a model and beliefs that are open already (an empty library for a model that needs
// none), which may be used by several threads; the options' own are not looked at.
PredictPairsResult PredictPairs(const ScanpathModel& model, const BeliefLibrary& library,
                                const PredictPairsOptions& options);

// Writes scanpaths in one of the frames.
void WriteScanpaths(const std::filesystem::path& path, std::span<const TrialInImage> scanpaths,
                    Frame frame);

// The same as items of a share.
std::vector<ShareItem> ShareOf(const PredictPairsResult& result, Frame frame);

// A search's picture with its first scanpaths and the target; of `images`, the folder of the
// pictures.
Picture DrawSearch(const std::filesystem::path& images, const Search& search,
                   std::span<const TrialInImage> scanpaths, bool legend);
// Draws all searches, a picture each in the folder `out`; or, when that is called *.png or *.jpg,
// 12 of them on one sheet.
void DrawSearches(const std::filesystem::path& out, const std::filesystem::path& images,
                  const PredictPairsResult& result);
// The rewards as heat maps in the folder `out`, over the pictures of `images` or, when that is
// empty, on grey.
void DrawRewards(const std::filesystem::path& out, const std::filesystem::path& images,
                 const PredictPairsResult& result);

}  // namespace saccade::app
