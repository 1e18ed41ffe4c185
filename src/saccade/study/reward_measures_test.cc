#include "saccade/study/reward_measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/base/error.h"

namespace saccade {
namespace {

constexpr int kTask = 0;

// A reward and a policy that are told.
class Told : public ScanpathModel {
 public:
  std::vector<double> reward = std::vector<double>(Grid::kCells);
  std::vector<double> policy = std::vector<double>(Grid::kCells, 1.0 / Grid::kCells);

  std::string name() const override { return "told"; }
  std::vector<TrialInImage> Predict(std::span<const Search>, const PredictOptions&) const override {
    return {};
  }
  std::vector<double> NextFixation(const Search&, std::span<const Cell>) const override {
    return policy;
  }
  std::vector<double> RewardMap(const Search&, std::span<const Cell>) const override {
    return reward;
  }
};

// The target's channel fills the box, cells 2..3 x 2..3; one person looks at cell (2, 2) at once,
// another at (20, 15) first.
class RewardMeasuresTest : public ::testing::Test {
 protected:
  RewardMeasuresTest() {
    std::vector<float> dense(kBeliefChannels * Grid::kCells);
    for (const int cell : {Grid::Index({2, 2}), Grid::Index({3, 2}), Grid::Index({2, 3})}) {
      dense[static_cast<std::size_t>(ChannelOfTask(kTask) * Grid::kCells + cell)] = 1;
    }
    const BeliefLayer layer = SparseFromDense(dense);
    search_.task = kTask;
    search_.name = "p.jpg";
    search_.target = BoxInImage{32, 32, 32, 32};
    search_.variants = {std::make_shared<PictureBeliefs>(PictureBeliefs{"p.jpg", layer, layer})};
    for (int person = 0; person < 2; ++person) {
      TrialInImage trial;
      trial.name = "p.jpg";
      trial.subject = person + 1;
      trial.task = std::string(kTaskNames[kTask]);
      trial.condition = Condition::kPresent;
      trial.target = search_.target;
      trial.correct = true;
      trial.scanpath = {{{256, 160}, 200}};
      if (person == 1) trial.scanpath.push_back({Grid::PointOf({20, 15}), 200});
      trial.scanpath.push_back({Grid::PointOf({2, 2}), 200});
      trials_.push_back(trial);
    }
    humans_ = metrics::PrepareHumans(trials_, metrics::ProtocolByName("paper"));
  }

  Search search_;
  std::vector<TrialInImage> trials_;
  metrics::HumanSet humans_;
  Told model_;
};

TEST_F(RewardMeasuresTest, AFlatRewardExplainsNothing) {
  const RewardMeasures found = MeasureReward(model_, {&search_, 1}, humans_);
  EXPECT_EQ(found.pairs, 1u);
  EXPECT_EQ(found.fixations, 3u);
  EXPECT_NEAR(found.map_auc, 0.5, 1e-12);
  EXPECT_NEAR(found.map_bits, 0, 1e-12);
  EXPECT_NEAR(found.policy_bits, 0, 1e-12);
  EXPECT_EQ(found.range_nats, 0);
}

TEST_F(RewardMeasuresTest, CountsBitsAndCellsBelowByHand) {
  const auto target = static_cast<std::size_t>(Grid::Index({2, 2}));
  const auto other = static_cast<std::size_t>(Grid::Index({20, 15}));
  model_.reward[target] = std::log(640.0);  // e^r = 640 beside 639 times 1
  model_.policy[other] = 0.5;
  const RewardMeasures found = MeasureReward(model_, {&search_, 1}, humans_);
  // Person 1: the target alone. Person 2: half the other place, half the target.
  const double hit = std::log2(640.0 / 1279 * 640), miss = std::log2(1.0 / 1279 * 640);
  EXPECT_NEAR(found.map_bits, (hit + (hit + miss) / 2) / 2, 1e-9);
  // Below the target: all 639 others. Below the other place: none, 638 ties, one above.
  EXPECT_NEAR(found.map_auc, (1 + (1 + 319.0 / 639) / 2) / 2, 1e-9);
  EXPECT_NEAR(found.policy_bits, (0 + (0 + std::log2(0.5 * 640)) / 2) / 2, 1e-9);
  EXPECT_NEAR(found.range_nats, std::log(640.0), 1e-12);
}

TEST_F(RewardMeasuresTest, TopSharesAreOfTheBestCellThatShowsTheTarget) {
  // In the box, but the parser does not show the target there: does not count.
  model_.reward[static_cast<std::size_t>(Grid::Index({3, 3}))] = 9;
  model_.reward[static_cast<std::size_t>(Grid::Index({2, 2}))] = 1;
  // 640 / 100 = 6 cells: with five above it the target is among them, with six it is not.
  for (int i = 0; i < 4; ++i) model_.reward[static_cast<std::size_t>(600 + i)] = 2;
  EXPECT_EQ(MeasureReward(model_, {&search_, 1}, humans_).target_in_top1, 1);
  model_.reward[604] = 2;
  const RewardMeasures found = MeasureReward(model_, {&search_, 1}, humans_);
  EXPECT_EQ(found.seen_pairs, 1u);
  EXPECT_EQ(found.target_in_top1, 0);
  EXPECT_EQ(found.target_in_top5, 1);
}

TEST_F(RewardMeasuresTest, AModelWithoutRewardAndAPairWithoutBeliefsAreRefused) {
  model_.reward.clear();
  EXPECT_THROW(MeasureReward(model_, {&search_, 1}, humans_), InputError);
  model_.reward.assign(Grid::kCells, 0);
  EXPECT_THROW(MeasureReward(model_, {}, humans_), InputError);
}

}  // namespace
}  // namespace saccade
