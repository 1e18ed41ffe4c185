#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "saccade/image/picture_features.h"
#include "saccade/learn/care_options.h"
#include "saccade/learn/learner.h"
#include "saccade/learn/map_target.h"
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
  DensityOptions density = {};   // of the fixation heuristic
  CareOptions care = {.patience = 5, .checkpoint_every = 1000};

  // Throws InputError when a value makes no sense.
  void Check() const;
};

OptionList OptionsOf(MapOptions& options);

// Trains a map head on searches whose maps are known, the loss being the divergence of the map from
// the softmax of the logits; with it the last blocks of the network, where it is cut before them.
// Features are asked for whenever they are needed and not kept: 2.6 MB a picture. The same bits for
// any number of threads.
class MapLearner : public Learner {
 public:
  // Asks once for the features of all pictures, which fills a cache, and finds the size of each
  // channel: they differ by orders of magnitude, and the head sees them at equal size. The sizes
  // are those that the blocks give before they are trained, and stay.
  MapLearner(std::string kind, std::vector<MapTarget> train, std::vector<MapTarget> validation,
             CutNetwork network, const MapOptions& options, std::uint64_t seed);

  std::vector<LearningPhase> Phases() const override;
  std::int64_t steps_done() const override { return steps_; }
  StepReport Step() override;
  Model Learned() const override;
  // Mean divergence on the validation searches, in nats.
  std::optional<double> ValidationLoss() const override;

  const std::vector<float>& input_scale() const { return input_scale_; }
  // What the blocks, as they are now, make of a picture.
  PictureFeatures Features(const std::string& name) const;
  // The head for features as they are.
  NamedTensors Head() const;
  const NamedTensors& blocks() const { return blocks_; }

 private:
  std::vector<StatePart> Parts() override;
  std::int64_t StepsPerEpoch() const;
  // Of the weights that are trained.
  struct Gradient {
    NamedTensors head, blocks;
  };

  void ScaleChannels(std::vector<float>& values) const;
  std::vector<float> Dropout(std::int64_t epoch, std::size_t place) const;
  // Adds `weight` times the gradient of one search and returns its divergence.
  double AddGradient(const MapTarget& target, std::span<const float> dropout, double weight,
                     Gradient& gradient) const;
  void Update(Gradient& gradient);

  std::string kind_;
  std::vector<MapTarget> train_, validation_;
  FeatureSource features_;
  MapOptions options_;
  std::uint64_t seed_;
  std::vector<float> input_scale_;
  NamedTensors head_;    // of features times input_scale()
  NamedTensors blocks_;  // residual_blocks.h, between what is asked for and the head; mostly none
  Adam head_adam_, blocks_adam_;
  std::int64_t steps_ = 0;
};

}  // namespace saccade
