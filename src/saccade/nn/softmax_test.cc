#include "saccade/nn/softmax.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace saccade {
namespace {

TEST(Softmax, OfHugeLogitsIsThatOfTheirDifferences) {
  const std::vector<float> logits = {1000, 1000 + std::log(3.0f)};
  std::vector<float> p(2);
  Softmax(logits, p);
  EXPECT_NEAR(p[0], 0.25, 1e-4);  // a float of 1,000 has steps of 6e-5
  EXPECT_NEAR(p[1], 0.75, 1e-4);
  EXPECT_NEAR(LogSoftmaxAt(logits, 0), std::log(0.25), 2e-4);
}

TEST(Softmax, ClosedCellsGetNothingAndTheOthersAllOfIt) {
  std::vector<float> logits(Grid::kCells, 0.0f);
  logits[7] = 50;  // sure of a cell that is closed
  CellSet closed;
  closed.Insert(7);
  std::vector<float> p = WithoutCells(logits, closed);
  Softmax(p, p);
  EXPECT_EQ(p[7], 0);
  EXPECT_NEAR(p[8], 1.0 / 639, 1e-8);
  EXPECT_NEAR(LogSoftmaxAt(WithoutCells(logits, closed), 8), -std::log(639.0), 1e-6);
}

}  // namespace
}  // namespace saccade
