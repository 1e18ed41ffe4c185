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

TEST(IrlOptions, PresetsHaveTheValuesOfPaperAndReleasedCode) {
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
