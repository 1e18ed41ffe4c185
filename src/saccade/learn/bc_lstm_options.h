#pragma once

#include "saccade/base/options.h"
#include "saccade/learn/care_options.h"
#include "saccade/nn/conv_lstm.h"
#include "saccade/search/search_set.h"

namespace saccade {

// Everything `saccade train bc-lstm` can be told. Where BC-CNN has the same option the default is
// that of its default preset, so that the two differ in their state only.
struct BcLstmOptions {
  // Data.
  DemonstrationOptions demonstrations{.max_entries = 7};
  int channels = kBeliefChannels;  // of I_t: 134, 135 with saliency, 136 with history, 138
  bool mirror = true;              // draw mirrored searches too
  double drop_stuff = 0.15;        // share of searches in which stuff is not seen

  // Network.
  int hidden = 32;          // belief maps that the LSTM keeps
  bool gaze_prior = false;  // learned tables of saccades and places (nn/gaze_prior.h)

  // Learning.
  int epochs = 12;             // over the (task, picture) pairs
  int searches_per_batch = 4;  // pairs an update, with all their scanpaths
  double rate = 1e-3;          // of Adam; falls to a tenth along a cosine
  double smoothing = 0.7;      // cells: sigma of the Gaussian that spreads a human fixation
  double weight_decay = 1e-4;  // decoupled, on convolution weights
  double gradient_clip = 1;    // length of the gradient; 0: not clipped

  CareOptions care{.checkpoint_every = 50};

  ConvLstmShape Shape() const {
    return {.channels = channels, .hidden = hidden, .gaze_prior = gaze_prior};
  }
  // Throws InputError when a value makes no sense.
  void Check() const;
};

OptionList OptionsOf(BcLstmOptions& options);

}  // namespace saccade
