#include "saccade/perception/roi_ops.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace saccade {
namespace {

constexpr float kMaxLogScale = 4.135166556742356f;  // ln(1000 / 16)
constexpr int kCoordinateShiftLimit = 1000;

std::vector<int> ByScoreDescending(std::span<const float> scores) {
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return scores[a] > scores[b]; });
  return order;
}

// One axis of ROIAlign: for each of the bins the first map pixel it touches and the weight of that
// and the following ones, so that a bin is the sum over rows and columns of wy * wx * value.
// Samples of a bin are at most a pixel apart, so this touches each pixel once where four taps a
// sample would touch it up to four times.
struct BinWeights {
  std::vector<int> first;      // by bin
  std::vector<int> count;      // by bin; 0 when no sample lies in the map
  std::vector<float> weights;  // bin * stride + i
  int stride = 0;
  int samples = 0;  // per bin
};

BinWeights WeighAxis(float low, float high, float scale, int bins, int size) {
  const float start = low * scale - 0.5f;
  const float extent = (high * scale - 0.5f) - start;
  const float bin = extent / static_cast<float>(bins);
  BinWeights axis;
  axis.samples = static_cast<int>(std::ceil(extent / static_cast<float>(bins)));
  axis.first.assign(bins, 0);
  axis.count.assign(bins, 0);
  if (axis.samples <= 0) return axis;
  axis.stride = static_cast<int>(std::ceil(bin)) + 3;
  axis.weights.assign(static_cast<std::size_t>(bins) * axis.stride, 0.f);
  for (int b = 0; b < bins; ++b) {
    float* const weights = &axis.weights[static_cast<std::size_t>(b) * axis.stride];
    for (int s = 0; s < axis.samples; ++s) {
      float at = start + static_cast<float>(b) * bin +
                 (static_cast<float>(s) + 0.5f) * bin / static_cast<float>(axis.samples);
      if (at < -1.f || at > static_cast<float>(size)) continue;
      at = std::max(at, 0.f);
      const int lower = std::min(static_cast<int>(at), size - 1);
      const float fraction = lower >= size - 1 ? 0.f : at - static_cast<float>(lower);
      if (axis.count[b] == 0) axis.first[b] = lower;
      const int offset = lower - axis.first[b];
      weights[offset] += 1.f - fraction;
      if (fraction > 0.f) weights[offset + 1] += fraction;
      axis.count[b] = std::max(axis.count[b], offset + (fraction > 0.f ? 2 : 1));
    }
  }
  return axis;
}

}  // namespace

CornerBox DecodeBox(const CornerBox& box, const float* deltas,
                    const std::array<float, 4>& weights) {
  const float width = box.Width();
  const float height = box.Height();
  const float center_x = box.x1 + 0.5f * width;
  const float center_y = box.y1 + 0.5f * height;
  const float x = deltas[0] / weights[0] * width + center_x;
  const float y = deltas[1] / weights[1] * height + center_y;
  const float w = std::exp(std::min(deltas[2] / weights[2], kMaxLogScale)) * width;
  const float h = std::exp(std::min(deltas[3] / weights[3], kMaxLogScale)) * height;
  return {x - 0.5f * w, y - 0.5f * h, x + 0.5f * w, y + 0.5f * h};
}

CornerBox ClipBox(const CornerBox& box, float width, float height) {
  return {std::clamp(box.x1, 0.f, width), std::clamp(box.y1, 0.f, height),
          std::clamp(box.x2, 0.f, width), std::clamp(box.y2, 0.f, height)};
}

bool IsFinite(const CornerBox& box) {
  return std::isfinite(box.x1) && std::isfinite(box.y1) && std::isfinite(box.x2) &&
         std::isfinite(box.y2);
}

int PoolLevel(const CornerBox& box_in_network) {
  const float size = std::sqrt(box_in_network.Area());
  const float level = std::floor(4.f + std::log2(size / 224.f + 1e-8f));
  return static_cast<int>(std::clamp(level, 2.f, 5.f));
}

float BoxIou(const CornerBox& a, const CornerBox& b) {
  const float width = std::max(0.f, std::min(a.x2, b.x2) - std::max(a.x1, b.x1));
  const float height = std::max(0.f, std::min(a.y2, b.y2) - std::max(a.y1, b.y1));
  const float both = width * height;
  return both / (a.Area() + b.Area() - both);
}

std::vector<int> Nms(std::span<const CornerBox> boxes, std::span<const float> scores,
                     double threshold) {
  const std::vector<int> order = ByScoreDescending(scores);
  std::vector<char> suppressed(boxes.size(), 0);
  std::vector<int> kept;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (suppressed[i]) continue;
    const CornerBox& best = boxes[order[i]];
    kept.push_back(order[i]);
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (!suppressed[j] && static_cast<double>(BoxIou(best, boxes[order[j]])) > threshold) {
        suppressed[j] = 1;
      }
    }
  }
  return kept;
}

std::vector<int> BatchedNms(std::span<const CornerBox> boxes, std::span<const float> scores,
                            std::span<const int> groups, double threshold) {
  if (boxes.empty()) return {};
  if (boxes.size() <= kCoordinateShiftLimit) {
    float largest = boxes[0].x1;
    for (const CornerBox& b : boxes) largest = std::max({largest, b.x1, b.y1, b.x2, b.y2});
    std::vector<CornerBox> shifted(boxes.begin(), boxes.end());
    for (std::size_t i = 0; i < shifted.size(); ++i) {
      const float shift = static_cast<float>(groups[i]) * (largest + 1.f);
      CornerBox& b = shifted[i];
      b = {b.x1 + shift, b.y1 + shift, b.x2 + shift, b.y2 + shift};
    }
    return Nms(shifted, scores, threshold);
  }
  const int group_count = *std::max_element(groups.begin(), groups.end()) + 1;
  std::vector<std::vector<int>> members(group_count);
  for (std::size_t i = 0; i < groups.size(); ++i) members[groups[i]].push_back(static_cast<int>(i));
  std::vector<int> survivors;
  for (const std::vector<int>& group : members) {
    std::vector<CornerBox> group_boxes;
    std::vector<float> group_scores;
    for (const int i : group) {
      group_boxes.push_back(boxes[i]);
      group_scores.push_back(scores[i]);
    }
    for (const int k : Nms(group_boxes, group_scores, threshold)) survivors.push_back(group[k]);
  }
  std::sort(survivors.begin(), survivors.end());
  std::stable_sort(survivors.begin(), survivors.end(),
                   [&](int a, int b) { return scores[a] > scores[b]; });
  return survivors;
}

void RoiAlign(const FeatureMap& map, float scale, const CornerBox& box, int size, float* out) {
  const BinWeights columns = WeighAxis(box.x1, box.x2, scale, size, map.width);
  const BinWeights rows = WeighAxis(box.y1, box.y2, scale, size, map.height);
  const int channels = map.channels;
  std::fill_n(out, static_cast<std::size_t>(size) * size * channels, 0.f);
  const float norm = 1.f / static_cast<float>(std::max(
                               std::max(rows.samples, 0) * std::max(columns.samples, 0), 1));
  for (int by = 0; by < size; ++by) {
    for (int bx = 0; bx < size; ++bx) {
      float* const bin = out + (static_cast<std::size_t>(by) * size + bx) * channels;
      for (int i = 0; i < rows.count[by]; ++i) {
        const float row_weight =
            norm * rows.weights[static_cast<std::size_t>(by) * rows.stride + i];
        const std::size_t row = static_cast<std::size_t>(rows.first[by] + i) * map.width;
        for (int j = 0; j < columns.count[bx]; ++j) {
          const float weight =
              row_weight * columns.weights[static_cast<std::size_t>(bx) * columns.stride + j];
          const float* const pixel = map.data + (row + columns.first[bx] + j) * channels;
          for (int c = 0; c < channels; ++c) bin[c] += weight * pixel[c];
        }
      }
    }
  }
}

std::int64_t PastedMask::Area() const {
  return std::accumulate(inside.begin(), inside.end(), std::int64_t{0});
}

PastedMask PasteMask(std::span<const float> probabilities, int size,
                     const CornerBox& box_in_picture, int picture_width, int picture_height,
                     float threshold) {
  struct Tap {  // the two neighbours of a sample and their weights, 0 outside the map
    int low = 0, high = 0;
    float low_weight = 0, high_weight = 0;
  };
  const auto taps = [&](int first, int count, float low, float high) {
    std::vector<Tap> result(std::max(count, 0));
    for (int i = 0; i < count; ++i) {
      const float at = (static_cast<float>(first + i) + 0.5f - low) / (high - low) * 2.f - 1.f;
      const float source = ((at + 1.f) * static_cast<float>(size) - 1.f) / 2.f;
      // Written so that NaN (an empty box) stays outside too.
      if (!(source > -1.f && source < static_cast<float>(size))) continue;
      const int lower = static_cast<int>(std::floor(source));
      Tap& tap = result[i];
      tap.low = std::max(lower, 0);
      tap.high = std::min(lower + 1, size - 1);
      tap.low_weight = lower >= 0 ? static_cast<float>(lower + 1) - source : 0.f;
      tap.high_weight = lower + 1 < size ? source - static_cast<float>(lower) : 0.f;
    }
    return result;
  };

  PastedMask mask;
  const CornerBox& b = box_in_picture;
  mask.x = std::clamp(static_cast<int>(std::floor(b.x1)) - 1, 0, picture_width);
  mask.y = std::clamp(static_cast<int>(std::floor(b.y1)) - 1, 0, picture_height);
  mask.width = std::clamp(static_cast<int>(std::ceil(b.x2)) + 1, mask.x, picture_width) - mask.x;
  mask.height = std::clamp(static_cast<int>(std::ceil(b.y2)) + 1, mask.y, picture_height) - mask.y;
  mask.inside.assign(static_cast<std::size_t>(mask.width) * mask.height, 0);
  const std::vector<Tap> columns = taps(mask.x, mask.width, b.x1, b.x2);
  const std::vector<Tap> rows = taps(mask.y, mask.height, b.y1, b.y2);
  for (int y = 0; y < mask.height; ++y) {
    const Tap& row = rows[y];
    const float* const upper = probabilities.data() + static_cast<std::ptrdiff_t>(row.low) * size;
    const float* const lower = probabilities.data() + static_cast<std::ptrdiff_t>(row.high) * size;
    for (int x = 0; x < mask.width; ++x) {
      const Tap& column = columns[x];
      const float value = upper[column.low] * (column.low_weight * row.low_weight) +
                          upper[column.high] * (column.high_weight * row.low_weight) +
                          lower[column.low] * (column.low_weight * row.high_weight) +
                          lower[column.high] * (column.high_weight * row.high_weight);
      mask.inside[static_cast<std::size_t>(y) * mask.width + x] = value >= threshold;
    }
  }
  return mask;
}

}  // namespace saccade
