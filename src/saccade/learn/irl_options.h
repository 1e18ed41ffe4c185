#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "saccade/beliefs/fovea.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/nn/ppo_loss.h"
#include "saccade/search/search_set.h"

namespace saccade {

// Behaviour cloning: the policy is shown human decisions and learns to give them probability.
struct CloningOptions {
  int epochs = 0;
  int batch = 64;           // states an update
  double rate = 5e-4;       // of Adam; falls to a tenth along a cosine
  double smoothing = 0;     // cells: sigma of the Gaussian that spreads a human fixation
  double weight_decay = 0;  // decoupled, on convolution weights
};

// Everything `saccade train irl` can be told. The three presets are in irl_options.cc, each value
// with its source; the table of design.md, section 2, in code.
struct IrlOptions {
  std::string preset = "default";

  // Data.
  DemonstrationOptions demonstrations;
  DiscConvention human_disc = DiscConvention::kCell;  // the released code measures people's
  int channels = kBeliefChannels;                     // discs elsewhere than machines'
  bool mirror = false;                                // draw mirrored searches too
  double drop_stuff = 0;    // share of searches in which stuff is not seen
  double drop_target = 0;   // share in which the parser has missed the target: context must do
  bool gaze_prior = false;  // learned tables of saccades and places (nn/gaze_prior.h)

  // Warm start: the policy first clones people.
  CloningOptions cloning;

  // Adversarial training.
  int epochs = 20;               // over the (task, picture) pairs
  int pictures_per_batch = 128;  // one iteration
  int scanpaths = 2;             // a picture and iteration
  int max_fixations = 6;
  bool drop_partial_batches = false;

  int first_kernel = 5;  // of the discriminator
  int discriminator_batch = 64;
  double discriminator_rate = 5e-4;
  int discriminator_rate_drop_after = 0;  // updates; 0: never. Then a tenth.
  // Share of the policy's pairs whose action is replaced by a uniformly drawn cell. A policy near
  // people leaves D at one half everywhere: it then no longer tells where people would never look.
  double uniform_share = 0;
  DiscriminatorGradient::Options penalty{GradientPenalty::kSquaredNorm, 5};

  int policy_batch = 64;
  int policy_epochs = 10;
  double policy_rate = 5e-4;
  double discount = 0.99;
  double gae_factor = 0.96;
  PpoOptions ppo;
  // Actions are drawn with inhibition of return; with this the ratio of PPO is that of the map
  // without it, as in the released code.
  bool free_probability = false;
  double gradient_clip = 0;  // length of the policy's gradient; 0: not clipped
  // Share of the old in the running average of the policy's weights, which is what is validated and
  // kept; 0: the weights themselves. The learner acts and learns with the weights themselves.
  double average = 0;
  double imitation_weight = 0;  // of cloning beside PPO: keeps the policy near people

  // Looking after it.
  int validate_every = 1;      // epochs
  int validation_samples = 5;  // scanpaths a pair during training
  int patience = 0;            // validations without a better one until it stops; 0: never
  int checkpoint_every = 8;    // iterations

  // Throws InputError when a value makes no sense.
  void Check() const;
};

// What the searcher does not see this time: drop_stuff and drop_target in action.
ChannelMask DrawHidden(const IrlOptions& options, int task, Random& random);

std::vector<std::string> IrlPresetNames();
// Throws InputError, with the known names, for another one.
IrlOptions IrlPreset(const std::string& name);
// BC-CNN (paper, section 3.1): the warm start of a preset and nothing else, the policy network
// alone on the beliefs alone.
IrlOptions BcCnnPreset(const std::string& name);
// The one of the two that `kind` ("irl", "bc-cnn") is.
IrlOptions PresetFor(const std::string& kind, const std::string& name);

// The complete options as config.json has them, and back; unknown names are an InputError that
// suggests the nearest one. `base` gives what the document leaves out.
nlohmann::ordered_json ToJson(const IrlOptions& options);
IrlOptions IrlOptionsFromJson(const nlohmann::ordered_json& document, IrlOptions base,
                              const std::string& origin);

}  // namespace saccade
