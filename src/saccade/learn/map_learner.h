#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saccade/image/picture_features.h"
#include "saccade/learn/map_target.h"
#include "saccade/nn/adam.h"
#include "saccade/nn/map_head.h"
#include "saccade/nn/residual_blocks.h"

namespace saccade {

// Everything `saccade train detector` and `saccade train fixation-heuristic` can be told.
struct MapOptions {
  int hidden = 128;  // maps between features and logits; 0: one convolution, as in the paper
  int kernel = 3;    // of the last convolution
  int epochs = 20;
  int batch = 32;              // searches an update
  double rate = 5e-4;          // of Adam; falls to a tenth along a cosine
  double dropout = 0.5;        // share of the last convolution's inputs that a search does not see
  double weight_decay = 1e-4;  // decoupled, an update
  int fine_tune = 0;           // last blocks of the features' network that are trained too
  double fine_tune_rate = 5e-5;  // as `rate`, of these blocks; they are not decayed
  int patience = 5;              // epochs without a lower validation loss until it stops; 0: never
  DensityOptions density = {};   // of the fixation heuristic

  // Throws InputError when a value makes no sense.
  void Check() const;
};

nlohmann::ordered_json ToJson(const MapOptions& options);
// As IrlOptionsFromJson.
MapOptions MapOptionsFromJson(const nlohmann::ordered_json& document, MapOptions base,
                              const std::string& origin);

// All that a training has learned and where it stands.
struct MapState {
  NamedTensors head;    // of features times MapLearner::input_scale()
  NamedTensors blocks;  // residual_blocks.h, between what is asked for and the head; mostly none
  Adam adam, blocks_adam;
  std::int64_t steps = 0;
};

// Trains a map head on searches whose maps are known, the loss being the divergence of the map from
// the softmax of the logits; with it the last blocks of the network, where it is cut before them.
// Features are asked for whenever they are needed and not kept: 2.6 MB a picture. The same bits for
// any number of threads.
class MapLearner {
 public:
  // Asks once for the features of all pictures, which fills a cache, and finds the size of each
  // channel: they differ by orders of magnitude, and the head sees them at equal size. The sizes
  // are those that the blocks give before they are trained, and stay.
  MapLearner(std::vector<MapTarget> train, std::vector<MapTarget> validation, CutNetwork network,
             const MapOptions& options, std::uint64_t seed);

  std::int64_t steps_per_epoch() const;
  std::int64_t total_steps() const { return steps_per_epoch() * options_.epochs; }

  // One update; the mean divergence of its batch in nats.
  double Step();
  // Mean divergence on the validation searches.
  double ValidationLoss() const;

  const MapState& state() const { return state_; }
  MapState& state() { return state_; }
  const std::vector<float>& input_scale() const { return input_scale_; }
  // What the blocks, as they are now, make of a picture.
  PictureFeatures Features(const std::string& name) const;
  // The head for features as they are.
  NamedTensors Head() const;

 private:
  // Of the weights that are trained.
  struct Gradient {
    NamedTensors head, blocks;
  };

  void ScaleChannels(std::vector<float>& values) const;
  std::vector<float> Dropout(std::int64_t epoch, std::size_t place) const;
  // Adds `weight` times the gradient of one search and returns its divergence.
  double AddGradient(const MapTarget& target, std::span<const float> dropout, double weight,
                     Gradient& gradient) const;
  void Update(const Gradient& gradient);

  std::vector<MapTarget> train_, validation_;
  FeatureSource features_;
  MapOptions options_;
  std::uint64_t seed_;
  std::vector<float> input_scale_;
  MapState state_;
};

// A training in one file, written atomically; `notes` travel along.
void WriteMapCheckpoint(const std::filesystem::path& path, const MapState& state,
                        const std::map<std::string, double>& notes);
struct MapCheckpoint {
  MapState state;
  std::map<std::string, double> notes;
};
// Throws InputError when the file is no checkpoint or of another network than `like`.
MapCheckpoint ReadMapCheckpoint(const std::filesystem::path& path, const MapState& like);

}  // namespace saccade
