#include "saccade/learn/policy_options.h"

#include "saccade/base/error.h"
#include "saccade/learn/irl_options.h"

namespace saccade {

OptionList OptionsOf(CloningOptions& o) {
  OptionList list;
  list.Add("cloning_epochs", o.epochs, {0}, "passes over human decisions")
      .Add("cloning_batch", o.batch, {1}, "decisions an update")
      .Add("cloning_rate", o.rate, {kAboveZero}, "learning rate; falls to a tenth along a cosine")
      .Add("cloning_smoothing", o.smoothing, {0},
           "cells: sigma of the Gaussian that spreads a human fixation")
      .Add("weight_decay", o.weight_decay, {0, kBelowOne}, "of convolution weights, decoupled");
  return list;
}

OptionList OptionsOf(PolicyOptions& o) {
  OptionList list;
  list.Add("preset", o.preset, "where the values come from")
      .Add(OptionsOf(o.demonstrations))
      .Add("human_disc", o.human_disc, {"cell", "half"},
           "from where people's discs are measured: the cell, or half a cell on (released code)")
      .Add("channels", o.channels, {kBeliefChannels, kSearchChannels},
           "of the state: 134; 135 with saliency, 136 with history, 138 with the target's own")
      .Add("mirror", o.mirror, "draw mirrored searches too")
      .Add("drop_stuff", o.drop_stuff, {0, 1}, "share of searches in which stuff is not seen")
      .Add("drop_target", o.drop_target, {0, 1},
           "share of searches in which the target's belief is not seen")
      .Add("gaze_prior", o.gaze_prior, "learned tables of saccades and places beside the network")
      .Add(OptionsOf(o.cloning))
      .Add("gradient_clip", o.gradient_clip, {0}, "longest gradient of the policy; 0: any")
      .Add("average", o.average, {0, kBelowOne},
           "share of the old in the running average of weights that is kept; 0: no average")
      .Add(OptionsOf(o.care))
      .Add("calibrate_by", o.calibrate_by, {"distance", "likelihood", "nothing"},
           "what temperatures and odds are chosen by: the distance to people in the reported "
           "scores, or the likelihood of their next fixations; nothing: all stay 1")
      .Add("released_scores", o.released_scores,
           "at every validation also what the released code writes then, by its own rules");
  return list;
}

void PolicyOptions::Check() const {
  CheckRanges(*this);
  CheckChannels(channels);
}

ChannelMask DrawHidden(const PolicyOptions& options, int task, Random& random) {
  ChannelMask hidden;
  if (random.Uniform() < options.drop_stuff) hidden |= ChannelsOf(ChannelGroup::kStuff, task);
  if (options.drop_target > 0 && random.Uniform() < options.drop_target) {
    hidden |= ChannelsOf(ChannelGroup::kTarget, task);
  }
  return hidden;
}

PolicyOptions BcCnnPreset(const std::string& name) {
  PolicyOptions options = IrlPreset(name);
  options.gaze_prior = false;
  options.channels = kBeliefChannels;
  options.care = {};
  options.released_scores = false;
  if (options.cloning.epochs == 0) options.cloning.epochs = 12;
  return options;
}

}  // namespace saccade
