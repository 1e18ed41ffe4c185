#include "saccade/metrics/conditional.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "saccade/metrics/golden_fixture.h"
#include "saccade/scene/trial_file.h"

namespace saccade::metrics {
namespace {

constexpr char kTrain[] = "coco_search18/coco_search18_fixations_TP_train_split1.json";

TEST(Conditional, EqualsTheGoldenMaps) {
  SACCADE_NEEDS_DATA("gold/conditional.json");
  const nlohmann::json golden = Golden("gold/conditional.json");
  const nlohmann::json auc = Golden("gold/extra.json")["conditional_auc"];
  ASSERT_EQ(golden["cases"].size(), 12u);
  for (std::size_t i = 0; i < golden["cases"].size(); ++i) {
    const nlohmann::json& gold = golden["cases"][i];
    const std::vector<double> map = gold["map"];
    for (std::size_t k = 0; k < gold["fixations"].size(); ++k) {
      SCOPED_TRACE(::testing::Message() << "map " << i << ", fixation " << k);
      const Cell cell{gold["fixations"][k][0], gold["fixations"][k][1]};
      const std::size_t index = Grid::Index(cell);
      const ConditionalScores scores = ScoreMap({map, index, gold["base"][index]});
      EXPECT_NEAR(scores.cig, gold["cig"][k], 1e-9);
      EXPECT_NEAR(scores.cnss, gold["cnss"][k], 1e-9);
      EXPECT_NEAR(scores.cauc, gold["cauc"][k], 1e-9);
      EXPECT_NEAR(scores.auc, auc[i][k], 1e-9);
    }
  }
}

TEST(Conditional, PriorsEqualTheGoldenOnes) {
  SACCADE_NEEDS_DATA("gold/extra.json");
  SACCADE_NEEDS_DATA(kTrain);
  const auto priors =
      MakePriors(ReadTrialsInImage(testing::SharedData(kTrain)), ProtocolByName("paper"));
  EXPECT_EQ(priors.size(), 18u);
  const nlohmann::json golden = Golden("gold/extra.json");
  for (const auto& [task, gold] : golden["prior"].items()) {
    SCOPED_TRACE(task);
    const TaskPrior& prior = priors.at(task);
    EXPECT_EQ(prior.fixations, gold["fixations"].get<int>());
    for (int i = 0; i < Grid::kCells; ++i) EXPECT_NEAR(prior.cells[i], gold["cells"][i], 1e-12);
    EXPECT_NEAR(std::accumulate(prior.pixels.begin(), prior.pixels.end(), 0.0), 1, 1e-9);
  }
}

// One fixation in the corner: the mirrored part of the Gaussian falls back onto it. In one
// dimension the pixel x gets g(x) + g(-x - 1), with g normalised over -96..96.
TEST(Conditional, ThePriorReflectsAtTheBorder) {
  const std::vector<PointInImage> corner = {{0.5, 0.5}};
  const TaskPrior prior = MakePrior(corner);
  double norm = 0;
  const auto g = [](int i) { return i < -96 || i > 96 ? 0 : std::exp(-0.5 * i * i / (24.0 * 24)); };
  for (int i = -96; i <= 96; ++i) norm += g(i);
  const auto at = [&](int i) { return (g(i) + g(-i - 1)) / norm; };
  EXPECT_NEAR(prior.pixels[0], at(0) * at(0), 1e-15);
  EXPECT_NEAR(prior.pixels[512 * 7 + 95], at(95) * at(7), 1e-15);
  EXPECT_NEAR(prior.pixels[96], at(96) * at(0), 1e-15);
}

TEST(Conditional, FixationsOutsideAreNeitherTargetNorPast) {
  const ScanpathInImage path = {{{3, 3}, 0},   {{20, 20}, 0}, {{600, 20}, 0}, {{40, 20}, 0},
                                {{60, 20}, 0}, {{80, 20}, 0}, {{100, 20}, 0}, {{120, 20}, 0}};
  const std::vector<NextFixation> next = NextFixations(path);
  ASSERT_EQ(next.size(), 5u);  // the first six after the start, one of them outside
  EXPECT_EQ(next[0].past, (std::vector<Cell>{{16, 10}}));
  EXPECT_EQ(next[1].step, 3);
  EXPECT_EQ(next[1].past, (std::vector<Cell>{{16, 10}, {1, 1}}));
  EXPECT_EQ(next[4].step, 6);
}

TEST(Conditional, AGridMapAtPixelsIsTheMapSpreadOverItsCells) {
  std::vector<double> cells(Grid::kCells);
  for (int i = 0; i < Grid::kCells; ++i) cells[i] = 1 + i % 7;
  const double sum = std::accumulate(cells.begin(), cells.end(), 0.0);
  for (double& value : cells) value /= sum;
  std::vector<double> pixels(kImagePixels);
  for (int y = 0; y < 320; ++y) {
    for (int x = 0; x < 512; ++x) pixels[512 * y + x] = cells[y / 16 * 32 + x / 16] / 256;
  }
  const std::vector<PointInImage> seen = {{100, 100}, {300, 200}};
  const TaskPrior prior = MakePrior(seen);
  const PointInImage fixation{77.7, 99.9};
  const auto spread = ScoreMap(AtResolution(cells, fixation, prior, MapResolution::kPixel));
  const auto whole = ScoreMap(AtResolution(pixels, fixation, prior, MapResolution::kPixel));
  EXPECT_NEAR(spread.cig, whole.cig, 1e-9);
  EXPECT_NEAR(spread.cnss, whole.cnss, 1e-9);
  EXPECT_NEAR(spread.cauc, whole.cauc, 1e-9);
  EXPECT_NEAR(spread.auc, whole.auc, 1e-9);
  const auto grid = ScoreMap(AtResolution(cells, fixation, prior, MapResolution::kGrid));
  const auto summed = ScoreMap(AtResolution(pixels, fixation, prior, MapResolution::kGrid));
  EXPECT_NEAR(grid.cig, summed.cig, 1e-9);
  EXPECT_NEAR(grid.cnss, summed.cnss, 1e-9);
}

TEST(Conditional, ChanceIsThreeQuartersForHatsAucAndOneHalfForTheOther) {
  std::vector<double> map(Grid::kCells);
  for (int i = 0; i < Grid::kCells; ++i) map[i] = i + 1;
  double cauc = 0;
  double auc = 0;
  for (std::size_t i = 0; i < Grid::kCells; ++i) {
    cauc += ScoreMap({map, i, 1}).cauc / Grid::kCells;
    auc += ScoreMap({map, i, 1}).auc / Grid::kCells;
  }
  EXPECT_NEAR(cauc, 0.75, 1e-9);
  EXPECT_NEAR(auc, 0.5, 1e-9);
}

TEST(Conditional, RefusesMapsOfAnotherSizeAndPriorsOfNothing) {
  const TaskPrior prior = MakePrior(std::vector<PointInImage>{{1, 1}});
  const std::vector<double> map(100);
  EXPECT_THROW(AtResolution(map, {1, 1}, prior, MapResolution::kGrid), std::invalid_argument);
  EXPECT_THROW(MakePrior(std::vector<PointInImage>{{-1, 1}}), std::invalid_argument);
}

}  // namespace
}  // namespace saccade::metrics
