#pragma once

#include <string>
#include <vector>

#include "saccade/base/options.h"
#include "saccade/base/random.h"
#include "saccade/beliefs/belief_state.h"
#include "saccade/learn/care_options.h"
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

// What the numbers that scanpaths are drawn with are chosen by (learn/calibration.h).
enum class CalibrateBy {
  kDistance,    // to people in the reported scores: Validation::Distance
  kLikelihood,  // of people's next fixations: PolicyLikelihood
  kNothing      // temperatures and odds stay 1
};

// What a policy sees and how it learns from people: all that `train bc-cnn` can be told, and what
// `train irl` begins with.
struct PolicyOptions {
  std::string preset = "default";

  // Data.
  DemonstrationOptions demonstrations;
  DiscConvention human_disc = DiscConvention::kCell;  // the released code measures people's
  int channels = kBeliefChannels;                     // discs elsewhere than machines'
  bool mirror = false;                                // draw mirrored searches too
  double drop_stuff = 0;    // share of searches in which stuff is not seen
  double drop_target = 0;   // share in which the parser has missed the target: context must do
  bool gaze_prior = false;  // learned tables of saccades and places (nn/gaze_prior.h)

  CloningOptions cloning;
  double gradient_clip = 0;  // length of the policy's gradient; 0: not clipped
  // Share of the old in the running average of the policy's weights, which is what is validated and
  // kept; 0: the weights themselves. The learner acts and learns with the weights themselves.
  double average = 0;

  CareOptions care;
  CalibrateBy calibrate_by = CalibrateBy::kDistance;
  bool released_scores = false;  // at every validation also what the released code writes then

  // Throws InputError when a value makes no sense.
  void Check() const;
};
OptionList OptionsOf(CloningOptions& options);
OptionList OptionsOf(PolicyOptions& options);

// What the searcher does not see this time: drop_stuff and drop_target in action.
ChannelMask DrawHidden(const PolicyOptions& options, int task, Random& random);

// BC-CNN (paper, section 3.1): the warm start of an IRL preset and nothing else, the policy network
// alone on the beliefs alone.
PolicyOptions BcCnnPreset(const std::string& name);

}  // namespace saccade
