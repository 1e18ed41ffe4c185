#include "saccade/base/memory.h"

#include <gtest/gtest.h>

#include <vector>

namespace saccade {
namespace {

TEST(Memory, PeakKeepsWhatWasFreedUntilItIsReset) {
  ResetPeakMemory();
  const double before = PeakMemoryMb();
  if (before == 0) GTEST_SKIP() << "the system does not say";
  {
    std::vector<char> block(100 << 20, 1);
    EXPECT_GT(ResidentMemoryMb(), before + 90);
  }
  EXPECT_GT(PeakMemoryMb(), before + 90);
  ResetPeakMemory();
  if (PeakMemoryMb() > before + 90) GTEST_SKIP() << "the system does not reset the peak";
  EXPECT_LT(PeakMemoryMb(), before + 50);
}

}  // namespace
}  // namespace saccade
