#include "saccade/metrics/multimatch.h"

#include <gtest/gtest.h>

#include <limits>

#include "saccade/base/random.h"
#include "saccade/metrics/golden_fixture.h"

namespace saccade::metrics {
namespace {

const double kDisplayDiagonal = std::sqrt(1680.0 * 1680 + 1050.0 * 1050);

using Path = ScanpathInDisplay;

std::optional<MultiMatchScores> Score(const Path& a, const Path& b,
                                      const MultiMatchOptions& options = {}) {
  return MultiMatch<Frame::kDisplay>(std::span(a), std::span(b), options);
}

void ExpectGolden(const std::optional<MultiMatchScores>& scores, const nlohmann::json& golden) {
  ASSERT_TRUE(scores);
  EXPECT_NEAR(scores->shape, golden[0], 1e-9);
  EXPECT_NEAR(scores->direction, golden[1], 1e-9);
  EXPECT_NEAR(scores->length, golden[2], 1e-9);
  EXPECT_NEAR(scores->position, golden[3], 1e-9);
  EXPECT_NEAR(scores->duration, golden[4], 1e-9);
}

TEST(MultiMatch, EqualsTheGoldenPairs) {
  SACCADE_NEEDS_DATA("gold/multimatch.json");
  const nlohmann::json golden = Golden("gold/multimatch.json");
  int scored = 0;
  for (std::size_t i = 0; i < golden["cases"].size(); ++i) {
    const nlohmann::json& pair = golden["cases"][i];
    SCOPED_TRACE(::testing::Message() << "case " << i << ", " << pair["kind"]);
    ASSERT_EQ(pair["size"], nlohmann::json({1680, 1050}));
    const Path a = GoldenScanpath<Frame::kDisplay>(pair["a"]);
    const Path b = GoldenScanpath<Frame::kDisplay>(pair["b"]);
    if (pair.contains("short_rule_pad")) {
      ExpectGolden(Score(a, b), pair["short_rule_pad"]);
      const auto skipped = Score(a, b, {.short_rule = ShortRule::kSkip});
      if (pair["short_rule_skip"].is_null()) {
        EXPECT_FALSE(skipped);
      } else {
        ExpectGolden(skipped, pair["short_rule_skip"]);
      }
    } else {
      MultiMatchOptions options;
      if (pair.contains("simplify")) {
        options.simplification = {pair["simplify"]["direction"], pair["simplify"]["duration"],
                                  pair["simplify"]["amplitude"]};
      }
      ExpectGolden(Score(a, b, options), pair["scores"]);
    }
    ++scored;
  }
  EXPECT_EQ(scored, 445);
}

// Both implementations must give the same bits, so the cases are made to tie: few places, many
// repeated vectors.
struct RandomCase {
  const char* name;
  int places;  // distinct coordinates per axis; 0: continuous
  int longest;
};

class FastAndPlain : public ::testing::TestWithParam<RandomCase> {};

TEST_P(FastAndPlain, GiveTheSameBits) {
  const RandomCase& param = GetParam();
  Random random(7, param.name);
  const auto draw = [&](double size) {
    return param.places == 0 ? random.Uniform(0, size)
                             : static_cast<double>(random.Below(param.places)) * 50;
  };
  const auto draw_path = [&] {
    Path path(1 + random.Below(param.longest));
    for (FixationInDisplay& fixation : path) {
      fixation = {{draw(1680), draw(1050)}, static_cast<double>(random.Below(5)) * 100};
    }
    return Prepare<Frame::kDisplay>(path);
  };
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const auto a = draw_path();
    const auto b = draw_path();
    ASSERT_EQ(MultiMatchFast(a.saccades, b.saccades, kDisplayDiagonal),
              MultiMatchPlain(a.saccades, b.saccades, kDisplayDiagonal));
  }
}

INSTANTIATE_TEST_SUITE_P(Sweep, FastAndPlain,
                         ::testing::Values(RandomCase{"continuous", 0, 9},
                                           RandomCase{"two_places", 2, 9},
                                           RandomCase{"three_places", 3, 12},
                                           RandomCase{"one_place", 1, 6},
                                           RandomCase{"seven_places", 7, 9}),
                         [](const auto& test) { return test.param.name; });

TEST(MultiMatch, ScanpathsBeyondTheStackBuffersGiveTheSameBits) {
  Random random(3);
  Path a(70), b(33);
  for (Path* path : {&a, &b}) {
    for (FixationInDisplay& fixation : *path) {
      fixation = {{100.0 * random.Below(4), 100.0 * random.Below(4)}, 200};
    }
  }
  const auto long_path = Prepare<Frame::kDisplay>(a);
  const auto at_limit = Prepare<Frame::kDisplay>(b);
  ASSERT_EQ(at_limit.saccades.size(), 32u);
  EXPECT_EQ(MultiMatchFast(long_path.saccades, at_limit.saccades, kDisplayDiagonal),
            MultiMatchPlain(long_path.saccades, at_limit.saccades, kDisplayDiagonal));
  EXPECT_EQ(MultiMatchFast(at_limit.saccades, at_limit.saccades, kDisplayDiagonal),
            MultiMatchPlain(at_limit.saccades, at_limit.saccades, kDisplayDiagonal));
}

TEST(MultiMatch, AScanpathEqualsItself) {
  const Path path = {{{10, 20}, 100}, {{300, 40}, 0}, {{200, 500}, 300}, {{7, 7}, 50}};
  EXPECT_EQ(Score(path, path), (MultiMatchScores{1, 1, 1, 1, 1}));
}

// One saccade against one, by hand: (100, 0) at (0, 0), 100 ms, and (0, 100) at (0, 50), 400 ms,
// the second with a third point so that nothing is padded; medians over the two aligned pairs.
TEST(MultiMatch, TheMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  const std::vector<Saccade> a = {MakeSaccade(0, 0, 100, 0, 100)};
  const std::vector<Saccade> b = {MakeSaccade(0, 0, 100, 0, 100), MakeSaccade(100, 0, 0, 100, 400)};
  const MultiMatchScores scores = MultiMatchFast(a, b, 1000);
  EXPECT_NEAR(scores.shape, 1 - (0 + std::sqrt(2.0) * 100) / 2 / 2000, 1e-15);
  EXPECT_NEAR(scores.direction, 1 - 0.5 / 2, 1e-15);
  EXPECT_NEAR(scores.length, 1, 1e-15);
  EXPECT_NEAR(scores.position, 1 - 100.0 / 2 / 1000, 1e-15);
  EXPECT_NEAR(scores.duration, 1 - 0.75 / 2, 1e-15);
}

TEST(MultiMatch, EmptyScanpathsArePaddedOrSkipped) {
  const Path none;
  EXPECT_EQ(Score(none, none), (MultiMatchScores{1, 1, 1, 1, 1}));
  EXPECT_FALSE(Score(none, none, {.short_rule = ShortRule::kSkip}));
}

TEST(MultiMatch, TheFramesDiagonalComesFromTheType) {
  const ScanpathInImage a = {{{0, 0}, 1}, {{100, 0}, 1}, {{200, 0}, 1}};
  const ScanpathInImage b = {{{0, 30}, 1}, {{100, 30}, 1}, {{200, 30}, 1}};
  const auto scores = MultiMatch<Frame::kImage>(std::span(a), std::span(b));
  ASSERT_TRUE(scores);
  EXPECT_NEAR(scores->position, 1 - 30 / std::sqrt(512.0 * 512 + 320.0 * 320), 1e-15);
}

TEST(Simplify, MergesASaccadeThatGoesOnInTheSameDirection) {
  const std::vector<Saccade> in = {MakeSaccade(0, 0, 200, 0, 250),
                                   MakeSaccade(200, 0, 200, 10, 100),
                                   MakeSaccade(400, 10, 0, 300, 250)};
  const std::vector<Saccade> out = Simplify(in, 250, {45, 200, 0});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0], MakeSaccade(0, 0, 400, 10, 250));
  EXPECT_EQ(out[1], in[2]);
}

TEST(Simplify, AShortLastSaccadeReplacesTheOneBeforeByTheSumOfTheLastTwoInputs) {
  const std::vector<Saccade> in = {MakeSaccade(0, 0, 300, 0, 250), MakeSaccade(300, 0, 0, 5, 250)};
  const std::vector<Saccade> out = Simplify(in, 100, {0, 200, 50});
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0], MakeSaccade(0, 0, 300, 5, 250));
}

TEST(Simplify, ASingleSaccadeIsCopied) {
  const std::vector<Saccade> in = {MakeSaccade(0, 0, 3, 0, 10)};
  EXPECT_EQ(Simplify(in, 10, {45, 300, 100}), in);
}

TEST(Simplify, SaccadesThatDoNotMoveHaveNoDirection) {
  const std::vector<Saccade> in = {MakeSaccade(0, 0, 0, 0, 10), MakeSaccade(0, 0, 90, 0, 10)};
  EXPECT_EQ(Simplify(in, 10, {45, 300, 0}), in);
}

}  // namespace
}  // namespace saccade::metrics
