#pragma once

#include <span>
#include <string>

#include "saccade/search/search_set.h"

namespace saccade {

// Channels that a searcher is not to see: their maps are emptied in copies of the beliefs, so that
// it holds for every model. A word is the name of a class or one of "target", "other-things",
// "stuff", "saliency" and "history", which may depend on what is searched.

// Throws InputError for another word.
ChannelMask HiddenChannels(std::span<const std::string> words, int task);

PictureBeliefs Without(const PictureBeliefs& beliefs, const ChannelMask& hidden);

// Lets the only variant of the search be a copy of the first without them.
void Hide(Search& search, const ChannelMask& hidden);
// The same for every search. Nothing happens without words.
void Hide(std::span<Search> searches, std::span<const std::string> words);

}  // namespace saccade
