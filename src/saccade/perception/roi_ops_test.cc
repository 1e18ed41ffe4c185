#include "saccade/perception/roi_ops.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "saccade/base/file.h"
#include "saccade/base/random.h"
#include "saccade/perception/formula_weights.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

constexpr const char* kMicroOps = "gold_d2/micro_ops.json";

nlohmann::json MicroOps() {
  return nlohmann::json::parse(ReadFile(testing::SharedData(kMicroOps)));
}

CornerBox ToBox(const nlohmann::json& values) {
  return {values[0], values[1], values[2], values[3]};
}

// Channels first to channels last.
std::vector<float> ChannelsLast(const std::vector<float>& in, int channels, int height, int width) {
  std::vector<float> out(in.size());
  for (int c = 0; c < channels; ++c) {
    for (int p = 0; p < height * width; ++p) out[p * channels + c] = in[c * height * width + p];
  }
  return out;
}

// ROIAlign as its text reads: one sample at a time, four neighbours each, in double.
double SlowSample(const FeatureMap& map, double y, double x, int channel) {
  if (y < -1 || y > map.height || x < -1 || x > map.width) return 0;
  y = std::max(y, 0.0);
  x = std::max(x, 0.0);
  int y0 = static_cast<int>(y), x0 = static_cast<int>(x), y1 = y0 + 1, x1 = x0 + 1;
  if (y0 >= map.height - 1) y = y0 = y1 = map.height - 1;
  if (x0 >= map.width - 1) x = x0 = x1 = map.width - 1;
  const auto at = [&](int row, int column) {
    return map.data[(row * map.width + column) * map.channels + channel];
  };
  const double fy = y - y0, fx = x - x0;
  return (1 - fy) * ((1 - fx) * at(y0, x0) + fx * at(y0, x1)) +
         fy * ((1 - fx) * at(y1, x0) + fx * at(y1, x1));
}

std::vector<double> SlowRoiAlign(const FeatureMap& map, double scale, const CornerBox& box,
                                 int size) {
  const double x = box.x1 * scale - 0.5, y = box.y1 * scale - 0.5;
  const double bin_x = (box.x2 - box.x1) * scale / size, bin_y = (box.y2 - box.y1) * scale / size;
  const int samples_x = static_cast<int>(std::ceil(bin_x));
  const int samples_y = static_cast<int>(std::ceil(bin_y));
  std::vector<double> out;
  for (int by = 0; by < size; ++by) {
    for (int bx = 0; bx < size; ++bx) {
      for (int c = 0; c < map.channels; ++c) {
        double sum = 0;
        for (int sy = 0; sy < samples_y; ++sy) {
          for (int sx = 0; sx < samples_x; ++sx) {
            sum += SlowSample(map, y + by * bin_y + (sy + 0.5) * bin_y / samples_y,
                              x + bx * bin_x + (sx + 0.5) * bin_x / samples_x, c);
          }
        }
        out.push_back(sum / std::max(samples_x * samples_y, 1));
      }
    }
  }
  return out;
}

TEST(DecodeBox, MatchesTheGoldenCases) {
  SACCADE_NEEDS_DATA(kMicroOps);
  for (const auto& golden : MicroOps().at("box_decode")) {
    const auto weights = golden.at("weights").get<std::array<float, 4>>();
    for (std::size_t i = 0; i < golden.at("boxes").size(); ++i) {
      const auto deltas = golden.at("deltas")[i].get<std::vector<float>>();
      for (std::size_t k = 0; k < deltas.size() / 4; ++k) {
        SCOPED_TRACE(fmt::format("weight {}, box {}, delta {}", weights[0], i, k));
        const CornerBox box = DecodeBox(ToBox(golden.at("boxes")[i]), &deltas[4 * k], weights);
        const float* const expected = &golden.at("out")[i].get<std::vector<float>>()[4 * k];
        const float found[] = {box.x1, box.y1, box.x2, box.y2};
        for (int c = 0; c < 4; ++c) {
          EXPECT_NEAR(found[c], expected[c], 1e-6 * std::max(1.f, std::abs(expected[c])));
        }
      }
    }
  }
}

TEST(DecodeBox, SmallSizesAreNotClamped) {
  const float deltas[] = {0, 0, -6, -6};
  const CornerBox box = DecodeBox({0, 0, 1000, 1000}, deltas, {1, 1, 1, 1});
  EXPECT_NEAR(box.Width(), 1000 * std::exp(-6.0), 1e-3);
  EXPECT_NEAR(box.Height(), 1000 * std::exp(-6.0), 1e-3);
}

TEST(PoolLevel, MatchesTheGoldenCases) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const auto golden = MicroOps().at("pool_level");
  for (std::size_t i = 0; i < golden.at("boxes").size(); ++i) {
    SCOPED_TRACE(golden.at("boxes")[i].dump());
    EXPECT_EQ(PoolLevel(ToBox(golden.at("boxes")[i])), golden.at("level")[i]);
  }
}

TEST(PoolLevel, AnEmptyBoxIsPooledFromTheFinestLevel) {
  EXPECT_EQ(PoolLevel({5, 5, 5, 9}), 2);  // log2(0) without the 1e-8
}

TEST(RoiAlign, MatchesTheGoldenCases) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const std::vector<float> data = ChannelsLast(FormulaValues("micro.roi", 198), 2, 9, 11);
  const FeatureMap map{data.data(), 9, 11, 2};
  for (const auto& golden : MicroOps().at("roi_align")) {
    const int size = golden.at("pooled");
    const auto expected = golden.at("out").get<std::vector<float>>();
    for (std::size_t r = 0; r < golden.at("rois_xyxy").size(); ++r) {
      SCOPED_TRACE(golden.at("rois_xyxy")[r].dump());
      std::vector<float> out(size * size * 2);
      RoiAlign(map, golden.at("scale"), ToBox(golden.at("rois_xyxy")[r]), size, out.data());
      for (int c = 0; c < 2; ++c) {
        for (int p = 0; p < size * size; ++p) {
          EXPECT_NEAR(out[p * 2 + c], expected[(r * 2 + c) * size * size + p], 1e-5);
        }
      }
    }
  }
}

TEST(RoiAlign, AgreesWithTheSlowVersionOnAnyBox) {
  const std::vector<float> data = FormulaValues("slow.roi", 13 * 19 * 3);
  const FeatureMap map{data.data(), 13, 19, 3};
  Random random(7, "roi");
  for (int i = 0; i < 200; ++i) {
    const float x = static_cast<float>(random.Uniform(-60, 170));
    const float y = static_cast<float>(random.Uniform(-60, 120));
    const CornerBox box{x, y, x + static_cast<float>(random.Uniform(0, 220)),
                        y + static_cast<float>(random.Uniform(0, 220))};
    SCOPED_TRACE(fmt::format("{} {} {} {}", box.x1, box.y1, box.x2, box.y2));
    const std::vector<double> expected = SlowRoiAlign(map, 0.125, box, 7);
    std::vector<float> out(expected.size());
    RoiAlign(map, 0.125f, box, 7, out.data());
    for (std::size_t k = 0; k < out.size(); ++k) ASSERT_NEAR(out[k], expected[k], 2e-5);
  }
}

TEST(RoiAlign, AnEmptyBoxGivesZeros) {
  const std::vector<float> data(4, 1.f);
  std::vector<float> out(4, 9.f);
  RoiAlign({data.data(), 2, 2, 1}, 1.f, {1, 1, 1, 1}, 2, out.data());
  EXPECT_EQ(out, std::vector<float>(4, 0.f));
}

struct NmsCase {
  std::vector<CornerBox> boxes;
  std::vector<float> scores;
  std::vector<int> groups;
};

NmsCase FormulaBoxes(const std::string& name, int count, double center, double size, double spread,
                     int groups) {
  const auto corners = FormulaValues(name + ".c", 2 * count, {center, center});
  const auto sizes = FormulaValues(name + ".s", 2 * count, {size, spread});
  NmsCase result;
  for (int i = 0; i < count; ++i) {
    const float x = corners[2 * i], y = corners[2 * i + 1];
    result.boxes.push_back({x, y, x + sizes[2 * i], y + sizes[2 * i + 1]});
    result.groups.push_back(i % groups);
  }
  result.scores = FormulaValues(name + ".score", count, {0.5, 0.5});
  return result;
}

TEST(BatchedNms, MatchesTheShiftedGoldenCase) {
  SACCADE_NEEDS_DATA(kMicroOps);
  NmsCase boxes = FormulaBoxes("micro.nms60", 60, 20, 30, 24, 3);
  boxes.scores[10] = boxes.scores[11] = boxes.scores[12];
  EXPECT_EQ(BatchedNms(boxes.boxes, boxes.scores, boxes.groups, 0.5),
            MicroOps().at("batched_nms_60").at("keep").get<std::vector<int>>());
}

TEST(BatchedNms, MatchesTheLoopedGoldenCase) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const auto golden = MicroOps().at("batched_nms_1500");
  const NmsCase boxes = FormulaBoxes("micro.nms1500", 1500, 120, 60, 48, 5);
  const std::vector<int> kept = BatchedNms(boxes.boxes, boxes.scores, boxes.groups, 0.5);
  EXPECT_EQ(kept.size(), golden.at("count"));
  EXPECT_EQ(std::vector<int>(kept.begin(), kept.begin() + 40),
            golden.at("keep_first40").get<std::vector<int>>());
  EXPECT_EQ(std::accumulate(kept.begin(), kept.end(), 0), golden.at("keep_sum"));
}

TEST(BatchedNms, EmptyInputGivesEmptyOutput) { EXPECT_TRUE(BatchedNms({}, {}, {}, 0.5).empty()); }

TEST(Nms, AnIouEqualToTheThresholdIsKept) {
  // Intersection 1, union 2.
  const std::vector<CornerBox> boxes = {{0, 0, 2, 1}, {0, 0, 1, 1}};
  const std::vector<float> scores = {2, 1};
  EXPECT_EQ(Nms(boxes, scores, 0.5), (std::vector<int>{0, 1}));
  EXPECT_EQ(Nms(boxes, scores, 0.499), (std::vector<int>{0}));
}

TEST(Nms, KeepsExactlyWhatNoBetterKeptBoxCovers) {
  const NmsCase all = FormulaBoxes("slow.nms", 300, 60, 40, 30, 1);
  const std::vector<int> kept = Nms(all.boxes, all.scores, 0.4);
  for (int i = 0; i < 300; ++i) {
    const bool covered = std::any_of(kept.begin(), kept.end(), [&](int k) {
      return (all.scores[k] > all.scores[i] || (all.scores[k] == all.scores[i] && k < i)) &&
             BoxIou(all.boxes[k], all.boxes[i]) > 0.4;
    });
    EXPECT_EQ(std::find(kept.begin(), kept.end(), i) == kept.end(), covered) << i;
  }
}

TEST(PasteMask, MatchesTheGoldenMasks) {
  SACCADE_NEEDS_DATA(kMicroOps);
  const auto golden = MicroOps().at("paste_mask");
  std::vector<float> probabilities = FormulaValues("micro.mask", 2352, {0, 4});
  for (float& value : probabilities) value = 1.f / (1.f + std::exp(-value));
  std::fill(probabilities.begin() + 2 * 784, probabilities.end(), 1.f);
  const int width = golden.at("w"), height = golden.at("h");
  for (std::size_t m = 0; m < 3; ++m) {
    SCOPED_TRACE(m);
    const PastedMask mask =
        PasteMask({&probabilities[m * 784], 784}, 28, ToBox(golden.at("boxes")[m]), width, height);
    for (int y = 0; y < height; ++y) {
      std::string row(width, '0');
      for (int x = 0; x < mask.width; ++x) {
        if (y >= mask.y && y < mask.y + mask.height &&
            mask.inside[(y - mask.y) * mask.width + x] != 0) {
          row[mask.x + x] = '1';
        }
      }
      EXPECT_EQ(row, golden.at("rows")[m][y]) << "row " << y;
    }
  }
}

TEST(PasteMask, ABoxBeyondThePictureGivesNoPixels) {
  const std::vector<float> ones(784, 1.f);
  EXPECT_EQ(PasteMask(ones, 28, {40, 5, 50, 15}, 32, 20).Area(), 0);
}

}  // namespace
}  // namespace saccade
