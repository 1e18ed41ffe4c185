#include "saccade/metrics/semantic.h"

#include <gtest/gtest.h>

#include "saccade/metrics/alignment.h"
#include "saccade/metrics/golden_fixture.h"

namespace saccade::metrics {
namespace {

TEST(Semantic, EqualsTheGoldenPairs) {
  SACCADE_NEEDS_DATA("gold/semantic.json");
  const nlohmann::json golden = Golden("gold/semantic.json");
  const nlohmann::json distances = Golden("gold/extra.json")["semantic_distance"];
  LabelMap map;
  for (int y = 0; y < LabelMap::kHeight; ++y) {
    for (int x = 0; x < LabelMap::kWidth; ++x) {
      map.labels.push_back(golden["cells"][y / 16 * 32 + x / 16]);
    }
  }
  ASSERT_EQ(golden["cases"].size(), 40u);
  for (std::size_t i = 0; i < golden["cases"].size(); ++i) {
    SCOPED_TRACE(i);
    const nlohmann::json& pair = golden["cases"][i];
    const auto a = SemanticString(map, GoldenScanpath<Frame::kImage>(pair["a"]));
    const auto b = SemanticString(map, GoldenScanpath<Frame::kImage>(pair["b"]));
    EXPECT_EQ(nlohmann::json({a, b}), pair["strings"]);
    EXPECT_NEAR(SequenceSimilarity(a, b), pair["score"], 1e-9);
    EXPECT_EQ(EditDistance(a, b), distances[i].get<int>());
  }
}

TEST(Semantic, ClampsToThePicture) {
  LabelMap map{std::vector<std::uint16_t>(512 * 320, 0)};
  map.labels.front() = 1;
  map.labels.back() = 2;
  const ScanpathInImage path = {
      {{-0.5, -90}, 0}, {{511.9, 319.9}, 0}, {{1e9, 1e9}, 0}, {{1, 0}, 0}};
  EXPECT_EQ(SemanticString(map, path), (std::vector<int>{1, 2, 2, 0}));
}

TEST(Semantic, RefusesAMapOfAnotherSize) {
  EXPECT_THROW(SemanticString({std::vector<std::uint16_t>(640)}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace saccade::metrics
