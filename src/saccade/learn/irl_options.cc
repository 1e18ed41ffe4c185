#include "saccade/learn/irl_options.h"

#include "saccade/base/error.h"

namespace saccade {
namespace {

// The paper, appendix "Implementation details"; what it leaves open is in design.md, section 2.
IrlOptions PaperPreset() {
  IrlOptions options;
  options.preset = "paper";
  return options;
}

// The released code.
IrlOptions ReferencePreset() {
  IrlOptions options;
  options.preset = "reference";
  options.demonstrations.only_correct = false;
  options.demonstrations.cut_at_last = true;
  options.human_disc = DiscConvention::kHalf;
  options.epochs = 30;
  options.scanpaths = 4;
  options.drop_partial_batches = true;
  options.recorded_start = true;
  options.human_pairs_anew = true;
  options.ppo.probability_floor = kReleasedFloor;
  options.torch_weights = true;
  options.care.validate_steps = 20;
  options.released_scores = true;
  options.first_kernel = 3;
  options.discriminator_batch = 128;
  options.discriminator_rate = 5e-5;
  options.discriminator_rate_drop_after = 10000;
  options.penalty = {GradientPenalty::kNormMinusOne, 5};
  options.policy_epochs = 1;
  options.policy_rate = 1e-5;
  options.discount = 0.9;
  options.free_probability = true;
  return options;
}

// Ours: chosen on the validation split (docs/results/irl.md has the comparisons).
IrlOptions DefaultPreset() {
  IrlOptions options;
  options.preset = "default";
  options.demonstrations.max_entries = 7;
  options.mirror = true;
  options.drop_stuff = 0.15;
  options.drop_target = 0.1;
  options.channels = kSearchChannels;
  options.gaze_prior = true;
  options.cloning = {
      .epochs = 8, .batch = 64, .rate = 1e-3, .smoothing = 0.4, .weight_decay = 1e-4};
  options.epochs = 5;
  options.scanpaths = 2;
  options.reward_form = RewardForm::kAdversarial;
  options.reward_epochs = 8;
  options.first_kernel = 5;
  options.discriminator_batch = 128;
  options.discriminator_rate = 3e-4;
  options.discriminator_passes = 8;
  options.discriminator_rate_drop_after = 5500;
  options.uniform_share = 0.5;
  options.penalty = {GradientPenalty::kSquaredNorm, 0.1};
  options.policy_epochs = 1;
  options.policy_rate = 5e-5;
  options.discount = 0.9;
  options.imitation_weight = 0.5;
  options.gradient_clip = 1;
  options.average = 0.998;
  options.care.keep_last = true;
  return options;
}

}  // namespace

OptionList OptionsOf(DiscriminatorGradient::Options& o) {
  OptionList list;
  list.Add("penalty", o.penalty, {"squared-norm", "norm-minus-one"},
           "what holds the discriminator's slope down: the paper's, or the released code's")
      .Add("penalty_factor", o.penalty_factor, {0}, "its weight");
  return list;
}

OptionList OptionsOf(PpoOptions& o) {
  OptionList list;
  list.Add("clip", o.clip, {0}, "of PPO's ratio")
      .Add("entropy_weight", o.entropy_weight, {0}, "of the policy's entropy")
      .Add("value_weight", o.value_weight, {0}, "of the critic's loss")
      .Add("probability_floor", o.probability_floor, {0, 0.5},
           "no probability counts for less in log-probability and entropy; 0: none");
  return list;
}

OptionList OptionsOf(IrlOptions& o) {
  OptionList list = OptionsOf(static_cast<PolicyOptions&>(o));
  OptionList whole;
  whole.Add(std::move(list))
      .Add("epochs", o.epochs, {1}, "of adversarial training, over the (task, picture) pairs")
      .Add("pictures_per_batch", o.pictures_per_batch, {1}, "pairs of an iteration")
      .Add("scanpaths", o.scanpaths, {1, 10000}, "of a pair and iteration")
      .Add("max_fixations", o.max_fixations, {1, 1000}, "of a scanpath, after the start")
      .Add("drop_partial_batches", o.drop_partial_batches, "of pairs, as the released loaders do")
      .Add("recorded_start", o.recorded_start,
           "begin where the pair's last person in the file did, as the released code does")
      .Add("human_pairs_anew", o.human_pairs_anew,
           "shuffle people's pairs in each iteration, as the released loaders do")
      .Add("torch_weights", o.torch_weights,
           "begin with the weights that the released code draws with the same seed")
      .Add("reward_form", o.reward_form, {"log-d", "adversarial"},
           "the paper's log D, or D = e^f / (e^f + q) with the policy's own probability in q")
      .Add("reward_from", o.reward_from,
           "folder of a model whose reward is taken as it is, and no discriminator is trained")
      .Add("first_kernel", o.first_kernel, {3, 5}, "side of the discriminator's first: 3 or 5")
      .Add("discriminator_batch", o.discriminator_batch, {1}, "pairs of people, and as many fakes")
      .Add("discriminator_rate", o.discriminator_rate, {kAboveZero}, "learning rate")
      .Add("terms_rate", o.terms_rate, {kAboveZero},
           "the same for saccade costs, places and states (adversarial form)")
      .Add("discriminator_rate_drop_after", o.discriminator_rate_drop_after, {0},
           "updates after which the rate falls to a tenth; 0: never")
      .Add("discriminator_passes", o.discriminator_passes, {1, 10000},
           "of the discriminator over the pairs of an iteration")
      .Add("reward_epochs", o.reward_epochs, {0},
           "after the others, in which the policy rests and the reward is fitted")
      .Add("reward_goals", o.reward_goals,
           "in those epochs the reward is of where saccades aim, not of where they land")
      .Add("uniform_share", o.uniform_share, {0, 1}, "share of fakes that are uniform cells")
      .Add(OptionsOf(o.penalty))
      .Add("policy_batch", o.policy_batch, {1}, "states of a PPO update")
      .Add("policy_epochs", o.policy_epochs, {1}, "passes of PPO over the states of an iteration")
      .Add("policy_rate", o.policy_rate, {kAboveZero}, "learning rate")
      .Add("discount", o.discount, {0, 1}, "of rewards")
      .Add("gae_factor", o.gae_factor, {0, 1}, "lambda of the advantages")
      .Add(OptionsOf(o.ppo))
      .Add("free_probability", o.free_probability,
           "probabilities of the map without inhibition of return, as the released code takes them")
      .Add("imitation_weight", o.imitation_weight, {0}, "of cloning beside PPO");
  return whole;
}

void IrlOptions::Check() const {
  PolicyOptions::Check();
  CheckRanges(*this);
  if (reward_form == RewardForm::kAdversarial && free_probability) {
    throw InputError("options", "reward_form",
                     "is adversarial, which needs the probabilities that actions are drawn with; "
                     "set free_probability=false");
  }
  if (!reward_from.empty() && uniform_share > 0) {
    throw InputError("options", "uniform_share",
                     "acts on a discriminator, and with reward_from none is trained; set it to 0");
  }
  if (reward_goals && (reward_form != RewardForm::kAdversarial || !gaze_prior)) {
    throw InputError("options", "reward_goals",
                     "needs reward_form=adversarial and gaze_prior=true, whose landing tells goals "
                     "from landings");
  }
  if (first_kernel == 4) throw InputError("options", "first_kernel", "is 4; 3 or 5 is expected");
}

std::vector<std::string> IrlPresetNames() { return {"default", "paper", "reference"}; }

IrlOptions IrlPreset(const std::string& name) {
  if (name == "default") return DefaultPreset();
  if (name == "paper") return PaperPreset();
  if (name == "reference") return ReferencePreset();
  throw InputError("preset " + name + " is unknown; known are default, paper, reference");
}

}  // namespace saccade
