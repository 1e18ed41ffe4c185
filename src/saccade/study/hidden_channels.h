#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_store.h"
#include "saccade/search/search_set.h"

namespace saccade {

// Channels that a searcher or a learner is not to see: their maps are emptied in copies of the
// beliefs, so that it holds for every model and every learner. A word is the name of a class or one
// of "target", "other-things", "stuff", "saliency", which may depend on what is searched.

// Throws InputError for another word, and for "history", which no belief store has.
ChannelMask HiddenChannels(std::span<const std::string> words, int task);

// The beliefs without these channels.
PictureBeliefs WithoutChannels(const PictureBeliefs& beliefs, const ChannelMask& hidden);

// Lets the only variant of every search be a copy of the first without them. Nothing happens
// without words.
void Hide(SearchSet& set, std::span<const std::string> words);

// "TASK/NAME" instead of NAME: a picture in which two targets are searched becomes two.
void NameByTask(std::vector<TrialInImage>& trials);

// A store of the trials' pictures, named by task, without these channels.
void WriteHidden(const BeliefStore& store, std::span<const TrialInImage> trials,
                 std::span<const std::string> words, const std::filesystem::path& file);

}  // namespace saccade
