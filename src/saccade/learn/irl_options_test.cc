#include "saccade/learn/irl_options.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"

namespace saccade {
namespace {

TEST(IrlOptions, EveryPresetSurvivesTheWayThroughJson) {
  for (const std::string& name : IrlPresetNames()) {
    SCOPED_TRACE(name);
    IrlOptions preset = IrlPreset(name), read;
    OptionsOf(read).Set(OptionsOf(preset).ToJson(), "test");
    EXPECT_EQ(OptionsOf(read).ToJson(), OptionsOf(preset).ToJson());
    EXPECT_NO_THROW(preset.Check());
  }
}

// Each struct that IrlOptions is made of.
TEST(IrlOptions, NoneIsMissingFromTheDescription) {
  IrlOptions irl;
  EXPECT_EQ(OptionsOf(irl).members(), MemberCount<IrlOptions>());
  PolicyOptions policy;
  EXPECT_EQ(OptionsOf(policy).members(), MemberCount<PolicyOptions>());
  EXPECT_EQ(OptionsOf(policy.cloning).members(), MemberCount<CloningOptions>());
  EXPECT_EQ(OptionsOf(policy.care).members(), MemberCount<CareOptions>());
  EXPECT_EQ(OptionsOf(policy.demonstrations).members(), MemberCount<DemonstrationOptions>());
  EXPECT_EQ(OptionsOf(irl.ppo).members(), MemberCount<PpoOptions>());
  EXPECT_EQ(OptionsOf(irl.penalty).members(), MemberCount<DiscriminatorGradient::Options>());
}

// The table of design.md, section 2, and what the released code does beside it, complete: an option
// that is not listed here fails the test.
TEST(IrlOptions, PresetsHaveTheValuesOfPaperAndReleasedCode) {
  const nlohmann::ordered_json both = {{"mirror", false},           {"drop_stuff", 0.0},
                                       {"drop_target", 0.0},        {"gaze_prior", false},
                                       {"channels", 134},           {"max_entries", 6},
                                       {"drop_revisits", true},     {"cloning_epochs", 0},
                                       {"cloning_batch", 64},       {"cloning_rate", 5e-4},
                                       {"cloning_smoothing", 0.0},  {"weight_decay", 0.0},
                                       {"gradient_clip", 0.0},      {"average", 0.0},
                                       {"validate_every", 1},       {"validation_samples", 5},
                                       {"final_samples", 10},       {"patience", 0},
                                       {"keep_last", false},        {"checkpoint_every", 8},
                                       {"pictures_per_batch", 128}, {"max_fixations", 6},
                                       {"reward_form", "log-d"},    {"reward_from", ""},
                                       {"discriminator_passes", 1}, {"reward_epochs", 0},
                                       {"uniform_share", 0.0},      {"penalty_factor", 5.0},
                                       {"terms_rate", 3e-3},        {"policy_batch", 64},
                                       {"gae_factor", 0.96},        {"clip", 0.2},
                                       {"entropy_weight", 0.01},    {"value_weight", 1.0},
                                       {"imitation_weight", 0.0},   {"calibrate_by", "distance"},
                                       {"reward_goals", false}};
  const nlohmann::ordered_json of_paper = {{"only_correct", true},
                                           {"cut_at_last", false},
                                           {"human_disc", "cell"},
                                           {"epochs", 20},
                                           {"validate_steps", 0},
                                           {"scanpaths", 2},
                                           {"drop_partial_batches", false},
                                           {"recorded_start", false},
                                           {"human_pairs_anew", false},
                                           {"torch_weights", false},
                                           {"released_scores", false},
                                           {"first_kernel", 5},
                                           {"discriminator_batch", 64},
                                           {"discriminator_rate", 5e-4},
                                           {"discriminator_rate_drop_after", 0},
                                           {"penalty", "squared-norm"},
                                           {"policy_epochs", 10},
                                           {"policy_rate", 5e-4},
                                           {"discount", 0.99},
                                           {"probability_floor", 0.0},
                                           {"free_probability", false}};
  const nlohmann::ordered_json of_reference = {{"only_correct", false},
                                               {"cut_at_last", true},
                                               {"human_disc", "half"},
                                               {"epochs", 30},
                                               {"validate_steps", 20},
                                               {"scanpaths", 4},
                                               {"drop_partial_batches", true},
                                               {"recorded_start", true},
                                               {"human_pairs_anew", true},
                                               {"torch_weights", true},
                                               {"released_scores", true},
                                               {"first_kernel", 3},
                                               {"discriminator_batch", 128},
                                               {"discriminator_rate", 5e-5},
                                               {"discriminator_rate_drop_after", 10000},
                                               {"penalty", "norm-minus-one"},
                                               {"policy_epochs", 1},
                                               {"policy_rate", 1e-5},
                                               {"discount", 0.9},
                                               {"probability_floor", kReleasedFloor},
                                               {"free_probability", true}};
  for (const auto& [name, own] :
       {std::pair("paper", of_paper), std::pair("reference", of_reference)}) {
    SCOPED_TRACE(name);
    IrlOptions options = IrlPreset(name);
    nlohmann::ordered_json preset = OptionsOf(options).ToJson();
    nlohmann::json expected = both;
    expected.update(own);
    expected["preset"] = name;
    EXPECT_EQ(nlohmann::json(preset), expected) << preset.dump(1);
  }
}

TEST(IrlOptions, TheAdversarialFormNeedsTheProbabilitiesThatActionsAreDrawnWith) {
  IrlOptions options = IrlPreset("reference");
  options.reward_form = RewardForm::kAdversarial;
  EXPECT_THROW(options.Check(), InputError);
  options.free_probability = false;
  EXPECT_NO_THROW(options.Check());
}

TEST(IrlOptions, ARewardOfGoalsNeedsALandingAndTheAdversarialForm) {
  IrlOptions options = IrlPreset("default");
  options.reward_goals = true;
  EXPECT_NO_THROW(options.Check());
  options.gaze_prior = false;
  EXPECT_THROW(options.Check(), InputError);
  options = IrlPreset("paper");
  options.reward_goals = true;
  EXPECT_THROW(options.Check(), InputError);
}

TEST(IrlOptions, ThePresetsDifferAsTheirSourcesDo) {
  const IrlOptions paper = IrlPreset("paper"), reference = IrlPreset("reference");
  EXPECT_EQ(paper.epochs, 20);
  EXPECT_EQ(paper.first_kernel, 5);
  EXPECT_EQ(paper.policy_epochs, 10);
  EXPECT_EQ(paper.discount, 0.99);
  EXPECT_FALSE(paper.free_probability);
  EXPECT_TRUE(reference.free_probability);
  EXPECT_EQ(reference.epochs, 30);
  EXPECT_EQ(reference.scanpaths, 4);
  EXPECT_EQ(reference.policy_rate, 1e-5);
  EXPECT_EQ(reference.human_disc, DiscConvention::kHalf);
}

TEST(BcCnnPreset, IsTheWarmStartAloneOnTheBeliefsAlone) {
  for (const std::string& name : IrlPresetNames()) {
    SCOPED_TRACE(name);
    const PolicyOptions cloning = BcCnnPreset(name);
    EXPECT_GT(cloning.cloning.epochs, 0);
    EXPECT_EQ(cloning.channels, kBeliefChannels);
    EXPECT_FALSE(cloning.gaze_prior);
    EXPECT_NO_THROW(cloning.Check());
  }
}

TEST(DrawHidden, HidesTargetAndStuffInTheirSharesOfSearches) {
  PolicyOptions options;
  options.drop_stuff = 0.25;
  options.drop_target = 0.5;
  const int task = 4, draws = 4000;
  int stuff = 0, target = 0;
  for (int i = 0; i < draws; ++i) {
    Random random(1, "hidden", static_cast<std::uint64_t>(i));
    const ChannelMask hidden = DrawHidden(options, task, random);
    stuff += hidden[kThingChannels + 3];
    target += hidden[ChannelOfTask(task)];
    EXPECT_EQ(hidden[kTargetChannel], hidden[ChannelOfTask(task)]);
    EXPECT_FALSE(hidden[ChannelOfTask(task + 1)]);
  }
  // Four standard deviations of a share of .5 in 4,000 draws are .032.
  EXPECT_NEAR(1.0 * stuff / draws, 0.25, 0.032);
  EXPECT_NEAR(1.0 * target / draws, 0.5, 0.032);
  Random random(1, "hidden");
  EXPECT_TRUE(DrawHidden({}, task, random).none());
}

TEST(IrlOptions, AMisspeltNameAWrongTypeAndANonsenseValueAreRefused) {
  IrlOptions options;
  const auto set = [&](const char* setting) { OptionsOf(options).Apply({setting}, "--set"); };
  try {
    set("epoch=3");
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean epochs?"), std::string::npos);
  }
  for (const char* wrong : {"epochs=three", "penalty=none", "epochs=-1", "epochs=99999999999",
                            "discriminator_rate=0", "average=1", "drop_stuff=1.5"}) {
    EXPECT_THROW(set(wrong), InputError) << wrong;
  }
  options.first_kernel = 4;
  EXPECT_THROW(options.Check(), InputError);
  EXPECT_THROW(IrlPreset("best"), InputError);
}

}  // namespace
}  // namespace saccade
