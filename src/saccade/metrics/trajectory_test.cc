#include "saccade/metrics/trajectory.h"

#include <gtest/gtest.h>

#include <cmath>

namespace saccade::metrics {
namespace {

ScanpathInImage Path(std::initializer_list<PointInImage> points) {
  ScanpathInImage path;
  for (const PointInImage& point : points) path.push_back({point, 200});
  return path;
}
const ScanpathInImage kSquare = Path({{0, 0}, {30, 0}, {30, 40}, {0, 40}});
const ScanpathInImage kSide = Path({{0, 0}, {30, 40}, {0, 40}});

template <typename Of>
auto Between(const Of& of, const ScanpathInImage& a, const ScanpathInImage& b) {
  return of(std::span<const FixationInImage>(a), std::span<const FixationInImage>(b));
}
constexpr auto kWarping = [](auto a, auto b) { return TimeWarping(a, b); };
constexpr auto kFrechet = [](auto a, auto b) { return FrechetDistance(a, b); };
constexpr auto kScaled = [](auto a, auto b) { return ScaledTimeDelayEmbedding(a, b); };

// The second of the square is 30 from (0, 0) and 40 from (30, 40); all others are met.
TEST(TimeWarping, PaysForWhatIsMetNowhere) {
  EXPECT_DOUBLE_EQ(*Between(kWarping, kSquare, kSide), 30);
  EXPECT_DOUBLE_EQ(*Between(kWarping, kSide, kSquare), 30);
  EXPECT_DOUBLE_EQ(*Between(kWarping, kSquare, kSquare), 0);
  // All against one: 0 + 30 + 50 + 40.
  EXPECT_DOUBLE_EQ(*Between(kWarping, kSquare, Path({{0, 0}})), 120);
}

TEST(FrechetDistance, IsTheLongestLeash) {
  EXPECT_DOUBLE_EQ(*Between(kFrechet, kSquare, kSide), 30);
  EXPECT_DOUBLE_EQ(*Between(kFrechet, kSquare, Path({{0, 0}})), 50);
}

// Runs of three of the square: nothing is as (0,0) (30,0) (30,40), whose only rival is the whole
// side: 0 + 40 + 30 over 3; and (30,0) (30,40) (0,40) is 30 + 0 + 0 over 3.
TEST(TimeDelayEmbedding, TakesTheNearestRun) {
  const auto embedded = [](const ScanpathInImage& a, const ScanpathInImage& b, std::size_t k) {
    return TimeDelayEmbedding<Frame::kImage>(a, b, k);
  };
  EXPECT_DOUBLE_EQ(*embedded(kSquare, kSide, 3), (70.0 / 3 + 10) / 2);
  EXPECT_DOUBLE_EQ(*embedded(kSide, kSquare, 3), 10);
  EXPECT_FALSE(embedded(kSquare, kSide, 4));
  EXPECT_FALSE(embedded(kSquare, kSide, 0));
}

// k = 1: all of the side are in the square; k = 2: (0,0) (30,40) is 40 from (0,0) (30,0), halved
// 20, and 30 from (30,0) (30,40), 15; k = 3: 10, as above.
TEST(ScaledTimeDelayEmbedding, IsTheMeanOverLengths) {
  const double expected = (1 + std::exp(-7.5 / 512) + std::exp(-10.0 / 512)) / 3;
  EXPECT_NEAR(*Between(kScaled, kSide, kSquare), expected, 1e-12);
  EXPECT_DOUBLE_EQ(*Between(kScaled, kSide, kSide), 1);
}

TEST(Trajectories, WithoutFixationsHaveNoDistance) {
  EXPECT_FALSE(Between(kWarping, kSquare, {}));
  EXPECT_FALSE(Between(kFrechet, {}, kSquare));
  EXPECT_FALSE(Between(kScaled, {}, {}));
}

// More than the stack holds.
TEST(TimeWarping, TakesLongScanpaths) {
  ScanpathInImage a, b;
  for (int i = 0; i < 60; ++i) a.push_back({{double(i), 0}, 0});
  for (int i = 0; i < 60; ++i) b.push_back({{double(i), 3}, 0});
  EXPECT_DOUBLE_EQ(*Between(kWarping, a, b), 180);
  EXPECT_DOUBLE_EQ(*Between(kFrechet, a, b), 3);
}

}  // namespace
}  // namespace saccade::metrics
