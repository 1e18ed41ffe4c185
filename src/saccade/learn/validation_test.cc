#include "saccade/learn/validation.h"

#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/learn/released_scores.h"
#include "saccade/search/policy_model.h"
#include "saccade/search/search_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using testing::TinyWorld;

// A store of the world's pictures, or of all but the first. Where nothing is seen, layers are
// empty.
BeliefStore StoreOf(const TinyWorld& world, const std::filesystem::path& path, bool seen,
                    bool complete = true) {
  std::vector<EncodedPicture> pictures;
  for (int i = complete ? 0 : 1; i < TinyWorld::kPictures; ++i) {
    PictureBeliefs beliefs = world.library.Find("picture" + std::to_string(i) + ".jpg");
    if (!seen) beliefs.sharp = beliefs.blurred = {};
    pictures.push_back(EncodePicture(beliefs, BeliefValues::kByte));
  }
  WriteBeliefStore(path, std::move(pictures), {});
  return BeliefStore::Open(path);
}

// Looks wherever the target's own belief is.
Model LookAtTheTarget() {
  const PolicyShape shape{.channels = kSearchChannels};
  NamedTensors weights = EmptyPolicy(shape);
  const auto at = [](const HostTensor& tensor, int in, int tap) {
    return static_cast<std::size_t>(in * tensor.shape[2] * tensor.shape[3] + tap);
  };
  HostTensor& first = weights.at("feat_enc.weight");
  first.values[at(first, kTargetChannel, 12)] = 30;
  for (const char* name : {"actor1.weight", "actor2.weight", "actor3.weight"}) {
    HostTensor& layer = weights.at(name);
    layer.values[at(layer, 0, static_cast<int>(layer.shape[2] * layer.shape[3] / 2))] = 1;
  }
  Model model;
  model.description.kind = "irl";
  model.tensors = WithPrefix(weights, "policy.");
  return model;
}

TEST(Validation, EachStoreIsScoredByItself) {
  const TinyWorld world;
  const testing::TemporaryFolder folder;
  std::vector<BeliefStore> stores;
  stores.push_back(StoreOf(world, folder / "seen.beliefs", true));
  stores.push_back(StoreOf(world, folder / "unseen.beliefs", false));
  const BeliefLibrary library(stores, true);
  const Validation validation(world.trials, {}, library);
  ASSERT_EQ(validation.stores(), 2u);
  const PolicyModel policy(LookAtTheTarget(), "test");
  const auto found = [&](std::size_t store) {
    return validation.Score(policy, {.store = store})[metrics::kTfpAuc];
  };
  EXPECT_GT(found(0), 5.5) << "found with the first look: 6 of 7 at best";
  EXPECT_LT(found(1), 0.5) << "nothing to be seen: chance";
  // What training selects by is the mean over both, for any model.
  const auto distance = [&](std::size_t store) {
    return validation.Distance(validation.Score(policy, {.store = store}));
  };
  EXPECT_GT(distance(1), distance(0) + 1);
  EXPECT_NEAR(validation.Validate(policy, {}).distance, (distance(0) + distance(1)) / 2, 1e-12);
}

// The released code scores a cell by its top left corner: of a target of 2x2 cells only the last
// one has it inside the box, the others on the border, and after a look at one of them the block
// around it is closed to the rest of the search.
TEST(ReleasedScores, AreOfCornersAndOfAllHumanTrials) {
  TinyWorld world;
  for (TrialInImage& trial : world.trials) trial.correct = false;  // all count nevertheless
  const ReleasedScores released(world.trials, world.library);
  const auto scores = released.Of(WithoutPrefix(LookAtTheTarget().tensors, "policy."), 1);
  // Four standard deviations of a share of .25 in 240 scanpaths are .11.
  EXPECT_NEAR(scores.at("released/found_by_1"), .25, .11);
  EXPECT_NEAR(scores.at("released/found_by_6"), .25, .14) << "few by chance";
  // Three of four people look straight at the target, the fourth with the next look.
  std::map<std::string, std::pair<double, double>> first_look;  // found, of how many
  for (const TrialInImage& trial : world.trials) {
    first_look[trial.task].first += FirstOnTarget(trial) == 2;
    ++first_look[trial.task].second;
  }
  double people = 5;  // found by the second fixation and later ones
  for (const auto& [task, found] : first_look) people += found.first / found.second / 3;
  double policy = 0;
  for (const char* key : {"released/found_by_1", "released/found_by_3", "released/found_by_6"}) {
    policy += 2 * scores.at(key);  // of the six values, of which three are written
  }
  EXPECT_NEAR(scores.at("released/probability_mismatch"), people - policy, .1);
}

TEST(Validation, StoresThatDoNotAllHaveAPictureAreRefusedByItsName) {
  const TinyWorld world;
  const testing::TemporaryFolder folder;
  std::vector<BeliefStore> stores;
  stores.push_back(StoreOf(world, folder / "a.beliefs", true));
  stores.push_back(StoreOf(world, folder / "b.beliefs", true, false));
  const BeliefLibrary library(stores, true);
  try {
    Validation(world.trials, {}, library);
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("picture0.jpg"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace saccade
