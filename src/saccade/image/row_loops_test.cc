#include "saccade/image/row_loops.h"

#include <algorithm>
#include <vector>

#include "saccade/base/random.h"
#include "saccade/testing/at_each_width.h"

namespace saccade {
namespace {

constexpr std::size_t kCounts[] = {0, 1, 15, 16, 17, 31, 33, 63, 64, 65, 200};

class RowLoopsAtEachWidth : public AtEachWidth {};

TEST_P(RowLoopsAtEachWidth, ABlurIsTheSumInItsOrderToTheBit) {
  Random random(3);
  std::vector<float> values(17 * 201), weights(9);
  for (float& value : values) value = static_cast<float>(255 * random.Uniform());
  for (float& weight : weights) weight = static_cast<float>(random.Uniform());
  std::vector<const float*> before, after;
  for (int k = 0; k <= 8; ++k) {
    before.push_back(&values[(8 - k) * 201]);
    after.push_back(&values[(8 + k) * 201]);
  }
  for (const int radius : {0, 1, 8}) {
    for (const std::size_t count : kCounts) {
      SCOPED_TRACE(count);
      std::vector<float> row(count + 1, -1.0f);
      CurrentRowLoops().blur(before.data(), after.data(), weights.data(), radius, count,
                             row.data());
      for (std::size_t i = 0; i < count; ++i) {
        float sum = weights[0] * before[0][i];
        for (int k = 1; k <= radius; ++k) sum += weights[k] * (before[k][i] + after[k][i]);
        ASSERT_EQ(row[i], sum) << i;
      }
      EXPECT_EQ(row[count], -1);
    }
  }
}

TEST_P(RowLoopsAtEachWidth, BytesAreRoundedAndCut) {
  constexpr float kValues[] = {-300, -0.6f, 0, 0.49f, 0.5f, 127.5f, 254.4f, 254.6f, 255, 300};
  constexpr int kBytes[] = {0, 0, 0, 0, 1, 128, 254, 255, 255, 255};
  for (const std::size_t count : kCounts) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = kValues[i % std::size(kValues)];
    std::vector<std::uint8_t> bytes(count + 1, 77);
    CurrentRowLoops().to_bytes(values.data(), count, bytes.data());
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(bytes[i], kBytes[i % std::size(kBytes)]) << i;
    EXPECT_EQ(bytes[count], 77);
  }
}

SACCADE_AT_EACH_WIDTH(RowLoopsAtEachWidth);

}  // namespace
}  // namespace saccade
