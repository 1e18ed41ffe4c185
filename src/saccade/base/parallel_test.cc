#include "saccade/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace saccade {
namespace {

class ParallelForThreads : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { SetThreads(GetParam()); }
  void TearDown() override { SetThreads(0); }
};

TEST_P(ParallelForThreads, EveryIndexIsVisitedOnce) {
  std::vector<std::atomic<int>> visits(10007);
  ParallelFor(visits.size(), [&](std::size_t i) { ++visits[i]; });
  for (const auto& count : visits) ASSERT_EQ(count, 1);
}

TEST_P(ParallelForThreads, TheFirstErrorByIndexIsThrown) {
  try {
    ParallelFor(100, [](std::size_t i) {
      if (i % 10 == 3) throw std::runtime_error(std::to_string(i));
    });
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "3");
  }
}

TEST_P(ParallelForThreads, ALoopInsideALoopRunsToItsEnd) {
  std::atomic<int> sum = 0;
  ParallelFor(8, [&](std::size_t) { ParallelFor(8, [&](std::size_t) { ++sum; }); });
  EXPECT_EQ(sum, 64);
}

TEST_P(ParallelForThreads, AnEmptyLoopDoesNothing) {
  ParallelFor(0, [](std::size_t) { FAIL(); });
}

INSTANTIATE_TEST_SUITE_P(Threads, ParallelForThreads, ::testing::Values(1, 2, 5));

}  // namespace
}  // namespace saccade
