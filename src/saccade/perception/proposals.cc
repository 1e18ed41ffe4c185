#include "saccade/perception/proposals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "saccade/scene/category.h"

namespace saccade {
namespace {

constexpr std::array<float, 4> kRpnWeights = {1, 1, 1, 1};
constexpr std::array<float, 4> kBoxWeights = {10, 10, 5, 5};
constexpr std::array<double, kAnchorsPerPlace> kAspects = {0.5, 1.0, 2.0};  // height / width

std::array<CornerBox, kAnchorsPerPlace> CellAnchors(int anchor_size) {
  std::array<CornerBox, kAnchorsPerPlace> cells;
  const double area = static_cast<double>(anchor_size) * anchor_size;
  for (int a = 0; a < kAnchorsPerPlace; ++a) {
    const double width = std::sqrt(area / kAspects[a]);
    const double height = kAspects[a] * width;
    cells[a] = {static_cast<float>(-width / 2), static_cast<float>(-height / 2),
                static_cast<float>(width / 2), static_cast<float>(height / 2)};
  }
  return cells;
}

CornerBox Shifted(const CornerBox& cell, float x, float y) {
  return {x + cell.x1, y + cell.y1, x + cell.x2, y + cell.y2};
}

// Flat indices of the best logits, descending; ties go to the lower index.
std::vector<int> BestAnchors(std::span<const float> logits, int limit) {
  std::vector<int> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  const auto count = std::min<std::ptrdiff_t>(limit, std::ssize(order));
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](int a, int b) {
    return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
  });
  order.resize(count);
  return order;
}

std::vector<float> Softmax(std::span<const float> logits) {
  const float largest = *std::max_element(logits.begin(), logits.end());
  std::vector<float> result(logits.size());
  float sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) sum += result[i] = std::exp(logits[i] - largest);
  for (float& value : result) value /= sum;
  return result;
}

}  // namespace

std::vector<CornerBox> Anchors(int height, int width, int stride, int anchor_size) {
  const auto cells = CellAnchors(anchor_size);
  std::vector<CornerBox> anchors;
  anchors.reserve(static_cast<std::size_t>(height) * width * kAnchorsPerPlace);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (const CornerBox& cell : cells) {
        anchors.push_back(
            Shifted(cell, static_cast<float>(x * stride), static_cast<float>(y * stride)));
      }
    }
  }
  return anchors;
}

std::vector<Proposal> SelectProposals(std::span<const RpnLevel> levels, PixelSize network,
                                      const RpnOptions& options) {
  std::vector<CornerBox> boxes;
  std::vector<float> logits;
  std::vector<int> groups;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const RpnLevel& level = levels[l];
    const auto cells = CellAnchors(level.anchor_size);
    const std::size_t count =
        static_cast<std::size_t>(level.height) * level.width * kAnchorsPerPlace;
    for (const int i : BestAnchors({level.objectness, count}, options.best_per_level)) {
      const int place = i / kAnchorsPerPlace;
      const CornerBox anchor = Shifted(cells[i % kAnchorsPerPlace],
                                       static_cast<float>(place % level.width * level.stride),
                                       static_cast<float>(place / level.width * level.stride));
      const CornerBox decoded = DecodeBox(anchor, level.deltas + std::size_t{4} * i, kRpnWeights);
      if (!IsFinite(decoded) || !std::isfinite(level.objectness[i])) continue;
      const CornerBox box =
          ClipBox(decoded, static_cast<float>(network.width), static_cast<float>(network.height));
      if (!(box.Width() > 0 && box.Height() > 0)) continue;
      boxes.push_back(box);
      logits.push_back(level.objectness[i]);
      groups.push_back(static_cast<int>(l));
    }
  }
  std::vector<Proposal> proposals;
  for (const int i : BatchedNms(boxes, logits, groups, options.nms_threshold)) {
    if (std::ssize(proposals) == options.best) break;
    proposals.push_back({boxes[i], logits[i]});
  }
  return proposals;
}

std::vector<Detection> SelectDetections(std::span<const CornerBox> proposals,
                                        std::span<const float> logits,
                                        std::span<const float> deltas, PixelSize network,
                                        const DetectionOptions& options) {
  constexpr int kClasses = kThingChannels;
  std::vector<Detection> candidates;
  for (std::size_t p = 0; p < proposals.size(); ++p) {
    const std::vector<float> scores = Softmax(logits.subspan(p * (kClasses + 1), kClasses + 1));
    std::array<CornerBox, kClasses> boxes;
    bool finite =
        std::all_of(scores.begin(), scores.end(), [](float s) { return std::isfinite(s); });
    for (int c = 0; c < kClasses; ++c) {
      boxes[c] = DecodeBox(proposals[p], &deltas[(p * kClasses + c) * 4], kBoxWeights);
      finite = finite && IsFinite(boxes[c]);
    }
    if (!finite) continue;
    for (int c = 0; c < kClasses; ++c) {
      if (!(scores[c] > options.score_threshold)) continue;
      candidates.push_back(
          {ClipBox(boxes[c], static_cast<float>(network.width), static_cast<float>(network.height)),
           c, scores[c], static_cast<int>(p)});
    }
  }
  std::vector<CornerBox> boxes;
  std::vector<float> scores;
  std::vector<int> groups;
  for (const Detection& candidate : candidates) {
    boxes.push_back(candidate.box);
    scores.push_back(candidate.score);
    groups.push_back(candidate.category);
  }
  std::vector<Detection> detections;
  for (const int i : BatchedNms(boxes, scores, groups, options.nms_threshold)) {
    if (std::ssize(detections) == options.best) break;
    detections.push_back(candidates[i]);
  }
  return detections;
}

}  // namespace saccade
