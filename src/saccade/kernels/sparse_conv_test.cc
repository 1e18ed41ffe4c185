#include "saccade/kernels/sparse_conv.h"

#include <gtest/gtest.h>

#include <cmath>

#include "saccade/kernels/golden_formula.h"

namespace saccade {
namespace {

class SparseKernels : public ::testing::TestWithParam<int> {};

TEST_P(SparseKernels, AWholeMapAddsWhatItsCellsAddOneByOne) {
  const int kernel = GetParam();
  const ConvShape conv{"first", 134, 128, kernel, kernel / 2};
  const SparseState state = golden::FormulaState(41);
  std::vector<float> gradients(Grid::kCells * 16);
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    gradients[i] = static_cast<float>(golden::U(i)) - 0.5f;
  }
  SparseConvGradient cells(conv), map(conv);
  constexpr int kBlock = 5;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    const Cell place = Grid::At(cell);
    cells.AddCell(state, place.row, place.column, kBlock, &gradients[cell * 16]);
  }
  map.AddMap(EntriesByChannel(state, conv.in), kBlock, gradients.data());
  HostTensor by_cell{{128, conv.in + kTasks, kernel, kernel}, {}};
  by_cell.values.resize(static_cast<std::size_t>(ElementCount(by_cell.shape)));
  HostTensor by_map = by_cell;
  cells.AddTo(by_cell);
  map.AddTo(by_map);
  double size = 0;
  for (std::size_t i = 0; i < by_cell.values.size(); ++i) {
    ASSERT_NEAR(by_map.values[i], by_cell.values[i], 1e-5) << i;
    size += std::abs(by_cell.values[i]);
  }
  EXPECT_GT(size, 100);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SparseKernels, ::testing::Values(3, 5));

}  // namespace
}  // namespace saccade
