#pragma once

#include <string>
#include <vector>

#include "saccade/learn/policy_options.h"
#include "saccade/nn/discriminator_gradient.h"
#include "saccade/nn/ppo_loss.h"
#include "saccade/nn/reward_terms.h"

namespace saccade {

// Everything `saccade train irl` can be told. The three presets are in irl_options.cc, each value
// with its source; the table of design.md, section 2, in code.
struct IrlOptions : PolicyOptions {
  // Adversarial training.
  int epochs = 20;               // over the (task, picture) pairs
  int pictures_per_batch = 128;  // one iteration
  int scanpaths = 2;             // a picture and iteration
  int max_fixations = 6;
  bool drop_partial_batches = false;  // of pairs
  bool recorded_start = false;        // a search begins where a person's did, not at the centre
  bool human_pairs_anew = false;      // shuffled in each iteration; else each once, then again
  bool torch_weights = false;         // the first weights are PyTorch's of the same seed

  RewardForm reward_form = RewardForm::kLogD;
  std::string reward_from;  // a model folder: its reward, as it is; nothing is learned from people
  int first_kernel = 5;     // of the discriminator
  int discriminator_batch = 64;
  double discriminator_rate = 5e-4;
  double terms_rate = 3e-3;  // of what the adversarial form adds to the network (reward_terms.h)
  int discriminator_rate_drop_after = 0;  // updates; 0: never. Then a tenth.
  int discriminator_passes = 1;           // over the pairs of an iteration
  int reward_epochs = 0;      // after the others: the policy rests, the reward is fitted to its end
  bool reward_goals = false;  // in these epochs the reward is fitted to goals (learn/goals.h)
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
  double imitation_weight = 0;  // of cloning beside PPO: keeps the policy near people

  // Throws InputError when a value makes no sense.
  void Check() const;
};
OptionList OptionsOf(IrlOptions& options);
OptionList OptionsOf(DiscriminatorGradient::Options& options);
OptionList OptionsOf(PpoOptions& options);

std::vector<std::string> IrlPresetNames();
// Throws InputError, with the known names, for another one.
IrlOptions IrlPreset(const std::string& name);

}  // namespace saccade
