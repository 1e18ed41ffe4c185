#include "saccade/learn/irl_options.h"

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/beliefs/belief_state.h"
#include "saccade/learn/option_fields.h"

namespace saccade {
namespace {

std::vector<OptionField> Fields(IrlOptions& o) {
  return {{"preset", &o.preset},
          {"only_correct", &o.demonstrations.only_correct},
          {"cut_at_last", &o.demonstrations.cut_at_last},
          {"max_entries", &o.demonstrations.max_entries},
          {"drop_revisits", &o.demonstrations.drop_revisits},
          {"channels", &o.channels},
          {"mirror", &o.mirror},
          {"drop_stuff", &o.drop_stuff},
          {"drop_target", &o.drop_target},
          {"gaze_prior", &o.gaze_prior},
          {"cloning_epochs", &o.cloning.epochs},
          {"cloning_batch", &o.cloning.batch},
          {"cloning_rate", &o.cloning.rate},
          {"cloning_smoothing", &o.cloning.smoothing},
          {"weight_decay", &o.cloning.weight_decay},
          {"epochs", &o.epochs},
          {"pictures_per_batch", &o.pictures_per_batch},
          {"scanpaths", &o.scanpaths},
          {"max_fixations", &o.max_fixations},
          {"drop_partial_batches", &o.drop_partial_batches},
          {"first_kernel", &o.first_kernel},
          {"discriminator_batch", &o.discriminator_batch},
          {"discriminator_rate", &o.discriminator_rate},
          {"discriminator_rate_drop_after", &o.discriminator_rate_drop_after},
          {"uniform_share", &o.uniform_share},
          {"penalty_factor", &o.penalty.penalty_factor},
          {"policy_batch", &o.policy_batch},
          {"policy_epochs", &o.policy_epochs},
          {"policy_rate", &o.policy_rate},
          {"discount", &o.discount},
          {"gae_factor", &o.gae_factor},
          {"clip", &o.ppo.clip},
          {"entropy_weight", &o.ppo.entropy_weight},
          {"value_weight", &o.ppo.value_weight},
          {"free_probability", &o.free_probability},
          {"gradient_clip", &o.gradient_clip},
          {"imitation_weight", &o.imitation_weight},
          {"average", &o.average},
          {"validate_every", &o.validate_every},
          {"validation_samples", &o.validation_samples},
          {"patience", &o.patience},
          {"checkpoint_every", &o.checkpoint_every}};
}

constexpr const char* kPenalty = "penalty";       // "squared-norm" or "norm-minus-one"
constexpr const char* kHumanDisc = "human_disc";  // "cell" or "half"

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
      .epochs = 8, .batch = 64, .rate = 1e-3, .smoothing = 0.5, .weight_decay = 1e-4};
  options.epochs = 5;
  options.scanpaths = 2;
  options.first_kernel = 5;
  options.discriminator_batch = 128;
  options.discriminator_rate = 1e-4;
  options.uniform_share = 0.25;
  options.penalty = {GradientPenalty::kSquaredNorm, 5};
  options.policy_epochs = 1;
  options.policy_rate = 5e-5;
  options.discount = 0.9;
  options.free_probability = true;
  options.imitation_weight = 1;
  options.gradient_clip = 1;
  options.average = 0.998;
  return options;
}

}  // namespace

void IrlOptions::Check() const {
  const auto require = [](bool holds, const char* name, const char* what) {
    if (!holds) throw InputError(std::string(name) + " " + what);
  };
  require(demonstrations.max_entries >= 2, "max_entries", "must be at least 2: start and one more");
  CheckChannels(channels);
  require(drop_stuff >= 0 && drop_stuff <= 1, "drop_stuff", "must lie in 0..1");
  require(drop_target >= 0 && drop_target <= 1, "drop_target", "must lie in 0..1");
  require(cloning.epochs >= 0 && epochs >= 0, "epochs", "must not be negative");
  require(cloning.epochs + epochs > 0, "epochs", "and cloning_epochs are both 0: nothing to learn");
  require(pictures_per_batch > 0, "pictures_per_batch", "must be positive");
  require(scanpaths > 0, "scanpaths", "must be positive");
  require(max_fixations > 0, "max_fixations", "must be positive");
  require(first_kernel == 3 || first_kernel == 5, "first_kernel", "must be 3 or 5");
  require(discriminator_batch > 0 && policy_batch > 0 && cloning.batch > 0, "batch sizes",
          "must be positive");
  require(discriminator_rate > 0 && policy_rate > 0 && cloning.rate > 0, "rates",
          "must be positive");
  require(uniform_share >= 0 && uniform_share <= 1, "uniform_share", "must lie in 0..1");
  require(policy_epochs > 0, "policy_epochs", "must be positive");
  require(discount >= 0 && discount <= 1, "discount", "must lie in 0..1");
  require(gae_factor >= 0 && gae_factor <= 1, "gae_factor", "must lie in 0..1");
  require(average >= 0 && average < 1, "average", "must lie in 0..1, 1 excluded");
  require(validate_every > 0 && validation_samples > 0, "validate_every, validation_samples",
          "must be positive");
  require(checkpoint_every > 0, "checkpoint_every", "must be positive");
}

ChannelMask DrawHidden(const IrlOptions& options, int task, Random& random) {
  ChannelMask hidden;
  if (random.Uniform() < options.drop_stuff) hidden |= ChannelsOf(ChannelGroup::kStuff, task);
  if (options.drop_target > 0 && random.Uniform() < options.drop_target) {
    hidden |= ChannelsOf(ChannelGroup::kTarget, task);
  }
  return hidden;
}

std::vector<std::string> IrlPresetNames() { return {"default", "paper", "reference"}; }

IrlOptions IrlPreset(const std::string& name) {
  if (name == "default") return DefaultPreset();
  if (name == "paper") return PaperPreset();
  if (name == "reference") return ReferencePreset();
  throw InputError("preset " + name + " is unknown; known are default, paper, reference");
}

IrlOptions BcCnnPreset(const std::string& name) {
  IrlOptions options = IrlPreset(name);
  options.epochs = 0;
  options.gaze_prior = false;
  options.channels = kBeliefChannels;
  if (options.cloning.epochs == 0) options.cloning.epochs = 12;
  return options;
}

IrlOptions PresetFor(const std::string& kind, const std::string& name) {
  return kind == "bc-cnn" ? BcCnnPreset(name) : IrlPreset(name);
}

nlohmann::ordered_json ToJson(const IrlOptions& options) {
  IrlOptions copy = options;
  nlohmann::ordered_json document = FieldsToJson(Fields(copy));
  document[kPenalty] =
      options.penalty.penalty == GradientPenalty::kSquaredNorm ? "squared-norm" : "norm-minus-one";
  document[kHumanDisc] = options.human_disc == DiscConvention::kCell ? "cell" : "half";
  return document;
}

IrlOptions IrlOptionsFromJson(const nlohmann::ordered_json& document, IrlOptions base,
                              const std::string& origin) {
  const std::vector<OptionField> fields = Fields(base);
  const std::vector<std::string> words = {kPenalty, kHumanDisc};
  for (const auto& [name, value] : document.items()) {
    if (name == kPenalty || name == kHumanDisc) {
      const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
      const std::string first = name == kPenalty ? "squared-norm" : "cell";
      const std::string second = name == kPenalty ? "norm-minus-one" : "half";
      if (word != first && word != second) {
        throw InputError(origin, name, "is {}; {} or {} is expected", word, first, second);
      }
      if (name == kPenalty) {
        base.penalty.penalty =
            word == first ? GradientPenalty::kSquaredNorm : GradientPenalty::kNormMinusOne;
      } else {
        base.human_disc = word == first ? DiscConvention::kCell : DiscConvention::kHalf;
      }
      continue;
    }
    SetField(fields, name, value, origin, words);
  }
  return base;
}

}  // namespace saccade
