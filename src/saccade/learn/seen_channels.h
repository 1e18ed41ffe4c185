#pragma once

#include "saccade/beliefs/belief_map.h"
#include "saccade/formats/named_tensors.h"
#include "saccade/search/search_set.h"

namespace saccade {

// The channels that a learner on `set` ever sees: what stands in a picture of it, in any variant,
// and what a search adds (history, the target's own).
ChannelMask SeenChannels(const SearchSet& set);

// Sets the weights of channels that were never seen to 0 in the first convolution of every network
// in `model` that reads beliefs. They are as random as at the start; a class, or a saliency, that
// another store has must not act through them.
void SilenceUnseen(const ChannelMask& seen, NamedTensors& model);

}  // namespace saccade
