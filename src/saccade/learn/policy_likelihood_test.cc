#include "saccade/learn/policy_likelihood.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/search/policy_model.h"
#include "saccade/search/search_fixture.h"

namespace saccade {
namespace {

class PolicyLikelihoodTest : public ::testing::Test {
 protected:
  Model ModelOf(const NamedTensors& policy) const {
    Model model;
    model.description.kind = "irl";
    model.tensors = WithPrefix(policy, "policy.");
    return model;
  }
  testing::TinyWorld world_;
  Validation validation_{world_.trials, {}, world_.library};
};

TEST_F(PolicyLikelihoodTest, OfAPolicyThatKnowsNothingIsThatOfAUniformGuess) {
  const PolicyLikelihood flat(ModelOf(EmptyPolicy({})), validation_);
  EXPECT_NEAR(flat.Nats({}), std::log(640), 1e-4);
  EXPECT_NEAR(flat.Nats({{"first_temperature", .3}, {"later_temperature", 2}}), std::log(640),
              1e-4);
}

// The slow way: the model's own map at each fixation of each trial.
TEST_F(PolicyLikelihoodTest, IsTheMeanOverAllFixationsOfTheModelsOwnMaps) {
  const Model model = ModelOf(InitialPolicy({.gaze_prior = true}, Random(4)));
  const PolicyModel slow(model, "test");
  double nats = 0, count = 0;
  for (const Search& search : validation_.searches().searches) {
    const auto pair = validation_.humans().Find(kTaskNames[search.task], search.name);
    for (const auto& trial : validation_.humans().pairs[*pair].trials) {
      for (const metrics::NextFixation& next : metrics::NextFixations(trial.scanpath)) {
        const auto map = slow.NextFixation(search, next.past);
        nats -= std::log(map[static_cast<std::size_t>(Grid::Index(*Grid::CellOf(next.point)))]);
        ++count;
      }
    }
  }
  ASSERT_GT(count, 90);
  const PolicyLikelihood fast(model, validation_);
  EXPECT_NEAR(fast.Nats({}), nats / count, 1e-4);
  EXPECT_NE(fast.Nats({{"first_temperature", .2}}), fast.Nats({}));
  EXPECT_NE(fast.Nats({{"first_short_odds", 8}}), fast.Nats({}));
}

}  // namespace
}  // namespace saccade
