#include "saccade/learn/irl_options.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"

namespace saccade {
namespace {

TEST(IrlOptions, EveryPresetSurvivesTheWayThroughJson) {
  for (const std::string& name : IrlPresetNames()) {
    SCOPED_TRACE(name);
    const IrlOptions preset = IrlPreset(name);
    const auto document = ToJson(preset);
    EXPECT_EQ(ToJson(IrlOptionsFromJson(document, IrlOptions{}, "test")), document);
  }
}

TEST(IrlOptions, PresetsHaveTheValuesOfPaperAndReleasedCode) {
  const IrlOptions paper = IrlPreset("paper"), reference = IrlPreset("reference");
  EXPECT_EQ(paper.epochs, 20);
  EXPECT_EQ(paper.first_kernel, 5);
  EXPECT_EQ(paper.policy_epochs, 10);
  EXPECT_EQ(paper.discount, 0.99);
  EXPECT_EQ(reference.epochs, 30);
  EXPECT_EQ(reference.scanpaths, 4);
  EXPECT_EQ(reference.policy_rate, 1e-5);
  EXPECT_EQ(reference.human_disc, DiscConvention::kHalf);
}

TEST(IrlOptions, AMisspeltNameSuggestsTheNearest) {
  try {
    IrlOptionsFromJson({{"epoch", 3}}, {}, "config.json");
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean epochs?"), std::string::npos);
  }
}

TEST(IrlOptions, AWrongTypeAndANonsenseValueAreRefused) {
  EXPECT_THROW(IrlOptionsFromJson({{"epochs", "three"}}, {}, "x"), InputError);
  EXPECT_THROW(IrlOptionsFromJson({{"penalty", "none"}}, {}, "x"), InputError);
  IrlOptions options;
  options.first_kernel = 4;
  EXPECT_THROW(options.Check(), InputError);
  EXPECT_THROW(IrlPreset("best"), InputError);
}

}  // namespace
}  // namespace saccade
