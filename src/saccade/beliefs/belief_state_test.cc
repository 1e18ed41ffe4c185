#include "saccade/beliefs/belief_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

#include "saccade/base/error.h"
#include "saccade/base/random.h"

namespace saccade {
namespace {

static_assert(std::is_trivially_copyable_v<BeliefState>);

std::vector<float> RandomMaps(std::uint64_t seed) {
  Random random(seed);
  std::vector<float> maps(kBeliefChannels * Grid::kCells, 0.0f);
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (int i = 0; i < 2; ++i) {
      const int channel = static_cast<int>(random.Below(kBeliefChannels));
      maps[channel * Grid::kCells + cell] = static_cast<float>(random.Uniform(0.1, 1));
    }
  }
  return maps;
}

class BeliefStateTest : public ::testing::Test {
 protected:
  std::vector<float> sharp_ = RandomMaps(1);
  std::vector<float> blurred_ = RandomMaps(2);
  PictureBeliefs beliefs_{"p.jpg", SparseFromDense(sharp_), SparseFromDense(blurred_)};
  std::vector<Cell> path_{{16, 10}, {17, 10}, {0, 0}, {31, 19}, {30, 3}, {16, 10}};

  static std::vector<float> Dense(const BeliefState& state) {
    std::vector<float> dense(static_cast<std::size_t>(state.options().channels) * Grid::kCells);
    state.Expand(dense);
    return dense;
  }
};

TEST_F(BeliefStateTest, SparseAndDenseAreTheSameMaps) {
  std::vector<float> dense(sharp_.size());
  ExpandToDense(beliefs_.sharp, dense);
  EXPECT_EQ(dense, sharp_);
}

TEST_F(BeliefStateTest, BeginsAsTheBlurredPicture) {
  EXPECT_EQ(Dense(BeliefState(beliefs_)), blurred_);
}

TEST_F(BeliefStateTest, EqualsEquation1AndTheClosedFormAfterEveryFixation) {
  for (const auto convention : {DiscConvention::kCell, DiscConvention::kHalf}) {
    for (const double radius : {0.0, 1.0, 2.0, 3.5, 40.0}) {
      SCOPED_TRACE(radius);
      BeliefState state(beliefs_, {.radius = radius, .convention = convention});
      std::vector<CellSet> fovea;
      for (const Cell cell : path_) {
        state.Fixate(cell);
        fovea.push_back(FoveaCells(cell, radius, convention));
        EXPECT_EQ(RecurrentBeliefs(sharp_, blurred_, fovea),
                  ClosedFormBeliefs(sharp_, blurred_, fovea));
        EXPECT_EQ(Dense(state), RecurrentBeliefs(sharp_, blurred_, fovea));
      }
    }
  }
}

TEST_F(BeliefStateTest, StartsWithTheFixationOnTheCentre) {
  BeliefState state(beliefs_);
  state.Fixate({16, 10});
  EXPECT_EQ(Dense(BeliefState::Start(beliefs_)), Dense(state));
}

TEST_F(BeliefStateTest, ChangedIsExactlyWhereTheDenseStateDiffers) {
  for (const int channels : {kBeliefChannels, kStateChannels, kSearchChannels}) {
    BeliefState state(beliefs_, {.channels = channels, .task = *TaskIndex("microwave")});
    for (const Cell cell : path_) {
      const std::vector<float> before = Dense(state);
      const CellSet changed = state.Fixate(cell);
      const std::vector<float> after = Dense(state);
      CellSet differing;
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] != after[i]) differing.Insert(static_cast<int>(i % Grid::kCells));
      }
      EXPECT_EQ(changed, differing);
    }
    EXPECT_TRUE(state.changed().empty()) << "the last fixation was the first again";
  }
}

TEST_F(BeliefStateTest, CellsThatLookTheSameSharpAndBlurredDoNotChange) {
  beliefs_.sharp = beliefs_.blurred;
  EXPECT_TRUE(BeliefState(beliefs_).Fixate({16, 10}).empty());
}

TEST_F(BeliefStateTest, HistoryShowsDiscsOrCells) {
  BeliefState discs(beliefs_, {.channels = kStateChannels});
  BeliefState cells(beliefs_, {.channels = kStateChannels, .history = HistoryMap::kCells});
  discs.Fixate({16, 10});
  cells.Fixate({16, 10});
  const auto history = [](const std::vector<float>& dense) {
    float sum = 0;
    for (int i = 0; i < Grid::kCells; ++i) sum += dense[kHistoryChannel * Grid::kCells + i];
    return sum;
  };
  EXPECT_EQ(history(Dense(discs)), 13);
  EXPECT_EQ(history(Dense(cells)), 1);
  EXPECT_EQ(Dense(cells)[kHistoryChannel * Grid::kCells + 336], 1);
}

// One channel with these values in the first cells.
BeliefLayer FirstCells(int channel, const std::vector<float>& values) {
  std::vector<float> dense(kBeliefChannels * Grid::kCells);
  std::ranges::copy(values, dense.begin() + channel * Grid::kCells);
  return SparseFromDense(dense);
}

TEST_F(BeliefStateTest, ShowsTheTargetAndItsShareOfThePeakInTheBlurredPicture) {
  const int task = *TaskIndex("cup"), cup = ChannelOfTask(task);
  const PictureBeliefs beliefs{"a.jpg", FirstCells(cup, {0.8f, 0}), FirstCells(cup, {0.2f, 0.4f})};
  BeliefState state(beliefs, {.channels = kSearchChannels, .task = task});
  const auto seen = [&](int channel, int cell) {
    return Dense(state)[static_cast<std::size_t>(channel * Grid::kCells + cell)];
  };
  EXPECT_FLOAT_EQ(seen(kTargetChannel, 0), 0.2f);
  EXPECT_FLOAT_EQ(seen(kTargetShareChannel, 0), 0.5f);
  EXPECT_FLOAT_EQ(seen(kTargetShareChannel, 1), 1.0f);
  EXPECT_EQ(seen(kTargetChannel, 5), 0);
  state.Fixate({0, 0});  // reveals both
  EXPECT_FLOAT_EQ(seen(kTargetChannel, 0), 0.8f);
  EXPECT_FLOAT_EQ(seen(kTargetShareChannel, 0), 1.0f) << "twice the peak still is all of it";
  EXPECT_EQ(seen(kTargetChannel, 1), 0);
}

TEST_F(BeliefStateTest, ATargetThatOnlyALookRevealsIsAllOfIt) {
  const int task = *TaskIndex("cup"), cup = ChannelOfTask(task);
  const PictureBeliefs beliefs{"a.jpg", FirstCells(cup, {0.3f}), FirstCells(cup, {})};
  BeliefState state(beliefs, {.channels = kSearchChannels, .task = task});
  state.Fixate({0, 0});
  EXPECT_FLOAT_EQ(Dense(state)[kTargetChannel * Grid::kCells], 0.3f);
  EXPECT_FLOAT_EQ(Dense(state)[kTargetShareChannel * Grid::kCells], 1.0f);
}

TEST_F(BeliefStateTest, InhibitsABlockAroundEveryFixation) {
  BeliefState state = BeliefState::Start(beliefs_);
  EXPECT_EQ(state.closed().size(), 9);
  state.Fixate({17, 10});
  EXPECT_EQ(state.closed().size(), 12);
  BeliefState free(beliefs_, {.closed_side = 0});
  free.Fixate({3, 3});
  EXPECT_TRUE(free.closed().empty());
}

TEST_F(BeliefStateTest, MaskedGroupsReadAsZeroAndTheRestIsUntouched) {
  const int task = *TaskIndex("microwave");
  const int target = *ChannelOfName("microwave");
  BeliefOptions options;
  options.off = ChannelsOf(ChannelGroup::kOtherThings, task);
  const std::vector<float> masked = Dense(BeliefState::Start(beliefs_, options));
  const std::vector<float> full = Dense(BeliefState::Start(beliefs_));
  for (int channel = 0; channel < kBeliefChannels; ++channel) {
    const bool off = channel < kThingChannels && channel != target;
    for (int cell = 0; cell < Grid::kCells; ++cell) {
      const std::size_t i = channel * Grid::kCells + cell;
      ASSERT_EQ(masked[i], off ? 0 : full[i]) << "channel " << channel << " cell " << cell;
    }
  }
}

TEST(ChannelGroups, TogetherAreAllChannelsOnce) {
  for (int task = 0; task < kTasks; ++task) {
    ChannelMask all;
    std::size_t count = 0;
    for (const char* word : {"target", "other-things", "stuff", "saliency", "history"}) {
      const ChannelMask group = ChannelsOf(ChannelGroupOf(word), task);
      all |= group;
      count += group.count();
    }
    EXPECT_TRUE(all.all());
    EXPECT_EQ(count, 138u);
  }
  EXPECT_THROW(ChannelGroupOf("things"), InputError);
}

TEST_F(BeliefStateTest, SenselessOptionsAreRefused) {
  EXPECT_THROW(BeliefState(beliefs_, {.radius = -1}), InputError);
  EXPECT_THROW(BeliefState(beliefs_, {.channels = 133}), InputError);
  EXPECT_THROW(BeliefState(beliefs_, {.channels = 137, .task = 0}), InputError);
  EXPECT_THROW(BeliefState(beliefs_, {.channels = 138}), InputError) << "what is searched?";
  EXPECT_THROW(BeliefState(beliefs_, {.closed_side = 2}), InputError);
}

// The released code: lr_feats under the disc around the recorded point, and two blocks of
// inhibition.
TEST_F(BeliefStateTest, AsTheReleasedCodeTheDiscIsMeasuredFromTheRecordedPoint) {
  // (250, 166) is (15.625, 10.375) in cells.
  const BeliefState state = BeliefState::StartAt(beliefs_, {}, {250, 166});
  CellSet disc;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell at = Grid::At(cell);
    if (std::hypot(at.column - 15.625, at.row - 10.375) <= 2) disc.Insert(cell);
  }
  EXPECT_EQ(state.revealed(), disc);
  EXPECT_EQ(Dense(state), ClosedFormBeliefs(sharp_, blurred_, std::vector{disc}));
  EXPECT_EQ(state.closed(), ClosedCells({15, 10}) | ClosedCells(Grid::Center()));
}

TEST_F(BeliefStateTest, ARecordedPointOutsideThePictureShowsNothingAndClosesTheCentreOnly) {
  const BeliefState state = BeliefState::StartAt(beliefs_, {}, {-100, 40});
  EXPECT_TRUE(state.revealed().empty());
  EXPECT_EQ(state.closed(), ClosedCells(Grid::Center()));
}

}  // namespace
}  // namespace saccade
