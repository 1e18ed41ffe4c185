#include "saccade/learn/bc_lstm_options.h"

#include "saccade/base/error.h"
#include "saccade/beliefs/belief_state.h"

namespace saccade {

OptionList OptionsOf(BcLstmOptions& o) {
  OptionList list;
  list.Add(OptionsOf(o.demonstrations))
      .Add("channels", o.channels, {kBeliefChannels, kSearchChannels},
           "of I_t: 134; 135 with saliency, 136 with history, 138 with the target's own")
      .Add("mirror", o.mirror, "draw mirrored searches too")
      .Add("drop_stuff", o.drop_stuff, {0, 1}, "share of searches in which stuff is not seen")
      .Add("hidden", o.hidden, {4, 512}, "belief maps that the LSTM keeps, a multiple of 4")
      .Add("gaze_prior", o.gaze_prior, "learned tables of saccades and places beside the network")
      .Add("epochs", o.epochs, {1}, "over the (task, picture) pairs")
      .Add("searches_per_batch", o.searches_per_batch, {1}, "pairs an update")
      .Add("rate", o.rate, {kAboveZero}, "learning rate; falls to a tenth along a cosine")
      .Add("smoothing", o.smoothing, {0},
           "cells: sigma of the Gaussian that spreads a human fixation")
      .Add("weight_decay", o.weight_decay, {0}, "of convolution weights, decoupled")
      .Add("gradient_clip", o.gradient_clip, {0}, "longest gradient; 0: any")
      .Add(OptionsOf(o.care));
  return list;
}

void BcLstmOptions::Check() const {
  CheckRanges(*this);
  CheckChannels(channels);
  if (hidden % 4 != 0) {
    throw InputError("options", "hidden", "is {}; a multiple of 4 is expected", hidden);
  }
}

}  // namespace saccade
