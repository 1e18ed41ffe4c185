#include "saccade/perception/semantic_labels.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "saccade/base/file.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kMicroOps = "gold_d2/micro_ops.json";

std::vector<double> ApplyTaps(const BilinearTaps& taps, const std::vector<double>& in) {
  std::vector<double> out;
  for (std::size_t i = 0; i < taps.first.size(); ++i) {
    double sum = 0;
    for (int k = 0; k < BilinearTaps::kTaps; ++k) {
      const float weight = taps.weights[i * BilinearTaps::kTaps + k];
      if (weight != 0) sum += weight * in.at(taps.first[i] + k);
    }
    out.push_back(sum);
  }
  return out;
}

// One axis of a bilinear resize, as its text reads.
std::vector<double> SlowResize(const std::vector<double>& in, int out) {
  const int n = static_cast<int>(in.size());
  std::vector<double> result;
  for (int o = 0; o < out; ++o) {
    const double at = std::max(0.0, (o + 0.5) * n / out - 0.5);
    const int low = static_cast<int>(at);
    const int high = std::min(low + 1, n - 1);
    result.push_back(in[low] + (at - low) * (in[high] - in[low]));
  }
  return result;
}

TEST(BilinearTaps, MatchTheGoldenResizes) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const auto golden =
      nlohmann::json::parse(ReadFile(testing::SharedData(kMicroOps))).at("bilinear");
  const auto in = FormulaValues("micro.up", 12);  // 3 x 4
  const auto check = [&](const nlohmann::json& expected, const BilinearTaps& rows,
                         const BilinearTaps& columns) {
    std::vector<std::vector<double>> wide;
    for (int y = 0; y < 3; ++y) {
      wide.push_back(ApplyTaps(columns, {in.begin() + 4 * y, in.begin() + 4 * y + 4}));
    }
    for (std::size_t x = 0; x < expected[0].size(); ++x) {
      const auto column = ApplyTaps(rows, {wide[0][x], wide[1][x], wide[2][x]});
      for (std::size_t y = 0; y < expected.size(); ++y) {
        EXPECT_NEAR(column[y], expected[y][x], 1e-5);
      }
    }
  };
  check(golden.at("x2"), UpsampleCropResize(3, 2, 6, 6), UpsampleCropResize(4, 2, 8, 8));
  check(golden.at("to_5x3"), UpsampleCropResize(3, 1, 3, 5), UpsampleCropResize(4, 1, 4, 3));
}

TEST(BilinearTaps, OneStepEqualsUpsamplingCroppingAndResizing) {
  for (const int kept : {1, 5, 37, 40}) {
    for (const int out : {1, 3, 29, 64}) {
      SCOPED_TRACE(fmt::format("kept {}, out {}", kept, out));
      std::vector<double> in;
      for (const float value : FormulaValues("taps", 10)) in.push_back(value);
      auto fine = SlowResize(in, 40);
      fine.resize(kept);
      const auto expected = SlowResize(fine, out);
      const auto found = ApplyTaps(UpsampleCropResize(10, 4, kept, out), in);
      for (int i = 0; i < out; ++i) EXPECT_NEAR(found[i], expected[i], 1e-5) << i;
    }
  }
}

TEST(LikeliestLabels, TiesGoToTheLowestClass) {
  const std::vector<float> logits = {1, 1, 0, 0, 3, 3};  // two places of three classes
  EXPECT_EQ(LikeliestLabels({logits.data(), 1, 2, 3, 1, {2, 1}}, {2, 1}),
            (std::vector<std::uint8_t>{0, 1}));
}

TEST(LikeliestLabels, LogitsAreInterpolatedBeforeTheChoice) {
  // Half way between (4, 0, 3) and (0, 4, 3) the third class wins with 3 against 2 and 2.
  const std::vector<float> logits = {4, 0, 3, 0, 4, 3};
  EXPECT_EQ(LikeliestLabels({logits.data(), 1, 2, 3, 1, {2, 1}}, {3, 1}),
            (std::vector<std::uint8_t>{0, 2, 1}));
}

}  // namespace
}  // namespace saccade
