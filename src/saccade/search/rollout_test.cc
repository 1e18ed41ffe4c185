#include "saccade/search/rollout.h"

#include <gtest/gtest.h>

#include "saccade/nn/network_shape.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

// A state is 8 KB, and only a learner reads it.
TEST(RollOut, WithoutStatesSearchesTheSameAndKeepsNone) {
  const testing::TinyWorld world;
  const SearchSet set = MakeSearchSet(world.trials, world.library, {});
  const std::vector<RolloutRequest> requests = {{.search = 0}, {.search = 1}};
  const PolicyInference policy(InitialPolicy({}, Random(3)));
  const auto with = RollOut(policy, set.searches, requests, 3, {}, {}, 9);
  const auto without = RollOut(policy, set.searches, requests, 3, {.with_states = false}, {}, 9);
  ASSERT_EQ(with.size(), without.size());
  for (std::size_t i = 0; i < with.size(); ++i) {
    SCOPED_TRACE(i);
    ASSERT_EQ(with[i].steps.size(), without[i].steps.size());
    for (std::size_t s = 0; s < with[i].steps.size(); ++s) {
      EXPECT_EQ(with[i].steps[s].action, without[i].steps[s].action);
      EXPECT_EQ(with[i].steps[s].log_probability, without[i].steps[s].log_probability);
      EXPECT_NE(with[i].steps[s].state, nullptr);
      EXPECT_EQ(without[i].steps[s].state, nullptr);
    }
  }
}

}  // namespace
}  // namespace saccade
