#include "saccade/learn/advantage.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

TEST(Advantages, ReturnsAndAdvantagesAreThoseOfTheReleasedCode) {
  SACCADE_NEEDS_DATA("gold_net/networks.json");
  nlohmann::json gold;
  std::ifstream(testing::SharedData("gold_net/networks.json")) >> gold;
  for (const auto& example : gold["returns"]) {
    const std::vector<float> rewards = example["rewards"], values = example["values"];
    const auto returns = DiscountedReturns(rewards, example["gamma"]);
    const auto advantages =
        GeneralizedAdvantages(rewards, values, example["gamma"], example["tau"]);
    for (std::size_t i = 0; i < rewards.size(); ++i) {
      EXPECT_NEAR(returns[i], example["returns"][i].get<double>(), 1e-5);
      EXPECT_NEAR(advantages[i], example["advantages"][i].get<double>(), 1e-5);
    }
  }
}

TEST(Advantages, ByHand) {
  // delta_1 = 2 + .5 * 4 - 3 = 1; delta_0 = 1 + .5 * 3 - 2 = .5; with factor .5 * .8 = .4 the
  // first advantage is .5 + .4 * 1.
  const std::vector<float> rewards = {1, 2}, values = {2, 3, 4};
  const auto advantages = GeneralizedAdvantages(rewards, values, 0.5, 0.8);
  EXPECT_FLOAT_EQ(advantages[1], 1.0f);
  EXPECT_FLOAT_EQ(advantages[0], 0.9f);
  EXPECT_FLOAT_EQ(DiscountedReturns(rewards, 0.5)[0], 2.0f);
}

TEST(Normalize, GivesMeanZeroAndUnbiasedDeviationOne) {
  std::vector<float> values = {1, 2, 3};
  Normalize(values);
  EXPECT_FLOAT_EQ(values[0], -1);
  EXPECT_FLOAT_EQ(values[1], 0);
  std::vector<float> one = {5};
  Normalize(one);
  EXPECT_EQ(one[0], 5);
}

}  // namespace
}  // namespace saccade
