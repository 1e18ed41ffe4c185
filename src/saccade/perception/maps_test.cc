#include "saccade/perception/maps.h"

#include <gtest/gtest.h>

#include <numeric>

namespace saccade {
namespace {

// 0, 1, 2, ... in the order of memory.
Maps Counted(int height, int width, int channels = 1) {
  Maps maps(1, height, width, channels);
  std::iota(maps.values.begin(), maps.values.end(), 0.f);
  return maps;
}

// 0  1  2  3  4
// 5  6  7  8  9
// 10 11 12 13 14
TEST(Maps, PoolsAreCutAtTheBorders) {
  const Maps pooled = MaxPool(Counted(3, 5));
  EXPECT_EQ(pooled.height, 2);
  EXPECT_EQ(pooled.width, 3);
  EXPECT_EQ(pooled.values, (UnsetFloats{6, 8, 9, 11, 13, 14}));
  EXPECT_EQ(EverySecond(Counted(3, 5)).values, (UnsetFloats{0, 2, 4, 10, 12, 14}));
}

TEST(Maps, BlocksAreAveragedChannelByChannel) {
  // Pixels (0, 1), (2, 3), ... in two rows of four: the first block has 0, 2, 8, 10 and 1, 3,
  // 9, 11.
  EXPECT_EQ(AverageBlocks(Counted(2, 4, 2), 2).values, (UnsetFloats{5, 6, 9, 10}));
}

TEST(Maps, ChannelsFirstKeepsEachChannelTogether) {
  EXPECT_EQ(ChannelsFirst(Counted(1, 3, 2)), (std::vector<float>{0, 2, 4, 1, 3, 5}));
}

}  // namespace
}  // namespace saccade
