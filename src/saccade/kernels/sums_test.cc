#include "saccade/kernels/sums.h"

#include <cmath>
#include <limits>

#include "saccade/kernels/formula_values_fixture.h"
#include "saccade/kernels/loops.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

constexpr std::size_t kCounts[] = {0, 1, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64, 100, 257};

class Sums : public AtEachWidth {};

// One float off every alignment, and a guard behind the last value.
struct Arrays {
  std::size_t count;
  std::vector<float> from, to, before;

  explicit Arrays(std::size_t size)
      : count(size), from(FormulaValues(size + 2, 1)), to(FormulaValues(size + 2, 2)), before(to) {}
  std::span<const float> From() const { return std::span(from).subspan(1, count); }
  std::span<float> To() { return std::span(to).subspan(1, count); }
  // expected(from, to before)
  template <typename Expected>
  void Check(Expected expected) const {
    EXPECT_EQ(to.front(), before.front());
    EXPECT_EQ(to.back(), before.back());
    for (std::size_t i = 1; i <= count; ++i) {
      ASSERT_NEAR(to[i], expected(double{from[i]}, double{before[i]}), 2 * 0x1p-24) << i;
    }
  }
};

TEST_P(Sums, AreThoseOfEachPairOfValues) {
  for (const std::size_t count : kCounts) {
    SCOPED_TRACE(count);
    Arrays plain(count), scaled(count), both(count);
    AddValues(plain.From(), plain.To().data());
    plain.Check([](double from, double to) { return to + from; });
    AddScaled(0.3f, scaled.From().data(), count, scaled.To().data());
    scaled.Check([](double from, double to) { return to + double{0.3f} * from; });
    ScaleAndAdd(0.3f, both.From(), both.To());
    both.Check([](double from, double to) { return double{0.3f} * to + from; });
  }
}

TEST_P(Sums, AMaskKeepsWhereTheActivationIsPositive) {
  for (const std::size_t count : kCounts) {
    SCOPED_TRACE(count);
    Arrays arrays(count);
    for (std::size_t i = 1; i <= count; i += 5) arrays.from[i] = 0;  // zero is closed
    for (std::size_t i = 4; i <= count; i += 5) {
      arrays.from[i] = std::numeric_limits<float>::quiet_NaN();  // so is what is no number
    }
    MaskBy(arrays.From(), arrays.To());
    for (std::size_t i = 0; i < arrays.to.size(); ++i) {
      const bool kept = i == 0 || i > count || arrays.from[i] > 0;
      ASSERT_EQ(arrays.to[i], kept ? arrays.before[i] : 0) << i;
    }
  }
}

TEST_P(Sums, ADotProductStartsWhereItIsTold) {
  for (const std::size_t count : kCounts) {
    SCOPED_TRACE(count);
    const Arrays arrays(count);
    double expected = -2.5;
    for (std::size_t i = 1; i <= count; ++i) expected += double{arrays.from[i]} * arrays.to[i];
    EXPECT_NEAR(Dot(-2.5f, arrays.From(), &arrays.to[1]), expected,
                SumTolerance(count + 1, 1) + 3 * 0x1p-24);
  }
}

TEST_P(Sums, TheLastLayerAndItsGradientAreThoseOf32Products) {
  constexpr int kCells = 23, kStride = 35;
  const std::vector<float> maps = FormulaValues(kCells * kStride + 16, 3);
  const std::vector<float> weights = FormulaValues(32, 4), slopes = FormulaValues(kCells, 5);
  std::vector<float> logits(kCells);
  LastLayer(&maps[0], &maps[16], kStride, weights.data(), 0.25f, kCells, logits.data());
  for (int cell = 0; cell < kCells; ++cell) {
    double logit = 0.25;
    for (int map = 0; map < 32; ++map) logit += double{maps[cell * kStride + map]} * weights[map];
    EXPECT_NEAR(logits[cell], logit, SumTolerance(33, 0.25)) << cell;
  }
  std::vector<float> sums = FormulaValues(16, 6), back(kCells * 16);
  const std::vector<float> before = sums;
  LastLayerGradient(slopes.data(), maps.data(), &weights[16], kCells, sums.data(), back.data());
  for (int lane = 0; lane < 16; ++lane) {
    double sum = before[lane];
    for (int cell = 0; cell < kCells; ++cell) {
      sum += double{slopes[cell]} * maps[cell * 16 + lane];
      EXPECT_EQ(back[cell * 16 + lane], slopes[cell] * weights[16 + lane]);
    }
    EXPECT_NEAR(sums[lane], sum, SumTolerance(kCells + 1, 0.5)) << lane;
  }
}

TEST_P(Sums, AnAdamStepIsTheFormulas) {
  for (const std::size_t count : kCounts) {
    SCOPED_TRACE(count);
    const std::vector<float> gradient = FormulaValues(count, 1);
    std::vector<float> first = FormulaValues(count, 2), second = FormulaValues(count, 3);
    for (float& value : second) value += 0.5f;
    std::vector<float> weights = FormulaValues(count, 4);
    const std::vector<float> m = first, v = second, w = weights;
    CurrentLoops().adam({count, 0.9f, 0.999f, 0.01f, 1.5f, 1e-8f}, gradient.data(), first.data(),
                        second.data(), weights.data());
    for (std::size_t i = 0; i < count; ++i) {
      const double g = gradient[i];
      const double mean = double{0.9f} * m[i] + double{1 - 0.9f} * g;
      const double square = double{0.999f} * v[i] + double{1 - 0.999f} * g * g;
      ASSERT_NEAR(first[i], mean, 2 * 0x1p-24);
      ASSERT_NEAR(second[i], square, 3 * 0x1p-24);
      const double step = double{0.01f} * mean / (std::sqrt(square) * 1.5 + double{1e-8f});
      ASSERT_NEAR(weights[i], w[i] - step, (std::abs(w[i]) + 4 * std::abs(step)) * 0x1p-22) << i;
    }
  }
}

SACCADE_AT_EACH_WIDTH(Sums);

}  // namespace
}  // namespace saccade
