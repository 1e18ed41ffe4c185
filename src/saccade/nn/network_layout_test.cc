#include "saccade/nn/network_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/testing/message_of.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using Shape = std::vector<std::int64_t>;

std::string ErrorOf(const NamedTensors& tensors) {
  return testing::MessageOf([&] { ReadNetworkLayout("net.pkg", tensors); });
}

NamedTensors WithoutCritic(NamedTensors policy) {
  std::erase_if(policy, [](const auto& entry) { return entry.first.starts_with("critic"); });
  return policy;
}

TEST(NetworkLayout, IsFoundInTheTensors) {
  EXPECT_EQ(ReadNetworkLayout("a", EmptyPolicy({.channels = 134})),
            (NetworkLayout{NetworkKind::kPolicy, 134, 5, true}));
  EXPECT_EQ(ReadNetworkLayout("a", WithoutCritic(EmptyPolicy({.channels = 136}))),
            (NetworkLayout{NetworkKind::kPolicy, 136, 5, false}));
  EXPECT_EQ(ReadNetworkLayout("a", EmptyPolicy({.gaze_prior = true})),
            (NetworkLayout{NetworkKind::kPolicy, 134, 5, true, true}));
  EXPECT_EQ(ReadNetworkLayout("a", EmptyDiscriminator({.channels = 134, .first_kernel = 3})),
            (NetworkLayout{NetworkKind::kDiscriminator, 134, 3, false}));
  EXPECT_EQ(ReadNetworkLayout("a", EmptyDiscriminator({.channels = 136, .first_kernel = 5})),
            (NetworkLayout{NetworkKind::kDiscriminator, 136, 5, false}));
}

TEST(NetworkLayout, NamesTheTensorThatIsWrong) {
  NamedTensors tensors = EmptyPolicy({});
  tensors.erase("critic1.bias");
  EXPECT_THAT(ErrorOf(tensors), HasSubstr("net.pkg:critic1.bias: is missing"));

  tensors = EmptyPolicy({});
  tensors["actor2.weight"].shape = {32, 81, 3, 3};
  EXPECT_THAT(ErrorOf(tensors), HasSubstr("actor2.weight: has shape [32, 81, 3, 3]"));

  tensors = EmptyDiscriminator({});
  tensors["conv1_bn.weight"] = {{128}, std::vector<float>(128)};
  EXPECT_THAT(ErrorOf(tensors), HasSubstr("net.pkg:conv1_bn.weight"));

  EXPECT_THAT(ErrorOf({{"layer1.0.weight", {}}}), HasSubstr("layer1.0.weight"));
  EXPECT_THAT(ErrorOf({}), HasSubstr("neither"));
}

}  // namespace
}  // namespace saccade
