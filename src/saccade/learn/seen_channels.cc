#include "saccade/learn/seen_channels.h"

#include <algorithm>

#include "saccade/scene/category.h"

namespace saccade {

ChannelMask SeenChannels(const SearchSet& set) {
  ChannelMask seen;
  for (const int channel : {kHistoryChannel, kTargetChannel, kTargetShareChannel}) {
    seen.set(static_cast<std::size_t>(channel));
  }
  for (const Search& search : set.searches) {
    for (const auto& beliefs : search.variants) {
      for (const BeliefLayer* layer : {&beliefs->sharp, &beliefs->blurred}) {
        for (const BeliefEntry& entry : layer->entries) seen.set(entry.channel);
      }
    }
  }
  return seen;
}

void SilenceUnseen(const ChannelMask& seen, NamedTensors& model) {
  for (const char* name :
       {"policy.feat_enc.weight", "discriminator.conv1.weight", "conv_lstm.lstm_input.weight"}) {
    const auto found = model.find(name);
    if (found == model.end()) continue;
    HostTensor& first = found->second;
    const std::size_t inputs = static_cast<std::size_t>(first.shape[1]);
    const std::size_t taps = static_cast<std::size_t>(first.shape[2] * first.shape[3]);
    const std::size_t channels = inputs - kTasks;
    for (std::size_t i = 0; i < first.values.size(); ++i) {
      const std::size_t input = i / taps % inputs;
      if (input < channels && !seen[input]) first.values[i] = 0;
    }
  }
}

}  // namespace saccade
