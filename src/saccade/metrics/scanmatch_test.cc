#include "saccade/metrics/scanmatch.h"

#include <gtest/gtest.h>

#include "saccade/metrics/alignment.h"
#include "saccade/metrics/golden_fixture.h"

namespace saccade::metrics {
namespace {

using String = std::vector<int>;

TEST(ScanMatch, EqualsTheGoldenPairs) {
  SACCADE_NEEDS_DATA("gold/scanmatch.json");
  const nlohmann::json golden = Golden("gold/scanmatch.json");
  ASSERT_EQ(golden["cases"].size(), 150u);
  for (std::size_t i = 0; i < golden["cases"].size(); ++i) {
    SCOPED_TRACE(i);
    const nlohmann::json& pair = golden["cases"][i];
    const ScanpathInImage a = GoldenScanpath<Frame::kImage>(pair["a"]);
    const ScanpathInImage b = GoldenScanpath<Frame::kImage>(pair["b"]);
    const String bins_a = BinString<Frame::kImage>(a);
    const String bins_b = BinString<Frame::kImage>(b);
    EXPECT_EQ(nlohmann::json({bins_a, bins_b}), pair["strings"]);
    EXPECT_NEAR(ScanMatch(bins_a, bins_b).value(), pair["scanmatch"], 1e-9);
    EXPECT_NEAR(ScanMatch(BinStringWithDurations<Frame::kImage>(a),
                          BinStringWithDurations<Frame::kImage>(b))
                    .value(),
                pair["scanmatch_duration"], 1e-9);
    EXPECT_EQ(EditDistance(bins_a, bins_b), pair["edit_distance"].get<int>());
  }
}

TEST(ScanMatch, ClampsFixationsOutsideTheFrame) {
  const ScanpathInImage path = {{{-3, -3}, 0}, {{512, 320}, 0}, {{1e300, 31}, 0}};
  EXPECT_EQ(BinString<Frame::kImage>(path), (String{0, 159, 15}));
}

TEST(ScanMatch, RepeatsSymbolsRoundingHalfToEven) {
  const ScanpathInImage path = {{{0, 0}, 25}, {{40, 0}, 75}, {{70, 0}, 125}, {{100, 0}, 24}};
  EXPECT_EQ(BinStringWithDurations<Frame::kImage>(path), (String{1, 1, 2, 2}));
}

TEST(ScanMatch, TwoEmptyStringsHaveNoScore) {
  EXPECT_FALSE(ScanMatch(String{}, String{}));
  EXPECT_EQ(ScanMatch(String{3}, String{}), 0);
}

TEST(ScanMatch, TheDisplayHasTheSameBins) {
  const ScanpathInDisplay path = {{{105, 105}, 0}, {{104.9, 1049}, 0}};
  EXPECT_EQ(BinString<Frame::kDisplay>(path), (String{17, 144}));
}

}  // namespace
}  // namespace saccade::metrics
