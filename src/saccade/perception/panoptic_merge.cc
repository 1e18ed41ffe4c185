#include "saccade/perception/panoptic_merge.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "saccade/scene/category.h"

namespace saccade {
namespace {

void AddInstance(const SceneInstance& instance, float overlap, SceneParse& parse) {
  const PastedMask& mask = instance.mask;
  const auto pixel = [&](int x, int y) -> std::uint32_t& {
    return parse.ids.At(mask.x + x, mask.y + y);
  };
  const auto inside = [&](int x, int y) {
    return mask.inside[static_cast<std::size_t>(y) * mask.width + x] != 0;
  };
  std::int64_t area = 0;
  std::int64_t taken = 0;
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      if (!inside(x, y)) continue;
      ++area;
      taken += pixel(x, y) != 0;
    }
  }
  if (area == 0 || static_cast<double>(taken) / static_cast<double>(area) > overlap) return;
  const auto id = static_cast<std::uint32_t>(parse.segments.size()) + 1;
  for (int y = 0; y < mask.height; ++y) {
    for (int x = 0; x < mask.width; ++x) {
      if (inside(x, y) && pixel(x, y) == 0) pixel(x, y) = id;
    }
  }
  parse.segments.push_back({id, instance.category, instance.score, area - taken});
}

void AddStuff(std::span<const std::uint8_t> labels, std::int64_t smallest, SceneParse& parse) {
  std::array<std::int64_t, kStuffChannels> areas{};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (parse.ids.values[i] == 0) ++areas[labels[i]];
  }
  std::array<std::uint32_t, kStuffChannels> ids{};
  for (int label = 1; label < kStuffChannels; ++label) {
    if (areas[label] == 0 || areas[label] < smallest) continue;
    ids[label] = static_cast<std::uint32_t>(parse.segments.size()) + 1;
    parse.segments.push_back({ids[label], kThingChannels + label, 1.f, areas[label]});
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (parse.ids.values[i] == 0) parse.ids.values[i] = ids[labels[i]];
  }
}

}  // namespace

SceneParse MergePanoptic(std::span<const SceneInstance> instances,
                         std::span<const std::uint8_t> labels, int width, int height,
                         const MergeOptions& options) {
  SceneParse parse{Raster<std::uint32_t>(width, height), {}};
  std::vector<int> order(instances.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return instances[a].score > instances[b].score; });
  for (const int i : order) {
    if (instances[i].score < options.confidence) break;
    AddInstance(instances[i], options.overlap, parse);
  }
  AddStuff(labels, options.stuff_area, parse);
  return parse;
}

}  // namespace saccade
