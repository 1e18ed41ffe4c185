#include "saccade/beliefs/belief_map.h"

#include <algorithm>
#include <stdexcept>

#include "saccade/base/error.h"

namespace saccade {

float BeliefLayer::Value(int cell, int channel) const {
  for (const BeliefEntry& entry : At(cell)) {
    if (entry.channel == channel) return entry.value;
  }
  return 0;
}

BeliefLayer SparseFromDense(std::span<const float> dense) {
  if (dense.size() % Grid::kCells != 0 || dense.size() > kStateChannels * Grid::kCells) {
    throw std::invalid_argument("dense beliefs must be [channel][640], at most 136 channels");
  }
  const int channels = static_cast<int>(dense.size()) / Grid::kCells;
  BeliefLayer layer;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (int channel = 0; channel < channels; ++channel) {
      const float value = dense[channel * Grid::kCells + cell];
      if (value != 0) layer.entries.push_back({static_cast<std::uint8_t>(channel), value});
    }
    layer.offsets[cell + 1] = static_cast<std::uint32_t>(layer.entries.size());
  }
  return layer;
}

void ExpandToDense(const BeliefLayer& layer, std::span<float> dense) {
  std::ranges::fill(dense, 0.0f);
  const int channels = static_cast<int>(dense.size()) / Grid::kCells;
  for (int cell = 0; cell < Grid::kCells; ++cell) {
    for (const BeliefEntry& entry : layer.At(cell)) {
      if (entry.channel < channels) dense[entry.channel * Grid::kCells + cell] = entry.value;
    }
  }
}

ChannelMask ChannelsOf(ChannelGroup group, int task) {
  ChannelMask mask;
  const int target = ChannelOfTask(task);
  switch (group) {
    case ChannelGroup::kTarget:
      for (const int channel : {target, kTargetChannel, kTargetShareChannel}) mask.set(channel);
      break;
    case ChannelGroup::kOtherThings:
      for (int channel = 0; channel < kThingChannels; ++channel) mask.set(channel);
      mask.reset(target);
      break;
    case ChannelGroup::kStuff:
      for (int channel = kThingChannels; channel < kBeliefChannels; ++channel) mask.set(channel);
      break;
    case ChannelGroup::kSaliency:
      mask.set(kSaliencyChannel);
      break;
    case ChannelGroup::kHistory:
      mask.set(kHistoryChannel);
      break;
  }
  return mask;
}

ChannelGroup ChannelGroupOf(const std::string& word) {
  if (word == "target") return ChannelGroup::kTarget;
  if (word == "other-things") return ChannelGroup::kOtherThings;
  if (word == "stuff") return ChannelGroup::kStuff;
  if (word == "saliency") return ChannelGroup::kSaliency;
  if (word == "history") return ChannelGroup::kHistory;
  throw InputError(fmt::format(
      "\"{}\" is no channel group; use target, other-things, stuff, saliency or history", word));
}

}  // namespace saccade
